// Written by `npm run generate -w schema`.
import type { operatorPageEndpoints } from '../operator-page.ts';
import type { Call } from '../endpoint.ts';

type E = typeof operatorPageEndpoints;

export const show: Call<E['show']> = { method: 'GET', path: '/page/{name}' };
