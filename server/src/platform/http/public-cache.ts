import { AppError } from './app-error.ts';
import type { KeptAnswer } from './cached-answers.ts';
import { BROTLI_QUALITY, COMPRESS_FROM_BYTES, etagOf } from './conditional.ts';

/** A serialized response. */
export type Kept = { body: Buffer; etag: string };
type Entry = {
  kept: Promise<Kept>;
  value: Kept | undefined;
  /** Whose response `answers` has. */ targets: string[];
  until: number;
};

/** Caches may keep these responses if they revalidate them. */
export const KEPT_CACHE_CONTROL = 'public, max-age=0, must-revalidate';
const KEEP_MS = 1000;
const MOST = 1000;
/** The most bytes of all responses together: lists of a hundred are long. */
const MOST_BYTES = 8 * 2 ** 20;
/** Longer targets are found by their key alone. */
const TARGET_MAX = 512;

/**
 * Caches responses of public reads to anonymous callers for a second and computes each once for concurrent requests
 * (12 times the throughput); where one of these is refused by a limit, the next one computes it. `clear` is called
 * whenever something public changes; responses in progress at that moment are not kept.
 * @param keepMs milliseconds; 0 computes each response
 */
export const createPublicCache = (
  stringify: (answer: unknown) => string | Buffer = JSON.stringify,
  keepMs = KEEP_MS,
) => {
  let entries = new Map<string, Entry>();
  let answers = new Map<string, { answer: KeptAnswer; until: number }>();
  let bytes = 0;
  const remove = (key: string, entry: Entry) => {
    if (entries.get(key) !== entry) return;
    entries.delete(key);
    bytes -= entry.value?.body.length ?? 0;
    for (const target of entry.targets) answers.delete(target);
  };
  /** All live equally long: the first of a map are the oldest. */
  const makeRoom = (now: number) => {
    for (const [key, entry] of entries) {
      if (entries.size <= MOST && bytes <= MOST_BYTES && entry.until > now) break;
      remove(key, entry);
    }
  };
  const once = (key: string, make: () => Promise<unknown>): Promise<Kept> => {
    const now = performance.now();
    const found = entries.get(key);
    if (found && found.until > now)
      // The limit of the one who asked first is not that of those who wait with them.
      return found.kept.catch((error: unknown) => {
        if (error instanceof AppError && error.status === 429) return once(key, make);
        throw error;
      });
    const kept = make().then((answer) => {
      // Bytes: a text would be encoded again for its validator and for each response.
      const json = stringify(answer);
      const body = typeof json === 'string' ? Buffer.from(json) : json;
      entry.value = { body, etag: etagOf(body) };
      if (entries.get(key) === entry) bytes += body.length;
      makeRoom(performance.now());
      return entry.value;
    });
    const entry: Entry = { kept, value: undefined, targets: [], until: now + keepMs };
    if (found) remove(key, found);
    entries.set(key, entry);
    makeRoom(now);
    // Failures are not cached.
    kept.catch(() => remove(key, entry));
    return kept;
  };
  return {
    once,
    /** From now on `find` answers this target with the cached response of a key; both must be the same request. */
    remember: (key: string, target: string, { vary, route }: Pick<KeptAnswer, 'vary' | 'route'>): void => {
      const entry = entries.get(key);
      if (!entry?.value || entry.until <= performance.now() || answers.has(target) || target.length > TARGET_MAX)
        return;
      const { body, etag } = entry.value;
      entry.targets.push(target);
      answers.set(target, {
        answer: {
          etag,
          cacheControl: KEPT_CACHE_CONTROL,
          text: body,
          type: 'application/json; charset=utf-8',
          quality: BROTLI_QUALITY,
          compressFromBytes: COMPRESS_FROM_BYTES,
          encoded: {},
          vary,
          route,
        },
        until: entry.until,
      });
    },
    /** The response for a GET request with this target and without an access token, if it is cached. */
    find: (target: string): KeptAnswer | undefined => {
      const found = answers.get(target);
      if (!found) return undefined;
      if (found.until > performance.now()) return found.answer;
      answers.delete(target);
      return undefined;
    },
    clear: () => {
      entries = new Map();
      answers = new Map();
      bytes = 0;
    },
  };
};
export type PublicCache = ReturnType<typeof createPublicCache>;

/** One key for equivalent URLs: sorted parameters, defaults included. */
export const keyOf = (path: string, params: unknown, query: unknown): string =>
  `${path} ${JSON.stringify(params ?? null)} ${JSON.stringify(Object.entries((query ?? {}) as object).sort(([a], [b]) => (a < b ? -1 : 1)))}`;
