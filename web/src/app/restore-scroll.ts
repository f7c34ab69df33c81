import { useEffect } from 'react';
import { type Location, useLocation, useNavigationType } from 'react-router';

/** Where the router keeps how far each entry of the history was scrolled, for the next life of the page. */
export const SCROLL_STORAGE_KEY = 'scrollPositions';

/**
 * What a place is remembered by. Each page that was loaded, not navigated to, has the router's key `default`: by that
 * alone an address typed into the tab would be scrolled to where the page before it stood. The query is left out: a
 * list writes its pages there without the router.
 */
export const scrollKey = ({ key, pathname }: Pick<Location, 'key' | 'pathname'>): string =>
  key === 'default' ? pathname : key;

const PATIENCE_MS = 10_000;
/** A user who scrolls is no longer scrolled by the app. */
const SIGNS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

const savedFor = (key: string): number => {
  try {
    const saved = JSON.parse(sessionStorage.getItem(SCROLL_STORAGE_KEY) ?? '{}') as Record<string, unknown>;
    return Number(saved[key]) || 0;
  } catch {
    return 0;
  }
};

/**
 * Back after a reload leads to a place that is not there yet: its list is still on its way. The router tries once;
 * this goes there as soon as the page is long enough.
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
      for (const sign of SIGNS) removeEventListener(sign, end);
    };
    const watch = new ResizeObserver(() => {
      if (reach() < place) return;
      scrollTo(0, place);
      end();
    });
    const timer = setTimeout(end, PATIENCE_MS);
    for (const sign of SIGNS) addEventListener(sign, end, { passive: true });
    watch.observe(document.body);
    return end;
  }, [key, isBack]);
};
