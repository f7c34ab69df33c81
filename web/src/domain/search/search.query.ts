import * as searchCalls from '@skarb/schema/calls/search';
import { queryOptions } from '@tanstack/react-query';
import { clientOf } from '../../platform/query/client.ts';

/** What a text finds. A request that is no longer wanted is cancelled. */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: ({ client, signal }) =>
      clientOf(client)
        .call(searchCalls.find, { query: { q }, signal })
        .then(({ data }) => data),
    staleTime: 30_000,
  });
