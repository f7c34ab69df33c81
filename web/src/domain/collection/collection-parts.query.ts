/** Reads of a collection's page that its first view does not need. */
import * as collectionCalls from '@skarb/schema/calls/collection';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { clientOf } from '../../platform/query/client.ts';
import { PAGES } from '../../platform/query/pages.ts';

/** The properties of a collection's works; the server derives them seconds after a change. */
export const collectionTraitsQuery = (id: string) =>
  queryOptions({
    queryKey: ['collection', 'traits', id],
    queryFn: ({ client, signal }) => clientOf(client).call(collectionCalls.traits, { params: { id }, signal }),
    staleTime: 10_000,
  });

/** Who holds works of a collection. */
export const collectionHoldersQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['collection', 'holders', id],
    queryFn: ({ client, signal, pageParam }) =>
      clientOf(client).call(collectionCalls.holders, { params: { id }, query: { page: pageParam }, signal }),
    ...PAGES,
  });
