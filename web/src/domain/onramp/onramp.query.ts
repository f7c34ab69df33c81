import * as onrampCalls from '@skarb/schema/calls/onramp';
import type { OnrampOrder } from '@skarb/schema/onramp';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/http/api.ts';

/** What can be bought by card; null if nothing can. Its bounds follow the prices. */
export const onrampQuery = queryOptions({
  queryKey: ['onramp', 'settings'],
  queryFn: async ({ signal }) => (await call(onrampCalls.settings, { signal })).data,
  staleTime: 60_000,
});

/** Live updates bring changes; polling replaces them while the connection is down. */
const AGAIN_MS = 4_000;
const isUnderWay = (order: OnrampOrder | undefined) => order?.status === 'created' || order?.status === 'pending';

export const ordersQuery = queryOptions({
  queryKey: ['private', 'onramp', 'list'],
  queryFn: async ({ signal }) => (await call(onrampCalls.list, { query: { limit: 10 }, signal })).data,
});

export const orderQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['private', 'onramp', 'one', uuid],
    queryFn: async ({ signal }) => (await call(onrampCalls.show, { params: { id: uuid }, signal })).data,
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? AGAIN_MS : false),
  });
