// Written by `npm run generate -w schema`.
import type { activityEndpoints } from '../activity.ts';
import type { Call } from '../endpoint.ts';

type E = typeof activityEndpoints;

export const list: Call<E['list']> = { method: 'GET', path: '/activity' };
