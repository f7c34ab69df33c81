import type {
  Breeding,
  BreedingFamily,
  BreedingPair,
  BreedingStatus,
  BreedingTerms,
  BreedingToken,
} from '@skarb/schema/breeding';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { apiOf } from '../../platform/query/client.ts';
import type { Page } from '../token/token.query.ts';

/** Collections that are open for breeding. */
export const openCollectionsQuery = queryOptions({
  queryKey: ['breeding', 'collections'],
  queryFn: ({ client, signal }) =>
    apiOf(client)
      .get<Page<BreedingTerms>>('/breeding/collection', { query: { limit: 100 }, signal })
      .then(({ data }) => data),
});

/** The terms of one collection; null where it was never opened. */
export const termsQuery = (collectionUuid: string) =>
  queryOptions({
    queryKey: ['breeding', 'terms', collectionUuid],
    queryFn: ({ client, signal }) =>
      apiOf(client)
        .get<{ data: BreedingTerms | null }>(`/breeding/collection/${collectionUuid}`, { signal })
        .then(({ data }) => data),
  });

/** Query parameters of GET /breeding/token, without page. */
export type BreedingTokenFilter = {
  search?: string;
  collectionUuid?: string;
  ownerUuid?: string;
  siring?: boolean;
  sortBy?: string;
};

/** Tokens with genes, a page at a time. */
export const breedingTokensQuery = (filter: BreedingTokenFilter) =>
  infiniteQueryOptions({
    queryKey: ['breeding', 'tokens', filter],
    queryFn: ({ client, signal, pageParam }) =>
      apiOf(client).get<Page<BreedingToken>>('/breeding/token', {
        query: { limit: 24, ...filter, page: pageParam },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.currentPage < meta.totalPages ? meta.currentPage + 1 : undefined),
    placeholderData: (previous) => previous,
  });

/** One token as a parent, with its relatives; null where it has no genes. */
export const familyQuery = (tokenUuid: string) =>
  queryOptions({
    queryKey: ['breeding', 'family', tokenUuid],
    queryFn: ({ client, signal }) =>
      apiOf(client)
        .get<{ data: BreedingFamily | null }>(`/breeding/token/${tokenUuid}`, { signal })
        .then(({ data }) => data),
  });

/** What a pair would cost and give, and what is in the way. */
export const pairQuery = (matronUuid: string, sireUuid: string) =>
  queryOptions({
    queryKey: ['breeding', 'pair', matronUuid, sireUuid],
    queryFn: ({ client, signal }) =>
      apiOf(client)
        .get<{ data: BreedingPair }>('/breeding/pair', { query: { matronUuid, sireUuid }, signal })
        .then(({ data }) => data),
    staleTime: 2_000,
  });

/** Breedings, newest first, a page at a time. */
export const breedingsQuery = (filter: { ownerUuid?: string; collectionUuid?: string; status?: BreedingStatus }) =>
  infiniteQueryOptions({
    queryKey: ['breeding', 'list', filter],
    queryFn: ({ client, signal, pageParam }) =>
      apiOf(client).get<Page<Breeding>>('/breeding', { query: { ...filter, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.currentPage < meta.totalPages ? meta.currentPage + 1 : undefined),
  });

/** One breeding. */
export const breedingQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['breeding', 'one', uuid],
    queryFn: ({ client, signal }) =>
      apiOf(client)
        .get<{ data: Breeding }>(`/breeding/${uuid}`, { signal })
        .then(({ data }) => data),
    staleTime: 2_000,
  });
