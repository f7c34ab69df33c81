// Written by `npm run generate -w schema`.
import type { auditEndpoints } from '../audit.ts';
import type { Call } from '../endpoint.ts';

type E = typeof auditEndpoints;

export const audit: Call<E['audit']> = { method: 'GET', path: '/admin/audit' };
