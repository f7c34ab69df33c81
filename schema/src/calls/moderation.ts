// Written by `npm run generate -w schema`.
import type { moderationEndpoints } from '../moderation.ts';
import type { Call } from '../endpoint.ts';

type E = typeof moderationEndpoints;

export const report: Call<E['report']> = { method: 'POST', path: '/report' };
export const cases: Call<E['cases']> = { method: 'GET', path: '/admin/moderation' };
export const hide: Call<E['hide']> = { method: 'POST', path: '/admin/moderation/hide' };
export const restore: Call<E['restore']> = { method: 'POST', path: '/admin/moderation/restore' };
export const dismiss: Call<E['dismiss']> = { method: 'POST', path: '/admin/moderation/dismiss' };
export const note: Call<E['note']> = { method: 'POST', path: '/admin/moderation/note' };
export const verify: Call<E['verify']> = { method: 'PUT', path: '/admin/verified' };
export const feature: Call<E['feature']> = { method: 'PUT', path: '/admin/featured' };
export const featured: Call<E['featured']> = { method: 'GET', path: '/admin/featured' };
