import type { AuthDialogState } from './auth-dialog.ts';

const KEY = 'skarb.registered';
/** As long as the code of a confirmation mail works. */
const KEPT_MS = 24 * 60 * 60_000;
/** What the dialog needs again after a reload of its tab; the interrupted action itself is at `resume`. */
type Kept = Pick<AuthDialogState, 'need' | 'resume' | 'email' | 'isUnconfirmed' | 'mailAt'>;

/** Stores in this tab that a registration waits for its code. */
export const keepRegistration = ({ need, resume, email, isUnconfirmed, mailAt }: Kept): void => {
  try {
    const kept: Kept = { need, resume, email, isUnconfirmed, mailAt };
    sessionStorage.setItem(KEY, JSON.stringify({ ...kept, at: Date.now() }));
  } catch {
    // A sign-in leads back to it.
  }
};

/** The registration of this tab that waits for its code, if it is not too old. */
export const readRegistration = (): Kept | undefined => {
  try {
    const { at, ...kept } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Kept & { at?: number };
    return at !== undefined && Date.now() - at < KEPT_MS ? kept : undefined;
  } catch {
    return undefined;
  }
};

export const forgetRegistration = (): void => {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // It expires.
  }
};
