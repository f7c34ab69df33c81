import { beforeEach, describe, expect, it } from 'vitest';
import { createPageCache, uuidsIn, type Shown } from './page-cache.ts';

const SHOWN = '00000000-0000-7000-8000-000000000001';
const OTHER = '00000000-0000-7000-8000-000000000002';

let time = 0;
let renders = 0;
const cacheOf = (max = 10, maxBytes = Infinity) =>
  createPageCache<string>({
    keptMs: 10_000,
    behindMs: 1000,
    max,
    maxBytes,
    bytesOf: (page) => page.length,
    now: () => time,
  });
const render = async (): Promise<Shown<string>> => ({ page: `page ${++renders}`, shows: new Set([SHOWN]) });
const settled = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  time = 0;
  renders = 0;
});

describe('a cached page', () => {
  it('is served until it is too old', async () => {
    const cache = cacheOf();
    await cache.make('/', render);
    time = 9999;
    expect(await cache.find('/')?.page).toBe('page 1');
    time = 10_000;
    expect(cache.find('/')).toBeUndefined();
  });

  it('is dropped at once by a change of what it shows', async () => {
    const cache = cacheOf();
    await cache.make('/', render);
    cache.forget([OTHER, SHOWN]);
    expect(cache.find('/')).toBeUndefined();
  });

  it('is dropped by a change of what it shows while it was rendered', async () => {
    const cache = cacheOf();
    const page = cache.make('/', render);
    cache.forget([SHOWN]);
    await page;
    await settled();
    expect(cache.find('/')).toBeUndefined();
  });

  it('is served for another second after a change of something else, and asks to be made again', async () => {
    const cache = cacheOf();
    await cache.make('/', render);
    await settled();
    cache.forget([OTHER]);
    expect(cache.find('/')?.isDue).toBe(false);
    time = 500;
    expect(cache.find('/')?.isDue).toBe(true);
    time = 1000;
    expect(cache.find('/')).toBeUndefined();
  });

  it('that is older than a second is dropped by any change', async () => {
    const cache = cacheOf();
    await cache.make('/', render);
    await settled();
    time = 1500;
    cache.forget([OTHER]);
    expect(cache.find('/')).toBeUndefined();
  });

  it('about one object is served on after a change of something else, also during its rendering', async () => {
    const cache = cacheOf();
    const page = cache.make('/', async () => ({ ...(await render()), isAboutOne: true }));
    cache.forget([OTHER]);
    await page;
    await settled();
    cache.forget([OTHER]);
    time = 9999;
    expect(cache.find('/')).toMatchObject({ rendered: 'page 1', isDue: false });
    cache.forget([SHOWN]);
    expect(cache.find('/')).toBeUndefined();
  });

  it.each([
    ['of forty works', 40, true],
    ['of a gallery', 1, false],
  ])(
    '%s is rendered for at most 5 of 100 visitors while other works change twenty times a second',
    async (_of, pages, isAboutOne) => {
      const cache = cacheOf(100);
      let hits = 0;
      let visits = 0;
      for (time = 0; time < 20_000; time += 10) {
        const key = `/${++visits % pages}`;
        const found = cache.find(key);
        if (found) hits++;
        if (!found || found.isDue) void cache.make(key, async () => ({ ...(await render()), isAboutOne }));
        await settled();
        if (time % 50 === 0) cache.forget([OTHER]);
      }
      expect(hits / visits).toBeGreaterThan(0.95);
      expect(renders / visits).toBeLessThan(0.05);
    },
  );

  it('is served while it is made again, once, and then replaced', async () => {
    const cache = cacheOf();
    await cache.make('/', render);
    await settled();
    cache.forget([OTHER]);
    time = 600;
    const next = cache.make('/', render);
    expect(cache.find('/')?.isDue).toBe(false);
    expect(await cache.find('/')?.page).toBe('page 1');
    await next;
    await settled();
    expect(await cache.find('/')?.page).toBe('page 2');
    time = 1500;
    expect(await cache.find('/')?.page).toBe('page 2');
  });

  it('that is made again is not kept when what it shows has changed meanwhile', async () => {
    const cache = cacheOf();
    await cache.make('/', render);
    await settled();
    cache.forget([OTHER]);
    time = 600;
    const next = cache.make('/', render);
    cache.forget([SHOWN]);
    await next;
    await settled();
    expect(cache.find('/')).toBeUndefined();
  });

  it('is dropped when anything may have changed, also while it is rendered', async () => {
    const cache = cacheOf();
    const page = cache.make('/', render);
    cache.forget();
    await page;
    await settled();
    expect(cache.find('/')).toBeUndefined();
  });

  it('is not kept when its rendering fails, or when it is not worth keeping', async () => {
    const cache = cacheOf();
    await expect(cache.make('/', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await cache.make('/b', render, () => false);
    await settled();
    expect(cache.find('/')).toBeUndefined();
    expect(cache.find('/b')).toBeUndefined();
  });

  it('makes room for newer ones', async () => {
    const cache = cacheOf(2);
    for (const key of ['/a', '/b', '/c']) await cache.make(key, render);
    expect(cache.find('/a')).toBeUndefined();
    expect(await cache.find('/c')?.page).toBe('page 3');
  });

  it('makes room for newer ones when together they are too large, and is not kept when it alone is', async () => {
    const cache = cacheOf(10, 314);
    // A uuid that a page shows counts as 100.
    const sizes = { '/a': 6, '/b': 6, '/c': 6, '/b2': 2 };
    const kept = () => Object.keys(sizes).filter((key) => cache.find(key));
    for (const [key, size] of Object.entries(sizes))
      await cache.make(key, async () => ({ page: 'x'.repeat(size), shows: new Set([key]) }));
    await settled();
    expect(kept()).toEqual(['/b', '/c', '/b2']);
    // What is removed no longer counts: by a change, or because it is made again.
    cache.forget(['/b']);
    time = 600;
    await cache.make('/c', async () => ({ page: 'x'.repeat(12), shows: new Set(['/c']) }));
    await settled();
    expect(kept()).toEqual(['/c', '/b2']);
    await cache.make('/a', async () => ({ page: 'x'.repeat(215), shows: new Set(['/a']) }));
    await settled();
    expect(kept()).toEqual([]);
  });

  it('that is too old leaves its room to the next', async () => {
    const cache = cacheOf(10, 14);
    await cache.make('/a', async () => ({ page: 'x'.repeat(10), shows: new Set() }));
    time = 10_000;
    await cache.make('/b', async () => ({ page: 'x'.repeat(4), shows: new Set() }));
    await cache.make('/c', async () => ({ page: 'x'.repeat(10), shows: new Set() }));
    await settled();
    expect(['/a', '/b', '/c'].map((key) => cache.find(key) !== undefined)).toEqual([false, true, true]);
  });
});

it('a page counts with what is made of it later, such as its compressed form', async () => {
  const cache = createPageCache<{ bytes: number }>({
    keptMs: 10_000,
    behindMs: 1000,
    max: 10,
    maxBytes: 10,
    bytesOf: ({ bytes }) => bytes,
    now: () => time,
  });
  const first = await cache.make('/a', async () => ({ page: { bytes: 4 }, shows: new Set() }));
  first.bytes = 7;
  await cache.make('/b', async () => ({ page: { bytes: 4 }, shows: new Set() }));
  await settled();
  expect(['/a', '/b'].map((key) => cache.find(key) !== undefined)).toEqual([false, true]);
});

it('finds the uuids of a text', () => {
  expect([...uuidsIn(`{"a":"${SHOWN}","b":["${OTHER}","${SHOWN}"],"c":"0000"}`)]).toEqual([SHOWN, OTHER]);
});
