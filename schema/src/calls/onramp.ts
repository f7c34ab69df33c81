// Written by `npm run generate -w schema`.
import type { onrampEndpoints } from '../onramp.ts';
import type { Call } from '../endpoint.ts';

type E = typeof onrampEndpoints;

export const settings: Call<E['settings']> = { method: 'GET', path: '/onramp' };
export const create: Call<E['create']> = { method: 'POST', path: '/onramp/order' };
export const list: Call<E['list']> = { method: 'GET', path: '/onramp/order' };
export const show: Call<E['show']> = { method: 'GET', path: '/onramp/order/{id}' };
export const webhook: Call<E['webhook']> = { method: 'POST', path: '/onramp/webhook/{provider}' };
