import type { ListMeta } from '@skarb/schema/primitive';

export type Page<T> = { data: T[]; meta: ListMeta };

/** Options with which an infinite query loads a list page by page. */
export const PAGES = {
  initialPageParam: 1,
  getNextPageParam: ({ meta }: Page<unknown>) =>
    meta.currentPage < meta.totalPages ? meta.currentPage + 1 : undefined,
};
