// Written by `npm run generate -w schema`.
import type { localeEndpoints } from '../locale.ts';
import type { Call } from '../endpoint.ts';

type E = typeof localeEndpoints;

export const reportMissing: Call<E['reportMissing']> = { method: 'POST', path: '/locales/add/{lng}/{ns}' };
export const missing: Call<E['missing']> = { method: 'GET', path: '/admin/missing-word' };
