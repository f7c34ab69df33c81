// Written by `npm run generate -w schema`.
import type { cartEndpoints } from '../cart.ts';
import type { Call } from '../endpoint.ts';

type E = typeof cartEndpoints;

export const quote: Call<E['quote']> = { method: 'POST', path: '/cart/quote' };
export const purchase: Call<E['purchase']> = { method: 'POST', path: '/cart/purchase' };
