import { MISSING_TEXT_MAX, MISSING_WORDS_MAX, REQUEST_TIMEOUT_MS } from '@skarb/schema/limits';
import type { BackendModule, ReadCallback } from 'i18next';

/** Missing keys are gathered for this long before they are told. */
const GATHER_MS = 1000;

/**
 * Fetches `/locales/{lng}/{ns}.json`, and tells `/locales/add/{lng}/{ns}` of keys that no language file has. Failures
 * of the network or the server may be retried: i18next does, by its `maxRetries` and `retryTimeout`.
 * @param ask `fetch`, below the page's origin
 */
export const createBackend = (ask: (path: string, init: RequestInit) => Promise<Response>): BackendModule => {
  const load = async (language: string, namespace: string): Promise<Parameters<ReadCallback>> => {
    try {
      const response = await ask(`/locales/${language}/${namespace}.json`, {
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
      if (response.ok) return [null, (await response.json()) as Record<string, unknown>];
      // The second part says whether to try again.
      return [new Error(`translations: ${response.status}`), response.status >= 500 || response.status === 429];
    } catch (error) {
      return [error as Error, true];
    }
  };

  /** What waits to be told, by place; and all that was, for a key is missed again with every rendering. */
  let waiting = new Map<string, Map<string, string>>();
  const told = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = () => {
    clearTimeout(timer);
    timer = undefined;
    for (const [place, words] of waiting) {
      const all = [...words];
      for (let from = 0; from < all.length; from += MISSING_WORDS_MAX)
        ask(place, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(Object.fromEntries(all.slice(from, from + MISSING_WORDS_MAX))),
          // The page may be on its way out.
          keepalive: true,
          signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
        }).catch(() => {});
    }
    waiting = new Map();
  };

  return {
    type: 'backend',
    init: () => {
      if (typeof window !== 'undefined') addEventListener('pagehide', tell);
    },
    read: (language, namespace, callback) =>
      void load(language, namespace).then(([error, answer]) => callback(error, answer)),
    create: (languages, namespace, key, fallbackValue) => {
      if (key.length > MISSING_TEXT_MAX.key) return;
      for (const language of languages) {
        const place = `/locales/add/${language}/${namespace}`;
        if (told.has(`${place} ${key}`)) continue;
        told.add(`${place} ${key}`);
        const words = waiting.get(place) ?? new Map<string, string>();
        waiting.set(place, words.set(key, (fallbackValue || key).slice(0, MISSING_TEXT_MAX.shown)));
        timer ??= setTimeout(tell, GATHER_MS);
      }
    },
  };
};
