import * as followCalls from '@skarb/schema/calls/follow';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../platform/http/api.ts';
import { PAGES } from '../../platform/query/pages.ts';
import { PRIVATE } from '../../platform/query/private.ts';

/** What the people and collections that the user follows did, newest first, paged. */
export const feedQuery = infiniteQueryOptions({
  queryKey: [PRIVATE, 'feed'],
  queryFn: ({ pageParam, signal }) => call(followCalls.feed, { query: { page: pageParam }, signal }),
  ...PAGES,
});
