import { useSyncExternalStore, type ReactNode } from 'react';
import type { ListedToken } from './token.query.ts';

type CardAction = (token: ListedToken) => ReactNode;

let shown: CardAction | undefined;
const listeners = new Set<() => void>();
const show = (action: CardAction | undefined) => {
  shown = action;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/**
 * Shows an action beside the price of all cards on sale. It is one of a higher domain, whose script a visitor does not need.
 * @returns a function that takes it away
 */
export const showOnCards = (action: CardAction): (() => void) => {
  show(action);
  return () => show(undefined);
};

/** What is shown beside the price of a card on sale, if anything. */
export const useCardAction = (): CardAction | undefined =>
  useSyncExternalStore(
    subscribe,
    () => shown,
    () => undefined,
  );
