// Written by `npm run generate -w schema`.
import type { devEndpoints } from '../dev.ts';
import type { Call } from '../endpoint.ts';

type E = typeof devEndpoints;

export const contracts: Call<E['contracts']> = { method: 'GET', path: '/dev/contracts' };
export const faucet: Call<E['faucet']> = { method: 'POST', path: '/dev/faucet' };
export const mail: Call<E['mail']> = { method: 'GET', path: '/dev/mail' };
