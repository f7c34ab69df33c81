import * as artistCalls from '@skarb/schema/calls/artist';
import type { PageParameters } from '@skarb/schema/page-parameters';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { clientOf } from '../../platform/query/client.ts';
import { PAGES } from '../../platform/query/pages.ts';
import { readSearch } from '../../ui/use-search-text.ts';

/** The orders of the page of artists; the first is the default. */
export const ARTIST_SORTS = ['createdAt:DESC', 'followers:DESC', 'works:DESC', 'volume:DESC'] as const;
type ArtistSort = (typeof ARTIST_SORTS)[number];
export type ArtistFilter = { search: string; sortBy: ArtistSort };

/** The filter in a URL. Invalid values are ignored. */
export const readArtistFilter = (query: PageParameters): ArtistFilter => ({
  search: readSearch(query),
  sortBy: ARTIST_SORTS.find((sort) => sort === query.get('sort')) ?? ARTIST_SORTS[0],
});

/** People with public works, paged. */
export const artistListQuery = ({ search, sortBy }: ArtistFilter) =>
  infiniteQueryOptions({
    queryKey: ['artist', 'list', { search, sortBy }],
    queryFn: ({ client, signal, pageParam }) =>
      clientOf(client).call(artistCalls.list, {
        query: { sortBy, page: pageParam, ...(search && { search }) },
        signal,
      }),
    ...PAGES,
    // Keep the old list, faded, until the new one has loaded.
    placeholderData: (previous) => previous,
  });
