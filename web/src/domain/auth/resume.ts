import { SITE_PATH_PATTERN } from '@skarb/schema/limits';

const KEY = 'skarb.resume';
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
  const linked = next !== null && SITE_PATH_PATTERN.test(next) ? next : undefined;
  try {
    const { to, at } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as { to?: unknown; at?: unknown };
    const isFresh = typeof at === 'number' && Date.now() - at < KEPT_MS;
    return isFresh && typeof to === 'string' && SITE_PATH_PATTERN.test(to) ? to : linked;
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
