import type { ListMeta } from '@skarb/schema/primitive';

export type Page<T> = { data: T[]; meta: ListMeta };

/** Options with which an infinite query loads a list page by page. */
export const PAGES = {
  initialPageParam: 1,
  getNextPageParam: ({ meta }: Page<unknown>) =>
    meta.currentPage < meta.totalPages ? meta.currentPage + 1 : undefined,
};

/** How many entries the next page of a list has, so that their places are kept while it loads. */
export const comingOf = ([first]: readonly Page<unknown>[], shown: number): number =>
  first ? Math.max(0, Math.min(first.meta.itemsPerPage, first.meta.totalItems - shown)) : 0;
