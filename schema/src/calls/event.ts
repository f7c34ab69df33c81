// Written by `npm run generate -w schema`.
import type { eventEndpoints } from '../event.ts';
import type { Call } from '../endpoint.ts';

type E = typeof eventEndpoints;

export const listen: Call<E['listen']> = { method: 'GET', path: '/events' };
