import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useLocation } from 'react-router';
import { usePageParameters } from '../../platform/route/use-page-parameters.ts';
import { EMPTY_FILTER, readFilter, readPages, writeFilter, type Filter, type Sort } from './filter-url.ts';

/** The filter in the URL, and how to change it. Each change is a history entry. @param usual the order without one in the URL */
export const useFilter = (
  usual: Sort = EMPTY_FILTER.sort,
): {
  filter: Filter;
  change: (part: Partial<Filter>) => void;
  /** How many pages of the list the URL says were open. */ pages: number;
  keepPages: (pages: number) => void;
} => {
  const [query, setQuery] = usePageParameters();
  const filter = useMemo(() => readFilter(query, usual), [query, usual]);
  const change = useCallback(
    (part: Partial<Filter>) => setQuery(writeFilter({ ...filter, ...part }, usual)),
    [filter, setQuery, usual],
  );
  // While the next screen is rendered, the address is already that screen's.
  const own = useRef('');
  const { pathname } = useLocation();
  useLayoutEffect(() => void (own.current = location.pathname), [pathname]);
  // Write the address directly: a navigation would render the whole page again for an invisible number.
  const keepPages = useCallback((pages: number) => {
    if (location.pathname !== own.current) return;
    const url = new URL(location.href);
    if (pages > 1) url.searchParams.set('page', String(pages));
    else url.searchParams.delete('page');
    if (url.href !== location.href) history.replaceState(history.state, '', url);
  }, []);
  return { filter, change, pages: readPages(query), keepPages };
};
