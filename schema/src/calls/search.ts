// Written by `npm run generate -w schema`.
import type { searchEndpoints } from '../search.ts';
import type { Call } from '../endpoint.ts';

type E = typeof searchEndpoints;

export const find: Call<E['find']> = { method: 'GET', path: '/search' };
