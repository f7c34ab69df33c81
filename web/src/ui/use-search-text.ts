import { useEffect, useState } from 'react';
import { usePageParameters } from '../platform/route/use-page-parameters.ts';

/** Typing pauses for this long before the search begins. */
const PAUSE_MS = 350;

/** What is searched for by the parameter `search`. */
export const readSearch = (query: { get: (name: 'search') => string | null }): string =>
  (query.get('search') ?? '').trim().slice(0, 100);

/**
 * The text of a search field. The address gets it once somebody pauses; when the address changes by itself, as with Back,
 * its search replaces what was typed.
 */
export const useSearchText = (): [text: string, setText: (text: string) => void, search: () => void] => {
  const [query, change] = usePageParameters();
  const present = readSearch(query);
  const [text, setText] = useState(present);
  const [known, setKnown] = useState(present);
  const wanted = text.trim();
  if (known !== present) {
    setKnown(present);
    if (wanted !== present) setText(present);
  }
  const isTyped = wanted !== present && known === present;
  useEffect(() => {
    if (!isTyped) return;
    const timer = setTimeout(() => change({ search: wanted }, { replace: true }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isTyped, wanted, change]);
  return [text, setText, () => change({ search: wanted }, { replace: true })];
};
