import { useSyncExternalStore } from 'react';
import type { GoogleAnswer } from './google.ts';
import { forgetRegistration, keepRegistration } from './kept-registration.ts';

/** What a user needs before they can act: an account, or an account with a wallet. */
export type Need = 'user' | 'wallet';
export type AuthDialogName =
  | 'login'
  | 'loginWallet'
  | 'register'
  | 'registered'
  | 'resetPassword'
  | 'connect'
  | 'key'
  | 'participate';
export type AuthDialogState = {
  name: AuthDialogName;
  /** What the interrupted action needs; the dialogs continue until the user has it. */
  need: Need;
  /** Continues the interrupted action. */
  then?: () => void;
  /** The path that continues it in another tab, which the link of a confirmation mail opens. */
  resume?: string;
  /** A visitor opened a screen of signed-in users. */
  isGuarded?: boolean;
  /** The session has ended on a screen of signed-in users. */
  hasEnded?: boolean;
  /** The session has ended while a form holds input. */
  isCutOff?: boolean;
  /** The address typed so far, so that nobody types it twice; also where the confirmation mail went. */
  email?: string;
  /** A sign-in found that the address is not confirmed. */
  isUnconfirmed?: boolean;
  /** When the confirmation mail can be sent again, in milliseconds; unset until the server says it. */
  mailAt?: number | undefined;
  /** The last press of the person also makes their key, so the dialog "key" asks for none. */
  makesKey?: boolean | undefined;
  /** A Google sign-in that waits for the second factor. */
  google?: GoogleAnswer;
};

let state: AuthDialogState | null = null;
const listeners = new Set<() => void>();
const set = (next: AuthDialogState | null) => {
  // A phone may drop the tab while the mail is read.
  if (next?.name === 'registered') keepRegistration(next);
  else if (state?.name === 'registered') forgetRegistration();
  state = next;
  // Loads what shows the dialogs, if nothing has yet.
  if (next) dispatchEvent(new Event('skarb:auth-dialog'));
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Opens an authentication dialog from anywhere. The interrupted action is kept from one dialog to the next. */
export const openAuth = (name: AuthDialogName, options: Partial<Omit<AuthDialogState, 'name'>> = {}): void =>
  set({ need: 'user', resume: location.pathname + location.search, ...options, name });
/** Switches from the open dialog to another and keeps the interrupted action. */
export const switchAuth = (name: AuthDialogName, options: Partial<Omit<AuthDialogState, 'name'>> = {}): void =>
  set({ need: 'user', ...state, ...options, name });
export const closeAuth = (): void => set(null);
export const authDialogState = (): AuthDialogState | null => state;

export const useAuthDialogState = (): AuthDialogState | null =>
  useSyncExternalStore(
    subscribe,
    () => state,
    () => null,
  );

/** Actions on the authentication dialogs, for any component. */
export const useAuthDialog = () => ({ open: openAuth, close: closeAuth, isOpen: useAuthDialogState() !== null });

let isHeld = false;
/** Whether a sign-in in this tab continues by its own code (`holdAuth`). */
export const isAuthHeld = (): boolean => isHeld;
/**
 * Runs work that signs in and then has more to do. Meanwhile the sign-in does not continue the interrupted action by
 * itself; the work calls `proceed` at its end.
 */
export const holdAuth = async (work: () => Promise<void>): Promise<void> => {
  isHeld = true;
  try {
    await work();
  } finally {
    isHeld = false;
  }
};

/**
 * Continues after a step towards `need`: with the next missing thing, or with the interrupted action.
 * @param makesKey whether a missing key is made without another press
 */
export const proceed = (
  user: { metamaskWallet: string | null },
  { makesKey = false }: { makesKey?: boolean } = {},
): void => {
  const current = state;
  if (!current) return;
  if (current.need === 'wallet' && !user.metamaskWallet) return switchAuth('key', { makesKey });
  closeAuth();
  current.then?.();
};
