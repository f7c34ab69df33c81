// Written by `npm run generate -w schema`.
import type { collectionEndpoints } from '../collection.ts';
import type { Call } from '../endpoint.ts';

type E = typeof collectionEndpoints;

export const list: Call<E['list']> = { method: 'GET', path: '/collection' };
export const trending: Call<E['trending']> = { method: 'GET', path: '/collection/trending' };
export const show: Call<E['show']> = { method: 'GET', path: '/collection/{id}' };
export const traits: Call<E['traits']> = { method: 'GET', path: '/collection/{id}/trait' };
export const holders: Call<E['holders']> = { method: 'GET', path: '/collection/{id}/holder' };
export const create: Call<E['create']> = { method: 'POST', path: '/collection', isForm: true };
export const edit: Call<E['edit']> = { method: 'PUT', path: '/collection/{id}', isForm: true };
