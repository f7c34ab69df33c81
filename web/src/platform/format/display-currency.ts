import { DISPLAY_CURRENCIES, DISPLAY_CURRENCY_KEY as KEY, type DisplayCurrency } from '@skarb/schema/limits';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { keepCookie } from '../keep-cookie.ts';

const FIRST: DisplayCurrency = DISPLAY_CURRENCIES[0];
const listeners = new Set<() => void>();
let inMemory: DisplayCurrency | undefined;

/** The display currency that was chosen in this browser; the first one until then. */
export const displayCurrency = (): DisplayCurrency => {
  try {
    const kept = localStorage.getItem(KEY);
    return DISPLAY_CURRENCIES.find((one) => one === kept) ?? inMemory ?? FIRST;
  } catch {
    // Without storage the choice applies to this page only.
    return inMemory ?? FIRST;
  }
};
const notifyListeners = () => {
  for (const listener of listeners) listener();
};
const onStorage = ({ key }: StorageEvent) => (key === KEY || key === null) && notifyListeners();

/**
 * Chooses the display currency, the second currency that prices are shown in, for this tab and all others, and for the pages
 * that the server renders.
 */
export const setDisplayCurrency = (currency: DisplayCurrency): void => {
  inMemory = currency;
  keepCookie(KEY, currency);
  try {
    localStorage.setItem(KEY, currency);
  } catch {
    // Without storage the choice is kept in memory.
  }
  notifyListeners();
};

const subscribe = (listener: () => void) => {
  if (listeners.size === 0) addEventListener('storage', onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', onStorage);
  };
};

/** The display currency that the page was rendered in. */
export const RenderedCurrency = createContext<DisplayCurrency>(FIRST);

/** The display currency; until the page is hydrated, the one that it was rendered in. */
export const useDisplayCurrency = (): DisplayCurrency => {
  const rendered = useContext(RenderedCurrency);
  return useSyncExternalStore(subscribe, displayCurrency, () => rendered);
};
