import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { expect, it } from 'vitest';

const SITE = 'https://a.example';
const source = readFileSync(new URL('../../public/sw.js', import.meta.url), 'utf8')
  .replace('%languages%', 'en:en ukr:uk')
  .replace('%fonts%', '/assets/a.woff2');

type Asked = Request | string;
/** A browser around the worker: what it would fetch, and its caches. */
const browser = ({ cookie, language = 'en-US' }: { cookie?: string; language?: string } = {}) => {
  const listeners: Record<string, (event: object) => void> = {};
  const stores = new Map<string, Map<string, Response>>();
  const fetched: string[] = [];
  let isOnline = true;
  const urlOf = (asked: Asked) => new URL(typeof asked === 'string' ? asked : asked.url, SITE).href;
  const fetch = async (asked: Asked) => {
    const url = urlOf(asked);
    if (!isOnline) throw new TypeError('no connection');
    fetched.push(url);
    const response = new Response(`from the network: ${url.slice(SITE.length)}`);
    Object.defineProperty(response, 'type', { value: 'basic' });
    return response;
  };
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    return {
      match: async (asked: Asked) => store.get(urlOf(asked))?.clone(),
      put: async (asked: Asked, response: Response) => void store.set(urlOf(asked), response),
      addAll: async (all: Asked[]) => {
        for (const asked of all) store.set(urlOf(asked), await fetch(asked));
      },
      keys: async () => [...store.keys()].map((url) => new Request(url)),
      delete: async (asked: Asked) => store.delete(urlOf(asked)),
    };
  };
  const scope = {
    addEventListener: (name: string, listener: (event: object) => void) => (listeners[name] = listener),
    caches: {
      open,
      keys: async () => [...stores.keys()],
      delete: async (name: string) => stores.delete(name),
      match: async (asked: Asked) =>
        [...stores.values()]
          .map((store) => store.get(urlOf(asked)))
          .find(Boolean)
          ?.clone(),
    },
    skipWaiting: async () => {},
    clients: { claim: async () => {} },
    registration: {},
    cookieStore: { get: async () => cookie && { value: cookie } },
    navigator: { language },
    location: new URL(SITE),
    fetch,
    URL,
  };
  const run = (version: string) =>
    runInContext(source.replace('%version%', version), createContext({ ...scope, self: scope }));
  const life = async (name: string) => {
    let work: Promise<unknown> | undefined;
    listeners[name]?.({ waitUntil: (promise: Promise<unknown>) => (work = promise) });
    await work;
  };
  return {
    stores,
    fetched,
    goOffline: () => (isOnline = false),
    start: async (version: string) => {
      run(version);
      await life('install');
      await life('activate');
    },
    /** What the worker answers; undefined if it leaves the request to the browser. */
    ask: async (path: string, { mode = 'cors', method = 'GET' } = {}) => {
      let answer: Promise<Response> | undefined;
      const request = Object.defineProperty(new Request(new URL(path, SITE), { method }), 'mode', { value: mode });
      const rest: Promise<unknown>[] = [];
      listeners.fetch?.({
        request,
        respondWith: (given: Promise<Response>) => (answer = given),
        waitUntil: (work: Promise<unknown>) => rest.push(work),
      });
      const text = await (await answer)?.text();
      await Promise.all(rest);
      return text;
    },
  };
};

it.each([
  [{}, 'en'],
  [{ language: 'uk-UA' }, 'ukr'],
  [{ language: 'uk-UA', cookie: 'en' }, 'en'],
  [{ cookie: 'ukr' }, 'ukr'],
  [{ language: 'de-DE', cookie: 'de' }, 'en'],
])(
  'without a connection every page is the offline page, in the language of the reader: %o',
  async (settings, language) => {
    const page = browser(settings);
    await page.start('1');
    expect(await page.ask('/nfts?x=1', { mode: 'navigate' })).toBe('from the network: /nfts?x=1');
    page.goOffline();
    expect(await page.ask('/profile', { mode: 'navigate' })).toBe(`from the network: /offline?lng=${language}`);
  },
);

it('keeps files of builds, and neither pages nor answers of the API nor media', async () => {
  const page = browser();
  await page.start('1');
  await page.ask('/assets/app.js');
  await page.ask('/nfts', { mode: 'navigate' });
  for (const path of ['/api/auth/me', '/media/x/640.webp', '/locales/en/common.json', 'https://b.example/assets/x.js'])
    expect(await page.ask(path), path).toBeUndefined();
  expect(await page.ask('/assets/app.js', { method: 'POST' })).toBeUndefined();
  expect([...page.stores].flatMap(([, store]) => [...store.keys()]).map((url) => url.slice(SITE.length))).toEqual([
    '/offline?lng=en',
    '/offline?lng=ukr',
    '/assets/a.woff2',
    '/assets/app.js',
  ]);
  page.goOffline();
  expect(await page.ask('/assets/app.js')).toBe('from the network: /assets/app.js');
  expect(await page.ask('/assets/a.woff2')).toContain('a.woff2');
});

it('a new build brings its own offline page, and the one before is deleted', async () => {
  const page = browser();
  await page.start('1');
  await page.start('2');
  expect([...page.stores.keys()]).toEqual(['skarb-offline-2']);
});

it('keeps a bounded number of files, the newest', async () => {
  const page = browser();
  await page.start('1');
  for (let count = 0; count < 155; count++) await page.ask(`/assets/${count}.js`);
  const kept = [...(page.stores.get('skarb-assets')?.keys() ?? [])];
  expect(kept).toHaveLength(150);
  expect(kept.at(-1)).toBe(`${SITE}/assets/154.js`);
});
