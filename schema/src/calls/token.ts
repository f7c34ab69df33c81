// Written by `npm run generate -w schema`.
import type { tokenEndpoints } from '../token.ts';
import type { Call } from '../endpoint.ts';

type E = typeof tokenEndpoints;

export const list: Call<E['list']> = { method: 'GET', path: '/token' };
export const onSale: Call<E['onSale']> = { method: 'GET', path: '/token/on-sale/{id}' };
export const show: Call<E['show']> = { method: 'GET', path: '/token/{id}' };
export const history: Call<E['history']> = { method: 'GET', path: '/token/{id}/history' };
export const create: Call<E['create']> = { method: 'POST', path: '/token', isForm: true };
export const sign: Call<E['sign']> = { method: 'PUT', path: '/token/{id}' };
export const deleteDraft: Call<E['deleteDraft']> = { method: 'DELETE', path: '/token/{id}' };
export const favorite: Call<E['favorite']> = { method: 'POST', path: '/token/{id}/favorite' };
export const unfavorite: Call<E['unfavorite']> = { method: 'DELETE', path: '/token/{id}/favorite' };
export const send: Call<E['send']> = { method: 'POST', path: '/token/send' };
export const refresh: Call<E['refresh']> = { method: 'POST', path: '/token/{id}/refresh' };
