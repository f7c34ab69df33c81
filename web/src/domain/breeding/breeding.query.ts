import type { QueryOf } from '@skarb/client';
import * as breedingCalls from '@skarb/schema/calls/breeding';
import type { BreedingStatus } from '@skarb/schema/breeding';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { clientOf } from '../../platform/query/client.ts';
import { PAGES } from '../../platform/query/pages.ts';

export const openCollectionsQuery = queryOptions({
  queryKey: ['breeding', 'collections'],
  queryFn: ({ client, signal }) =>
    clientOf(client)
      .call(breedingCalls.collections, { query: { limit: 100 }, signal })
      .then(({ data }) => data),
});

export type BreedingTokenFilter = Omit<QueryOf<typeof breedingCalls.tokens>, 'page'>;

/** Tokens with genes, paged. */
export const breedingTokensQuery = (filter: BreedingTokenFilter) =>
  infiniteQueryOptions({
    queryKey: ['breeding', 'tokens', filter],
    queryFn: ({ client, signal, pageParam }) =>
      clientOf(client).call(breedingCalls.tokens, {
        query: { limit: 24, ...filter, page: pageParam },
        signal,
      }),
    ...PAGES,
    placeholderData: (previous) => previous,
  });

/**
 * A pair's cost and odds, and what prevents the breeding.
 * @param viewerUuid who is signed in: that they do not own the matron may prevent it. Until their own answer has come, the
 *   one that the server rendered for everybody stays.
 */
export const pairQuery = (matronUuid: string, sireUuid: string, viewerUuid?: string) =>
  queryOptions({
    queryKey: ['breeding', 'pair', matronUuid, sireUuid, viewerUuid ?? ''],
    queryFn: ({ client, signal }) =>
      clientOf(client)
        .call(breedingCalls.pair, { query: { matronUuid, sireUuid }, signal })
        .then(({ data }) => data),
    staleTime: 2_000,
    placeholderData: (before) =>
      before?.matron.uuid === matronUuid && before.sire.uuid === sireUuid ? before : undefined,
  });

/** Breedings, newest first, paged. */
export const breedingsQuery = (filter: { ownerUuid?: string; collectionUuid?: string; status?: BreedingStatus }) =>
  infiniteQueryOptions({
    queryKey: ['breeding', 'list', filter],
    queryFn: ({ client, signal, pageParam }) =>
      clientOf(client).call(breedingCalls.list, { query: { ...filter, page: pageParam }, signal }),
    ...PAGES,
  });

export const breedingQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['breeding', 'one', uuid],
    queryFn: ({ client, signal }) =>
      clientOf(client)
        .call(breedingCalls.show, { params: { id: uuid }, signal })
        .then(({ data }) => data),
    staleTime: 2_000,
  });
