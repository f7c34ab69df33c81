import { STORAGE_KEY } from '@skarb/schema/limits';
import { useSyncExternalStore } from 'react';

const SIGNS = ['pointerdown', 'pointerover', 'keydown', 'focusin', 'click', 'touchstart', 'skarb:signed-in'] as const;
const listeners = new Set<() => void>();
let isAwake = false;
let isWatching = false;

const hasToken = (): boolean => {
  try {
    return localStorage.getItem(STORAGE_KEY.accessToken) !== null;
  } catch {
    return false;
  }
};

const wake = () => {
  if (isAwake) return;
  isAwake = true;
  for (const sign of SIGNS) removeEventListener(sign, wake, true);
  removeEventListener('storage', onStorage);
  for (const listener of listeners) listener();
};
const onStorage = () => hasToken() && wake();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  if (!isWatching) {
    isWatching = true;
    if (hasToken()) wake();
    else {
      for (const sign of SIGNS) addEventListener(sign, wake, { capture: true, passive: true });
      // Signed in in another tab.
      addEventListener('storage', onStorage);
    }
  }
  return () => listeners.delete(listener);
};

/**
 * True once somebody is signed in here or the visitor has begun to do something. Accounts and wallets are fetched
 * then: a first look at the gallery needs none of their code.
 */
export const useAwake = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isAwake,
    () => false,
  );

export { hasToken };
