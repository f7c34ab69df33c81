// Written by `npm run generate -w schema`.
import type { devEndpoints } from '../dev.ts';
import type { Call } from '../endpoint.ts';

type E = typeof devEndpoints;

export const faucet: Call<E['faucet']> = { method: 'POST', path: '/dev/faucet' };
export const mail: Call<E['mail']> = { method: 'GET', path: '/dev/mail' };
