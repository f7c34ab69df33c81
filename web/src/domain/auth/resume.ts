const KEY = 'skarb.resume';
/** As long as the link of a confirmation mail works. */
const KEPT_MS = 24 * 60 * 60_000;

/**
 * Stores where a registration interrupted its user, for the tab that the link of the confirmation mail opens.
 * @param to a path of the app, with query and fragment
 */
export const keepResume = (to: string): void => {
  try {
    localStorage.setItem(KEY, JSON.stringify({ to, at: Date.now() }));
  } catch {
    // Without storage the mail's link leads to the gallery.
  }
};

/** The path where this browser's user was interrupted; undefined if there is none or it is too old. */
export const readResume = (): string | undefined => {
  try {
    const { to, at } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as { to?: unknown; at?: unknown };
    const isFresh = typeof at === 'number' && Date.now() - at < KEPT_MS;
    return isFresh && typeof to === 'string' && /^\/(?![/\\])/.test(to) ? to : undefined;
  } catch {
    return undefined;
  }
};

export const forgetResume = (): void => {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // It expires.
  }
};
