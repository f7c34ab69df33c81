// Written by `npm run generate -w schema`.
import type { ownDataEndpoints } from '../own-data.ts';
import type { Call } from '../endpoint.ts';

type E = typeof ownDataEndpoints;

export const requestExport: Call<E['requestExport']> = { method: 'POST', path: '/account/export' };
export const download: Call<E['download']> = { method: 'GET', path: '/account/export/{secret}' };
export const deletion: Call<E['deletion']> = { method: 'GET', path: '/account/deletion' };
export const requestDeletion: Call<E['requestDeletion']> = { method: 'POST', path: '/account/deletion' };
export const keepAccount: Call<E['keepAccount']> = { method: 'DELETE', path: '/account/deletion' };
