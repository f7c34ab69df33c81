// Written by `npm run generate -w schema`.
import type { artistEndpoints } from '../artist.ts';
import type { Call } from '../endpoint.ts';

type E = typeof artistEndpoints;

export const list: Call<E['list']> = { method: 'GET', path: '/artist' };
