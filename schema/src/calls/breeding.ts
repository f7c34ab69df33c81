// Written by `npm run generate -w schema`.
import type { breedingEndpoints } from '../breeding.ts';
import type { Call } from '../endpoint.ts';

type E = typeof breedingEndpoints;

export const collections: Call<E['collections']> = { method: 'GET', path: '/breeding/collection' };
export const terms: Call<E['terms']> = { method: 'GET', path: '/breeding/collection/{id}' };
export const open: Call<E['open']> = { method: 'PUT', path: '/breeding/collection/{id}' };
export const close: Call<E['close']> = { method: 'DELETE', path: '/breeding/collection/{id}' };
export const tokens: Call<E['tokens']> = { method: 'GET', path: '/breeding/token' };
export const family: Call<E['family']> = { method: 'GET', path: '/breeding/token/{id}' };
export const pair: Call<E['pair']> = { method: 'GET', path: '/breeding/pair' };
export const list: Call<E['list']> = { method: 'GET', path: '/breeding' };
export const show: Call<E['show']> = { method: 'GET', path: '/breeding/{id}' };
export const breed: Call<E['breed']> = { method: 'POST', path: '/breeding' };
export const hatch: Call<E['hatch']> = { method: 'POST', path: '/breeding/{id}/hatch' };
export const offerSiring: Call<E['offerSiring']> = { method: 'POST', path: '/breeding/token/{id}/siring' };
export const withdrawSiring: Call<E['withdrawSiring']> = { method: 'DELETE', path: '/breeding/token/{id}/siring' };
