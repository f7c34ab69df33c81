import * as collectionCalls from '@skarb/schema/calls/collection';
import type { Collection } from '@skarb/schema/collection';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { clientOf } from '../../platform/query/client.ts';
import { PAGES } from '../../platform/query/pages.ts';

/** How many collections a page or a filter shows at once. */
const SHOWN = 12;

/** What the gallery shows of a collection. Everything else would be in the data of its rendered page: 10 KB for twelve. */
export type ShownCollection = Pick<Collection, 'uuid' | 'name' | 'isVerified'> & {
  image: Pick<Collection['image'], 'preview' | 'thumbhash' | 'width' | 'height'>;
  stats: Pick<Collection['stats'], 'items'>;
};
export const shownOf = ({ uuid, name, isVerified, image, stats }: Collection): ShownCollection => {
  const { preview, thumbhash, width, height } = image;
  return { uuid, name, isVerified, image: { preview, thumbhash, width, height }, stats: { items: stats.items } };
};

/** The first collections: featured ones, then by volume; with a text, those that have it in their names. */
export const shownCollectionsQuery = (search = '') =>
  queryOptions({
    queryKey: ['collection', 'list', 'shown', search],
    queryFn: ({ client, signal }) =>
      clientOf(client)
        .call(collectionCalls.list, {
          query: { sortBy: 'featured:ASC', limit: SHOWN, ...(search && { search }) },
          signal,
        })
        .then(({ data, meta }) => ({ data: data.map(shownOf), meta })),
    staleTime: 60_000,
  });

/** All collections in that order, or all that a text finds, paged. */
export const allCollectionsQuery = (search = '') =>
  infiniteQueryOptions({
    queryKey: ['collection', 'list', 'all', search],
    queryFn: ({ client, signal, pageParam }) =>
      clientOf(client).call(collectionCalls.list, {
        query: { sortBy: 'featured:ASC', limit: 24, page: pageParam, ...(search && { search }) },
        signal,
      }),
    ...PAGES,
  });

/** The collections of one creator, by volume. */
export const collectionsQuery = (filter: { creatorUuid?: string }) =>
  queryOptions({
    queryKey: ['collection', 'list', filter],
    queryFn: ({ client, signal }) =>
      clientOf(client)
        .call(collectionCalls.list, {
          query: { sortBy: 'volume:DESC', ...filter },
          signal,
        })
        .then(({ data }) => data),
    staleTime: 60_000,
  });

export const collectionQuery = (id: string) =>
  queryOptions({
    queryKey: ['collection', 'one', id],
    queryFn: ({ client, signal }) =>
      clientOf(client)
        .call(collectionCalls.show, { params: { id }, signal })
        .then(({ data }) => data),
  });
