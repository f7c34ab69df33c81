// Written by `npm run generate -w schema`.
import type { bundlerEndpoints } from '../bundler.ts';
import type { Call } from '../endpoint.ts';

type E = typeof bundlerEndpoints;

export const call: Call<E['call']> = { method: 'POST', path: '/bundler' };
