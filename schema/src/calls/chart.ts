// Written by `npm run generate -w schema`.
import type { chartEndpoints } from '../chart.ts';
import type { Call } from '../endpoint.ts';

type E = typeof chartEndpoints;

export const token: Call<E['token']> = { method: 'GET', path: '/token/{id}/chart' };
export const collection: Call<E['collection']> = { method: 'GET', path: '/collection/{id}/chart' };
