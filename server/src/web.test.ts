import { uuidv7 } from 'uuidv7';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
    const first = await open(path);
    expect((await open(path)).page).toEqual(first.page);
    await api.context.db.sql`update app_user set name = 'Fox' where uuid = ${user.uuid}`;
    await expect.poll(async () => (await open(path)).page?.[0], { timeout: 30_000 }).toBeGreaterThan(first.page[0]);
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
