import { STORAGE_KEY } from '@skarb/schema/limits';
import { useSyncExternalStore } from 'react';

const INTERACTION_EVENTS = [
  'pointerdown',
  'pointerover',
  'keydown',
  'focusin',
  'click',
  'touchstart',
  'skarb:signed-in',
  'skarb:auth-dialog',
] as const;
const listeners = new Set<() => void>();
let hasInteracted = false;

/** The access token in this browser's storage; null without one, and where storage is refused. */
export const tokenNow = (): string | null => {
  try {
    return localStorage.getItem(STORAGE_KEY.accessToken);
  } catch {
    return null;
  }
};
/** Whether somebody is signed in, as far as this browser's storage says. */
export const hasToken = (): boolean => tokenNow() !== null;

const onInteraction = () => {
  if (hasInteracted) return;
  hasInteracted = true;
  for (const name of INTERACTION_EVENTS) removeEventListener(name, onInteraction, true);
  removeEventListener('storage', onStorage);
  for (const listener of listeners) listener();
};
const onStorage = () => hasToken() && onInteraction();

// From the start, not from the first subscription: an early press is replayed while React still hydrates.
if (typeof window !== 'undefined') {
  if (hasToken()) hasInteracted = true;
  else {
    for (const name of INTERACTION_EVENTS) addEventListener(name, onInteraction, { capture: true, passive: true });
    // A sign-in in another tab.
    addEventListener('storage', onStorage);
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Resolves on the first interaction, or at once if a user is signed in. */
export const whenInteracted = (): Promise<void> =>
  new Promise((resolve) => {
    if (hasInteracted) return resolve();
    const unsubscribe = subscribe(() => {
      unsubscribe();
      resolve();
    });
  });

/**
 * True once the visitor has interacted with the page, or a user is signed in. The scripts of accounts and wallets
 * are fetched then: the first view needs none of them.
 */
export const useHasInteracted = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => hasInteracted,
    () => false,
  );
