// Written by `npm run generate -w schema`.
import type { accountKeyEndpoints } from '../account-key.ts';
import type { Call } from '../endpoint.ts';

type E = typeof accountKeyEndpoints;

export const keys: Call<E['keys']> = { method: 'GET', path: '/account/key' };
export const addKey: Call<E['addKey']> = { method: 'POST', path: '/account/key' };
export const removeKey: Call<E['removeKey']> = { method: 'DELETE', path: '/account/key/{id}' };
