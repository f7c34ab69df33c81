// Written by `npm run generate -w schema`.
import type { exhibitionEndpoints } from '../exhibition.ts';
import type { Call } from '../endpoint.ts';

type E = typeof exhibitionEndpoints;

export const show: Call<E['show']> = { method: 'GET', path: '/exhibition/{id}' };
export const list: Call<E['list']> = { method: 'GET', path: '/admin/exhibition' };
export const add: Call<E['add']> = { method: 'POST', path: '/admin/exhibition' };
export const order: Call<E['order']> = { method: 'PUT', path: '/admin/exhibition/order' };
export const edit: Call<E['edit']> = { method: 'PUT', path: '/admin/exhibition/{id}' };
export const end: Call<E['end']> = { method: 'POST', path: '/admin/exhibition/{id}/end' };
