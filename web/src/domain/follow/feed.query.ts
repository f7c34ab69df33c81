import * as followCalls from '@skarb/schema/calls/follow';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/http/api.ts';
import { PAGES } from '../../platform/query/pages.ts';
import { PRIVATE } from '../../platform/query/private.ts';

/**
 * What the people and collections that the user follows did, newest first, paged. Not read again while it is shown: entries
 * that are being read must not move.
 */
export const feedQuery = infiniteQueryOptions({
  queryKey: [PRIVATE, 'feed', 'list'],
  queryFn: ({ pageParam, signal }) => call(followCalls.feed, { query: { page: pageParam }, signal }),
  ...PAGES,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});

/** The people and collections that the user follows, paged. Who is left stays in view until the list is read again. */
export const followedQuery = infiniteQueryOptions({
  queryKey: [PRIVATE, 'followed'],
  queryFn: ({ pageParam, signal }) => call(followCalls.followed, { query: { page: pageParam }, signal }),
  ...PAGES,
  staleTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});

/** The newest entries; live-cache.ts reads them again when something happens. */
export const newestFeedQuery = queryOptions({
  queryKey: [PRIVATE, 'feed', 'newest'],
  queryFn: ({ signal }) => call(followCalls.feed, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
