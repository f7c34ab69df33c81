import { matchRoutes, type RouteObject } from 'react-router';

/** What comes before the press of a link: a mouse on it, a finger, or the focus. */
const INTENT = ['pointerover', 'touchstart', 'focusin'];

/**
 * Fetches the scripts of a page when somebody points at a link to it, so that its press need not wait for them: a page that
 * comes late replaces the old one by a message first, and the picture of a pressed card could not become that of the page.
 * @returns ends it
 */
export const fetchOnIntent = (routes: RouteObject[]): (() => void) => {
  const seen = new Set<string>();
  const onIntent = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (!link || link.origin !== location.origin || seen.has(link.pathname)) return;
    seen.add(link.pathname);
    for (const { route } of matchRoutes(routes, link.pathname) ?? [])
      if (typeof route.lazy === 'function') route.lazy().catch(() => seen.delete(link.pathname));
  };
  for (const type of INTENT) addEventListener(type, onIntent, { passive: true });
  return () => {
    for (const type of INTENT) removeEventListener(type, onIntent);
  };
};
