import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
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

/**
 * Changes every kept answer whose key begins with `queryKey`. It stays as old as its reading, and one that is to be read
 * again is still read again.
 */
export const setKept = <T>(client: QueryClient, queryKey: QueryKey, change: (kept: T) => T): void => {
  for (const query of client.getQueryCache().findAll({ queryKey })) {
    const { data, dataUpdatedAt, isInvalidated } = query.state;
    const changed = data === undefined ? data : change(data as T);
    if (changed === data) continue;
    client.setQueryData(query.queryKey, changed, { updatedAt: dataUpdatedAt });
    if (isInvalidated) query.invalidate();
  }
};

/** Changes one item in every kept list whose key begins with `queryKey`. */
export const setInPages = <T extends { uuid: string }>(
  client: QueryClient,
  queryKey: QueryKey,
  uuid: string,
  change: (one: T) => T,
): void =>
  setKept<InfiniteData<Page<T>>>(client, queryKey, (list) => {
    if (!list.pages.some(({ data }) => data.some((one) => one.uuid === uuid))) return list;
    const changed = (one: T) => (one.uuid === uuid ? change(one) : one);
    return { ...list, pages: list.pages.map((page) => ({ ...page, data: page.data.map(changed) })) };
  });
