import { PAGE_PARAMETERS } from '@skarb/schema/page-parameters';

/**
 * The canonical path and query of a page: the parameters that pages read, in a fixed order and without empty ones. Others,
 * such as those of campaigns, do not change the page.
 */
export const pageUrlOf = (url: URL): string => {
  const query = new URLSearchParams();
  for (const name of PAGE_PARAMETERS.one) {
    const value = url.searchParams.get(name);
    if (value) query.set(name, value);
  }
  for (const name of PAGE_PARAMETERS.several)
    for (const value of new Set(url.searchParams.getAll(name).toSorted())) if (value) query.append(name, value);
  query.sort();
  const text = query.toString();
  return text ? `${url.pathname}?${text}` : url.pathname;
};
