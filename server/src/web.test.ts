import { DISPLAY_CURRENCY_KEY, STORAGE_KEY } from '@skarb/schema/limits';
import { uuidv7 } from 'uuidv7';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtempSync, rmSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestWeb } from './testing-web.ts';
import { startTestApi, type TestApi } from './testing.ts';
import { listen } from './platform/db/listen.ts';

let api: TestApi;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skarb-web-'));
  api = await startTestApi({ WEB_DIST: buildTestWeb(folder), TRUST_PROXY: '1' });
});
afterAll(async () => {
  await api?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const open = async (path: string, address = '198.51.100.1') => {
  const response = await fetch(`${api.url}${path}`, { headers: { 'x-forwarded-for': address } });
  const text = await response.text();
  const [, page] = /(\[\d.*\])/.exec(text) ?? [];
  return { status: response.status, wait: response.headers.get('retry-after'), page: page && JSON.parse(page), text };
};

it('the words of a language come without those of mails; no line of them begins with a dash or ends with one letter', async () => {
  const response = await fetch(`${api.url}/locales/ukr/common.json`);
  expect(await response.json()).toEqual({
    app: { note: 'Ціни\u00a0— в\u00a0ETH, а\u00a0не в\u00a0злотих. З\u00a0продажу' },
  });
});

describe('rendered pages', () => {
  it('are shared by all URLs that show the same page', async () => {
    const first = await open('/tokens?utm_source=a&type=ERC721&search=fox');
    expect(first.page).toEqual([1, '/tokens?search=fox&type=ERC721']);
    for (const query of [
      'search=fox&type=ERC721&x=1',
      'type=ERC721&search=fox&fbclid=2&page=',
      'y&search=fox&type=ERC721',
    ])
      expect((await open(`/tokens?${query}`)).page).toEqual(first.page);
    expect((await open('/tokens?trait=b%3A2&trait=a%3A1')).page).toEqual([2, '/tokens?trait=a%3A1&trait=b%3A2']);
  });

  it('preload their scripts, the largest first', async () => {
    const { text } = await open('/tokens?search=scripts');
    const links = [...text.matchAll(/<link rel="modulepreload".*? href="\/assets\/.*?">/g)].map(([link]) => link);
    expect(links).toEqual([
      '<link rel="modulepreload" fetchpriority="low" href="/assets/lists.js">',
      '<link rel="modulepreload" fetchpriority="low" href="/assets/app.js">',
    ]);
  });

  it('are limited by address when they must be rendered; a cached page is shown anyway', async () => {
    await open('/tokens?search=kept');
    await api.context.db.sql`update rate_limit set hits = 100000 where bucket like 'render %'`;
    const refused = await open('/tokens?search=another');
    expect(refused.status).toBe(429);
    expect(Number(refused.wait)).toBeGreaterThan(0);
    expect((await open('/tokens?search=kept')).status).toBe(200);
    await api.context.db.sql`delete from rate_limit`;
    expect((await open('/tokens?search=another')).status).toBe(200);
  });

  it('read the API as the visitor: one address over its limit does not refuse the page of another one', async () => {
    const { sql } = api.context.db;
    expect((await open('/search?q=fox', '198.51.100.1')).status).toBe(200);
    // Also in the next minute, which may begin at any moment.
    await sql`
      insert into rate_limit (bucket, window_start, hits)
      select bucket, window_start + n * interval '1 minute', 100000 from rate_limit, generate_series(0, 2) n
      where bucket = 'search 198.51.100.1'
      on conflict (bucket, window_start) do update set hits = excluded.hits`;
    expect((await open('/search?q=owl', '198.51.100.1')).status).toBe(503);
    expect((await open('/search?q=owl', '198.51.100.2')).status).toBe(200);
    await sql`delete from rate_limit`;
  });

  it('are rendered again when something that they show changes', async () => {
    const { user } = await api.person();
    const path = `/profile/${user.uuid}`;
    let first = await open(path);
    // News of the account itself may still be under way.
    await expect
      .poll(async () => {
        const { page } = first;
        first = await open(path);
        return first.page?.[0] === page[0];
      })
      .toBe(true);
    await api.context.db.sql`update app_user set name = 'Fox' where uuid = ${user.uuid}`;
    await expect.poll(async () => (await open(path)).page?.[0], { timeout: 30_000 }).toBeGreaterThan(first.page[0]);
  });
});

describe('a cached page', () => {
  type Asked = { path?: string; headers?: Record<string, string>; method?: string };
  const get = ({ path = '/tokens?search=early', headers = {}, method = 'GET' }: Asked) =>
    new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
      request(`${api.url}${path}`, { method, headers, agent: false }, (response) => {
        const parts: Buffer[] = [];
        response
          .on('data', (part: Buffer) => parts.push(part))
          .on('end', () => {
            const { date: _d, 'content-length': _l, ...rest } = response.headers;
            resolve({ status: response.statusCode, headers: rest, body: Buffer.concat(parts) });
          });
      })
        .on('error', reject)
        .end();
    });
  /** How many requests reach the router. */
  const routedBy = async (asked: Asked): Promise<number> => {
    let routed = 0;
    const count = () => routed++;
    subscribe('tracing:fastify.request.handler:start', count);
    await get(asked);
    unsubscribe('tracing:fastify.request.handler:start', count);
    return routed;
  };
  /** Fastify answers HEAD, and the cache GET. */
  const both = async (headers: Record<string, string>) => {
    await get({ headers });
    return { made: await get({ headers, method: 'HEAD' }), cached: await get({ headers }) };
  };

  it.each([
    ['brotli', { 'accept-encoding': 'gzip, br' }, (body: Buffer) => brotliDecompressSync(body)],
    ['gzip', { 'accept-encoding': 'gzip' }, (body: Buffer) => gunzipSync(body)],
    ['nothing', {}, (body: Buffer) => body],
  ])(
    'is sent before the router sees the request, as it would send it, compressed with %s',
    async (_with, headers, open) => {
      const { made, cached } = await both(headers);
      expect(cached).toMatchObject({ status: 200, headers: made.headers });
      expect(open(cached.body).toString()).toContain('search=early');
      await expect.poll(() => routedBy({ headers }), { timeout: 30_000 }).toBe(0);
    },
  );

  it('is a 304 for a browser that has it', async () => {
    const { headers } = await get({});
    const { made, cached } = await both({ 'if-none-match': String(headers.etag), 'accept-encoding': 'br' });
    expect([made.status, cached.status, cached.body.length]).toEqual([304, 304, 0]);
    expect(cached.headers).toEqual(made.headers);
  });

  it('is in the language of the address, the cookie or the browser', async () => {
    const languageOf = async (asked: Asked) => {
      await get(asked);
      return (await get(asked)).headers['content-language'];
    };
    for (const [asked, language] of [
      [{}, 'en'],
      [{ headers: { 'accept-language': 'uk' } }, 'uk'],
      [{ headers: { 'accept-language': 'uk', cookie: `${STORAGE_KEY.language}=en` } }, 'en'],
      [{ path: '/tokens?search=early&lng=ukr', headers: { cookie: `${STORAGE_KEY.language}=en` } }, 'uk'],
    ] as const)
      expect(await languageOf(asked)).toBe(language);
  });

  it('is in the display currency of the cookie, where that is one', async () => {
    const name = DISPLAY_CURRENCY_KEY;
    for (const [cookie, currency] of [
      [`${name}=UAH`, 'UAH'],
      [`a=b; ${name}=EUR; c=d`, 'EUR'],
      [`${name}=XXX`, 'USD'],
      [`x${name}=EUR`, 'USD'],
      [`${name}=UAH`, 'UAH'],
      ['', 'USD'],
    ] as const) {
      const { body } = await get({ headers: { cookie } });
      expect(/\]([A-Z]{3})/.exec(body.toString())?.[1]).toBe(currency);
    }
  });
});

describe('a public change', () => {
  it('is announced once for each statement, with its uuids, and without them when they are many', async () => {
    const { sql } = api.context.db;
    const heard: string[] = [];
    let isOpen: () => void = () => {};
    const opened = new Promise<void>((resolve) => (isOpen = resolve));
    const stop = listen(api.context.config.database.url, {
      public_change: (payload) => (payload === undefined ? isOpen() : heard.push(payload)),
    });
    await opened;
    const uuids = Array.from({ length: 101 }, () => uuidv7());
    await sql`insert into app_user (uuid) select unnest(${uuids.slice(0, 100)}::uuid[])`;
    await sql`update app_user set name = 'Fox' where uuid = any(${uuids.slice(0, 2)}::uuid[])`;
    await sql`update app_user set name = 'Nobody' where uuid = ${uuidv7()}`;
    await sql`insert into app_user (uuid) values (${uuids[100] as string})`;
    await sql`delete from app_user where uuid = any(${uuids}::uuid[])`;
    await expect.poll(() => heard.length, { timeout: 30_000 }).toBe(4);
    expect(heard[0]?.split(',').toSorted()).toEqual(uuids.slice(0, 100).toSorted());
    expect(heard[1]?.split(',').toSorted()).toEqual(uuids.slice(0, 2).toSorted());
    expect(heard.slice(2)).toEqual([uuids[100], '']);
    await stop();
  });
});
