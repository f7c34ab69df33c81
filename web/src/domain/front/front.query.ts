import * as exhibitionCalls from '@skarb/schema/calls/exhibition';
import * as frontPageCalls from '@skarb/schema/calls/front-page';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { clientOf } from '../../platform/query/client.ts';

/** The sections of the first page. */
export const frontPageQuery = queryOptions({
  queryKey: ['front', 'page'],
  queryFn: ({ client, signal }) =>
    clientOf(client)
      .call(frontPageCalls.show, { signal })
      .then(({ data }) => data),
  staleTime: 30_000,
  refetchOnWindowFocus: false,
});

/** One exhibition. @param client knows those of the first page */
export const exhibitionQuery = (id: string, client?: QueryClient) =>
  queryOptions({
    queryKey: ['exhibition', 'one', id],
    placeholderData: () => client?.getQueryData(frontPageQuery.queryKey)?.exhibitions.find(({ uuid }) => uuid === id),
    queryFn: ({ client, signal }) =>
      clientOf(client)
        .call(exhibitionCalls.show, { params: { id }, signal })
        .then(({ data }) => data),
  });
