// Written by `npm run generate -w schema`.
import type { transactionEndpoints } from '../transaction.ts';
import type { Call } from '../endpoint.ts';

type E = typeof transactionEndpoints;

export const follow: Call<E['follow']> = { method: 'POST', path: '/transaction' };
export const show: Call<E['show']> = { method: 'GET', path: '/transaction/{txHash}' };
export const refusal: Call<E['refusal']> = { method: 'GET', path: '/transaction/refusal' };
