/**
 * The query parameters that server rendering reads. All others, such as campaign parameters, do not change the page.
 */
const ONE = [
  'search',
  'q',
  'kind',
  'onSale',
  'type',
  'minPrice',
  'maxPrice',
  'currency',
  'sort',
  'page',
  'view',
  'tab',
  'section',
  'of',
  'period',
  'minRank',
  'maxRank',
] as const;
const SAME = ['token', 'matron', 'sire', 'breeding', 'lng'] as const;
const MANY = ['category', 'collection', 'trait', 'range', 'state'] as const;

/** The canonical path and query of a page: known parameters in a fixed order, without empty ones. */
export const pageUrlOf = (url: URL): string => {
  const query = new URLSearchParams();
  for (const name of [...ONE, ...SAME]) {
    const value = url.searchParams.get(name);
    if (value) query.set(name, value);
  }
  for (const name of MANY)
    for (const value of new Set(url.searchParams.getAll(name).toSorted())) if (value) query.append(name, value);
  query.sort();
  const text = query.toString();
  return text ? `${url.pathname}?${text}` : url.pathname;
};
