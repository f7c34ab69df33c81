// Written by `npm run generate -w schema`.
import type { referenceEndpoints } from '../reference.ts';
import type { Call } from '../endpoint.ts';

type E = typeof referenceEndpoints;

export const categories: Call<E['categories']> = { method: 'GET', path: '/category' };
export const currencies: Call<E['currencies']> = { method: 'GET', path: '/currency' };
export const networks: Call<E['networks']> = { method: 'GET', path: '/network' };
