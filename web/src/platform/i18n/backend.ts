import {
  LOCALE_NAMESPACE,
  LOCALE_RETRIES,
  LOCALE_RETRY_MS,
  MISSING_TEXT_MAX,
  MISSING_WORDS_MAX,
  REQUEST_TIMEOUT_MS,
} from '@skarb/schema/limits';

/** Missing keys are collected for this long before they are reported. */
const COLLECT_MS = 1000;

type Words = { [key: string]: string | Words };

/**
 * Fetches `/locales/{lng}/{ns}.json`, and reports keys that no language file has to `/locales/add/{lng}/{ns}`.
 * @param send `fetch`, below the page's origin
 */
export const createBackend = (send: (path: string, init: RequestInit) => Promise<Response>) => {
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  /** Failures of the network or the server are retried, each time after twice the wait. */
  const load = async (
    language: string,
    retries = LOCALE_RETRIES,
    wait = LOCALE_RETRY_MS,
  ): Promise<Words | undefined> => {
    let isFinal = false;
    try {
      const response = await send(`/locales/${language}/${LOCALE_NAMESPACE}.json`, {
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
      if (response.ok) return (await response.json()) as Words;
      isFinal = response.status < 500 && response.status !== 429;
    } catch {
      // No answer, or no JSON.
    }
    if (isFinal || retries === 0) return undefined;
    await pause(wait);
    return load(language, retries - 1, wait * 2);
  };

  /** Missing keys to report, by path; and all reported ones, because a key is missed again with every rendering. */
  let pending = new Map<string, Map<string, string>>();
  const reported = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const report = () => {
    clearTimeout(timer);
    timer = undefined;
    for (const [path, words] of pending) {
      const all = [...words];
      for (let from = 0; from < all.length; from += MISSING_WORDS_MAX)
        send(path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(Object.fromEntries(all.slice(from, from + MISSING_WORDS_MAX))),
          // The page may be closing.
          keepalive: true,
          signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
        }).catch(() => {});
    }
    pending = new Map();
  };
  if (typeof window !== 'undefined') addEventListener('pagehide', report);

  const onMissing = (languages: string[], key: string, shown: string): void => {
    if (key.length > MISSING_TEXT_MAX.key) return;
    for (const language of languages) {
      const path = `/locales/add/${language}/${LOCALE_NAMESPACE}`;
      if (reported.has(`${path} ${key}`)) continue;
      reported.add(`${path} ${key}`);
      const words = pending.get(path) ?? new Map<string, string>();
      pending.set(path, words.set(key, (shown || key).slice(0, MISSING_TEXT_MAX.shown)));
      timer ??= setTimeout(report, COLLECT_MS);
    }
  };
  return { load, onMissing };
};
