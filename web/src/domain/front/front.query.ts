import * as exhibitionCalls from '@skarb/schema/calls/exhibition';
import * as frontPageCalls from '@skarb/schema/calls/front-page';
import { queryOptions } from '@tanstack/react-query';
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

/** One exhibition. */
export const exhibitionQuery = (id: string) =>
  queryOptions({
    queryKey: ['exhibition', 'one', id],
    queryFn: ({ client, signal }) =>
      clientOf(client)
        .call(exhibitionCalls.show, { params: { id }, signal })
        .then(({ data }) => data),
  });
