// Written by `npm run generate -w schema`.
import type { ownDataEndpoints } from '../own-data.ts';
import type { Call } from '../endpoint.ts';

type E = typeof ownDataEndpoints;

export const requestExport: Call<E['requestExport']> = { method: 'POST', path: '/auth/export' };
export const download: Call<E['download']> = { method: 'GET', path: '/auth/export/{secret}' };
export const deletion: Call<E['deletion']> = { method: 'GET', path: '/auth/deletion' };
export const requestDeletion: Call<E['requestDeletion']> = { method: 'POST', path: '/auth/deletion' };
export const keepAccount: Call<E['keepAccount']> = { method: 'DELETE', path: '/auth/deletion' };
