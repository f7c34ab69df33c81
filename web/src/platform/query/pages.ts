import type { ListMeta } from '@skarb/schema/primitive';

export type Page<T> = { data: T[]; meta: ListMeta };

/** How an infinite query turns the pages of a list. */
export const PAGES = {
  initialPageParam: 1,
  getNextPageParam: ({ meta }: Page<unknown>) =>
    meta.currentPage < meta.totalPages ? meta.currentPage + 1 : undefined,
};
