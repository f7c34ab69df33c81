// Written by `npm run generate -w schema`.
import type { frontPageEndpoints } from '../front-page.ts';
import type { Call } from '../endpoint.ts';

type E = typeof frontPageEndpoints;

export const show: Call<E['show']> = { method: 'GET', path: '/front-page' };
