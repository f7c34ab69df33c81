// Written by `npm run generate -w schema`.
import type { adminEndpoints } from '../admin.ts';
import type { Call } from '../endpoint.ts';

type E = typeof adminEndpoints;

export const dashboard: Call<E['dashboard']> = { method: 'GET', path: '/admin/dashboard' };
export const operator: Call<E['operator']> = { method: 'GET', path: '/admin/operator' };
export const jobs: Call<E['jobs']> = { method: 'GET', path: '/admin/job' };
export const retryJob: Call<E['retryJob']> = { method: 'POST', path: '/admin/job/{id}/retry' };
export const categories: Call<E['categories']> = { method: 'GET', path: '/admin/category' };
export const addCategory: Call<E['addCategory']> = { method: 'POST', path: '/admin/category' };
export const orderCategories: Call<E['orderCategories']> = { method: 'PUT', path: '/admin/category/order' };
export const editCategory: Call<E['editCategory']> = { method: 'PUT', path: '/admin/category/{id}' };
export const removeCategory: Call<E['removeCategory']> = { method: 'DELETE', path: '/admin/category/{id}' };
export const currencies: Call<E['currencies']> = { method: 'GET', path: '/admin/currency' };
export const currencyContract: Call<E['currencyContract']> = { method: 'GET', path: '/admin/currency/contract' };
export const addCurrency: Call<E['addCurrency']> = { method: 'POST', path: '/admin/currency' };
export const orderCurrencies: Call<E['orderCurrencies']> = { method: 'PUT', path: '/admin/currency/order' };
export const editCurrency: Call<E['editCurrency']> = { method: 'PUT', path: '/admin/currency/{id}' };
export const networks: Call<E['networks']> = { method: 'GET', path: '/admin/network' };
export const addNetwork: Call<E['addNetwork']> = { method: 'POST', path: '/admin/network' };
export const orderNetworks: Call<E['orderNetworks']> = { method: 'PUT', path: '/admin/network/order' };
export const editNetwork: Call<E['editNetwork']> = { method: 'PUT', path: '/admin/network/{id}' };
export const users: Call<E['users']> = { method: 'GET', path: '/admin/user' };
export const changeRole: Call<E['changeRole']> = { method: 'PUT', path: '/admin/user/{id}/role' };
export const blockUser: Call<E['blockUser']> = { method: 'POST', path: '/admin/user/{id}/block' };
export const unblockUser: Call<E['unblockUser']> = { method: 'POST', path: '/admin/user/{id}/unblock' };
