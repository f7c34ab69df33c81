// Written by `npm run generate -w schema`.
import type { portfolioEndpoints } from '../portfolio.ts';
import type { Call } from '../endpoint.ts';

type E = typeof portfolioEndpoints;

export const list: Call<E['list']> = { method: 'GET', path: '/portfolio' };
export const sales: Call<E['sales']> = { method: 'GET', path: '/portfolio/sale' };
export const csv: Call<E['csv']> = { method: 'GET', path: '/portfolio.csv' };
