import { SITE_PATH_PATTERN } from '@skarb/schema/limits';

const KEY = 'skarb.resume';
/** The pages of mailed links: their addresses are secret, and lead nowhere a second time. */
const LINK_PAGE = /^\/(confirmation|reset-password|undo|recovery)(?![^/?#])/;

/** A path where one can go on after a mailed link; undefined if it leads to another site, or to a mailed link itself. */
export const wayBack = (to: string | null | undefined): string | undefined =>
  to && SITE_PATH_PATTERN.test(to) && !LINK_PAGE.test(to) ? to : undefined;

/** As long as the link of a confirmation mail works. */
const KEPT_MS = 24 * 60 * 60_000;

/**
 * Stores where a registration interrupted its user, for the tab that the link of the confirmation mail opens here.
 * @param to a path of the app, with query and fragment
 */
export const keepResume = (to: string): void => {
  try {
    localStorage.setItem(KEY, JSON.stringify({ to, at: Date.now() }));
  } catch {
    // The mail's link says it, too.
  }
};

/**
 * The path where a registration interrupted its user: what this browser stored, if it is not too old, else what the mail's
 * link says.
 */
export const readResume = (next: string | null): string | undefined => {
  const linked = wayBack(next);
  try {
    const { to, at } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as { to?: unknown; at?: unknown };
    const isFresh = typeof at === 'number' && Date.now() - at < KEPT_MS;
    return (isFresh && typeof to === 'string' && wayBack(to)) || linked;
  } catch {
    return linked;
  }
};

export const forgetResume = (): void => {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // It expires.
  }
};
