import type { WayIn } from '@skarb/schema/account';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../platform/http/api.ts';

export const WAYS_KEY = ['private', 'way'];

/** The ways the signed-in user signs in. */
export const waysQuery = queryOptions({
  queryKey: WAYS_KEY,
  queryFn: async ({ signal }) => (await api.get<{ data: WayIn[] }>('/auth/way', { signal })).data,
});
