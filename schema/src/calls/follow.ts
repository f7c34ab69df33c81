// Written by `npm run generate -w schema`.
import type { followEndpoints } from '../follow.ts';
import type { Call } from '../endpoint.ts';

type E = typeof followEndpoints;

export const follow: Call<E['follow']> = { method: 'POST', path: '/follow/{id}' };
export const unfollow: Call<E['unfollow']> = { method: 'DELETE', path: '/follow/{id}' };
export const followed: Call<E['followed']> = { method: 'GET', path: '/follow' };
export const feed: Call<E['feed']> = { method: 'GET', path: '/feed' };
