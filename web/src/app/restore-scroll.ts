import { useEffect } from 'react';
import { type Location, useLocation, useNavigationType } from 'react-router';

/** Where the router stores the scroll position of each history entry, so that a reload can restore it. */
export const SCROLL_STORAGE_KEY = 'scrollPositions';

/**
 * The key of a stored scroll position. Every loaded (not navigated) page has the router's key `default`; with that alone,
 * a typed address would get the scroll position of the page before it, so such pages use their path. The query is left
 * out because lists change it without the router.
 */
export const scrollKey = ({ key, pathname }: Pick<Location, 'key' | 'pathname'>): string =>
  key === 'default' ? pathname : key;

const PATIENCE_MS = 10_000;
/** A user who scrolls is no longer scrolled by the app. */
const INTERACTION_EVENTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

const savedFor = (key: string): number => {
  try {
    const saved = JSON.parse(sessionStorage.getItem(SCROLL_STORAGE_KEY) ?? '{}') as Record<string, unknown>;
    return Number(saved[key]) || 0;
  } catch {
    return 0;
  }
};

/**
 * After a reload, Back leads to a position that does not exist yet, because the list is still loading. The router tries
 * once; this scrolls there as soon as the page is long enough.
 */
export const useRestoreScroll = (): void => {
  const key = scrollKey(useLocation());
  const isBack = useNavigationType() === 'POP';
  useEffect(() => {
    const place = isBack ? savedFor(key) : 0;
    const reach = () => document.documentElement.scrollHeight - innerHeight;
    if (place === 0 || reach() >= place) return;
    const end = () => {
      watch.disconnect();
      clearTimeout(timer);
      for (const name of INTERACTION_EVENTS) removeEventListener(name, end);
    };
    const watch = new ResizeObserver(() => {
      if (reach() < place) return;
      scrollTo(0, place);
      end();
    });
    const timer = setTimeout(end, PATIENCE_MS);
    for (const name of INTERACTION_EVENTS) addEventListener(name, end, { passive: true });
    watch.observe(document.body);
    return end;
  }, [key, isBack]);
};
