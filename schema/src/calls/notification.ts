// Written by `npm run generate -w schema`.
import type { notificationEndpoints } from '../notification.ts';
import type { Call } from '../endpoint.ts';

type E = typeof notificationEndpoints;

export const list: Call<E['list']> = { method: 'GET', path: '/notification' };
export const read: Call<E['read']> = { method: 'PUT', path: '/notification/read' };
export const settings: Call<E['settings']> = { method: 'GET', path: '/notification/setting' };
export const changeSettings: Call<E['changeSettings']> = { method: 'PUT', path: '/notification/setting' };
