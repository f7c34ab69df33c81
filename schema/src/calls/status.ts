// Written by `npm run generate -w schema`.
import type { statusEndpoints } from '../status.ts';
import type { Call } from '../endpoint.ts';

type E = typeof statusEndpoints;

export const health: Call<E['health']> = { method: 'GET', path: '/health' };
export const ready: Call<E['ready']> = { method: 'GET', path: '/ready' };
