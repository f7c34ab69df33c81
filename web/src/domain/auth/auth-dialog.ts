import { useSyncExternalStore } from 'react';
import type { GoogleAnswer } from './google.ts';

/** What a person needs before he can act: an account, or an account with a wallet. */
export type Need = 'user' | 'wallet';
export type AuthDialogName =
  | 'login'
  | 'loginWallet'
  | 'register'
  | 'registered'
  | 'resetPassword'
  | 'connect'
  | 'participate';
export type AuthDialogState = {
  name: AuthDialogName;
  /** What the person was doing needs this; he is led on until he has it. */
  need: Need;
  /** Brings him back to what he was doing. */
  then?: () => void;
  /** What was typed as the address, so that nobody types it twice; where the confirmation mail went. */
  email?: string;
  /** A Google sign-in that waits for the second factor. */
  google?: GoogleAnswer;
};

let state: AuthDialogState | null = null;
const listeners = new Set<() => void>();
const set = (next: AuthDialogState | null) => {
  state = next;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Opens an authentication dialog from anywhere. What the person was doing is kept from one dialog to the next. */
export const openAuth = (name: AuthDialogName, options: Partial<Omit<AuthDialogState, 'name'>> = {}): void =>
  set({ need: 'user', ...options, name });
/** Goes from the open dialog to another, keeping what for. */
export const switchAuth = (name: AuthDialogName, options: Partial<Omit<AuthDialogState, 'name'>> = {}): void =>
  set({ need: 'user', ...state, ...options, name });
export const closeAuth = (): void => set(null);

export const useAuthDialogState = (): AuthDialogState | null =>
  useSyncExternalStore(
    subscribe,
    () => state,
    () => null,
  );

/** The authentication dialogs, from any component. */
export const useAuthDialog = () => ({ open: openAuth, close: closeAuth, isOpen: useAuthDialogState() !== null });

/** Goes on after a step towards `need` was made: to the next missing thing, or back to what the person was doing. */
export const proceed = (user: { metamaskWallet: string | null }): void => {
  const current = state;
  if (!current) return;
  if (current.need === 'wallet' && !user.metamaskWallet) return switchAuth('connect');
  closeAuth();
  current.then?.();
};
