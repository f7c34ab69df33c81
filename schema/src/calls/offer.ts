// Written by `npm run generate -w schema`.
import type { offerEndpoints } from '../offer.ts';
import type { Call } from '../endpoint.ts';

type E = typeof offerEndpoints;

export const list: Call<E['list']> = { method: 'GET', path: '/offer' };
export const show: Call<E['show']> = { method: 'GET', path: '/offer/{id}' };
export const history: Call<E['history']> = { method: 'GET', path: '/offer/{id}/history' };
export const order: Call<E['order']> = { method: 'GET', path: '/offer/{id}/order' };
export const auction: Call<E['auction']> = { method: 'GET', path: '/offer/{id}/auction' };
export const open: Call<E['open']> = { method: 'POST', path: '/offer/{id}' };
export const edit: Call<E['edit']> = { method: 'PUT', path: '/offer/{id}' };
export const cancel: Call<E['cancel']> = { method: 'DELETE', path: '/offer/{id}' };
export const cancelAll: Call<E['cancelAll']> = { method: 'DELETE', path: '/offer' };
export const purchase: Call<E['purchase']> = { method: 'POST', path: '/offer/{id}/purchase' };
export const settle: Call<E['settle']> = { method: 'POST', path: '/offer/{id}/settle' };
