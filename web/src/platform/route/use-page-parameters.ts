import type { PageParameters, ParameterChange } from '@skarb/schema/page-parameters';
import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';

type Query = PageParameters & { toString: () => string };

/** The query of an address after a change; other parameters stay, but `page`, which counts pages of the list before it. */
export const changedQuery = (query: Query, change: ParameterChange): URLSearchParams => {
  const next = new URLSearchParams(query.toString());
  for (const [name, value] of Object.entries({ page: '', ...change })) {
    next.delete(name);
    for (const one of [value].flat()) if (one) next.append(name, one);
  }
  return next;
};

/**
 * The parameters of the page's address, and how to change them: each change is a history entry, or replaces the present
 * one, and leaves the page where it is scrolled to. A change shows at once, although a navigation takes a moment.
 */
export const usePageParameters = (): [
  parameters: Query,
  change: (change: ParameterChange, options?: { replace?: boolean }) => void,
] => {
  const [present, setPresent] = useSearchParams();
  const [asked, setAsked] = useState<{ query: URLSearchParams; at: URLSearchParams }>();
  const query = asked?.at === present ? asked.query : present;
  const change = useCallback(
    (wanted: ParameterChange, { replace = false } = {}) => {
      const next = changedQuery(query, wanted);
      setAsked({ query: next, at: present });
      setPresent(next, { preventScrollReset: true, replace });
    },
    [query, present, setPresent],
  );
  return [query, change];
};
