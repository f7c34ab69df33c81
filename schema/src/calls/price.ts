// Written by `npm run generate -w schema`.
import type { priceEndpoints } from '../price.ts';
import type { Call } from '../endpoint.ts';

type E = typeof priceEndpoints;

export const show: Call<E['show']> = { method: 'GET', path: '/price' };
