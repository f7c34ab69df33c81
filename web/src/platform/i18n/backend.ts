import type { BackendModule, ReadCallback } from 'i18next';

/**
 * Fetches `/locales/{lng}/{ns}.json`. Failures of the network or the server may be retried: i18next does, by its
 * `maxRetries` and `retryTimeout`.
 */
export const backend: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (language: string, namespace: string, callback: ReadCallback) => {
    fetch(`/locales/${language}/${namespace}.json`).then(
      async (response) => {
        if (response.ok) callback(null, (await response.json()) as Record<string, unknown>);
        // The second argument says whether to try again.
        else callback(new Error(`translations: ${response.status}`), response.status >= 500 || response.status === 429);
      },
      (error: unknown) => callback(error as Error, true),
    );
  },
  create: (languages: readonly string[], namespace: string, key: string, fallbackValue: string) => {
    for (const language of languages) report(language, namespace, key, fallbackValue);
  },
};

const missing = new Map<string, Record<string, string>>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Tells the server of keys that no language file has, some at a time. */
const report = (language: string, namespace: string, key: string, fallbackValue: string) => {
  const place = `/locales/add/${language}/${namespace}`;
  missing.set(place, { ...missing.get(place), [key]: fallbackValue || key });
  timer ??= setTimeout(() => {
    timer = undefined;
    for (const [url, body] of missing)
      fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }).catch(
        () => {},
      );
    missing.clear();
  }, 1000);
};
