import sharp from 'sharp';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Catalogue, startCatalogue } from '../token/testing-catalogue.ts';
import { indexOf, pieceOf, START } from './sitemap.rules.ts';
import { listEntries, listStarts } from './sitemap.view.ts';

const SITE = 'https://market.example';
const EXHIBITION = { title: { en: 'Night birds', ukr: 'Нічні птахи' }, text: { en: '', ukr: '' } };
let all: Catalogue;
let ann: Awaited<ReturnType<Catalogue['person']>>;
let collectionUuid: string;
const minted: string[] = [];
let draft: string;
beforeAll(async () => {
  all = await startCatalogue({ env: { PUBLIC_URL: SITE } });
  ann = await all.person();
  collectionUuid = (await all.collection(ann)).uuid;
  for (let count = 0; count < 5; count++) minted.push(await make());
  draft = await make();
  // As the follower leaves them after the mint.
  await all.sql`update token set status = 'minted', is_counted = true where uuid = any(${minted}::uuid[])`;
}, 120_000);
afterAll(() => all?.stop());

const make = async (): Promise<string> => {
  const { body } = await all.call<{ data: { uuid: string } }>('POST', '/token', {
    as: ann,
    form: await all.tokenForm(collectionUuid),
  });
  return body.data.uuid;
};
const get = async (url: string) => {
  const answer = await all.app.inject({ method: 'GET', url });
  return {
    status: answer.statusCode,
    type: answer.headers['content-type'],
    text: answer.body,
    headers: answer.headers,
  };
};
const locations = (text: string) => [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url);

describe('robots.txt', () => {
  it("names the sitemap, and disallows the API and the user's own pages, but not public profiles", async () => {
    const { status, type, text } = await get('/robots.txt');
    expect([status, type]).toEqual([200, 'text/plain; charset=utf-8']);
    const lines = text.split('\n');
    expect(lines[0]).toBe('User-agent: *');
    for (const path of ['/api/', '/settings', '/admin-profile', '/create-nft', '/profile$'])
      expect(lines).toContain(`Disallow: ${path}`);
    expect(lines).toContain(`Sitemap: ${SITE}/sitemap.xml`);
    expect(lines).not.toContain('Disallow: /profile');
    expect(lines).not.toContain('Disallow: /nfts');
  });
});

describe('the sitemap', () => {
  it('is an index of files, each of which exists', async () => {
    const index = await get('/sitemap.xml');
    expect([index.status, index.type]).toEqual([200, 'application/xml; charset=utf-8']);
    expect(index.headers['cache-control']).toBe('public, max-age=300');
    const pieces = locations(index.text);
    expect(pieces).toEqual([
      `${SITE}/sitemap/pages.xml`,
      ...['token', 'collection', 'profile', 'exhibition'].map((kind) => `${SITE}/sitemap/${kind}/${START}.xml`),
    ]);
    for (const url of pieces) expect((await get(new URL(url as string).pathname)).text).toContain('<urlset');
  });

  it('contains what everyone may see, never drafts', async () => {
    const tokens = locations((await get(`/sitemap/token/${START}.xml`)).text);
    expect(tokens).toEqual(minted.toSorted().map((uuid) => `${SITE}/nfts/${uuid}`));
    expect(tokens.join()).not.toContain(draft);
    expect(locations((await get(`/sitemap/collection/${START}.xml`)).text)).toEqual([
      `${SITE}/collections/${collectionUuid}`,
    ]);
    expect(locations((await get(`/sitemap/profile/${START}.xml`)).text)).toEqual([`${SITE}/profile/${ann.uuid}`]);
  });

  it('omits users who made nothing, and everything hidden', async () => {
    const bob = await all.person();
    const uuids = async (kind: 'token' | 'collection' | 'profile') =>
      (await listEntries(all.sql, kind, START)).map(({ uuid }) => uuid);
    expect(await uuids('profile')).not.toContain(bob.uuid);
    const [gone] = minted.toSorted() as [string];
    const hide = (type: string, uuid: string) =>
      all.sql.begin(async (tx) => {
        if (type === 'token') await tx`update token set is_counted = false where uuid = ${uuid}`;
        if (type === 'collection') await tx`update collection set is_hidden = true where uuid = ${uuid}`;
        if (type === 'profile') await tx`update app_user set is_hidden = true where uuid = ${uuid}`;
      });
    await hide('token', gone);
    expect(await uuids('token')).toEqual(minted.toSorted().slice(1));
    await hide('collection', collectionUuid);
    expect(await uuids('collection')).toEqual([]);
    await hide('profile', ann.uuid);
    expect(await uuids('profile')).toEqual([]);
    await all.sql`update token set is_counted = true where uuid = ${gone}`;
    await all.sql`update collection set is_hidden = false`;
    await all.sql`update app_user set is_hidden = false`;
  });

  it.each([
    [2, 3],
    [5, 1],
    [3, 2],
    [1, 5],
    [10_000, 1],
  ])('with at most %i entries per file lists the five works in %i files, each place once', async (size, count) => {
    const starts = await listStarts(all.sql, 'token', size);
    expect(starts).toHaveLength(count);
    const pieces = await Promise.all(starts.map((after) => listEntries(all.sql, 'token', after, size)));
    expect(pieces.flat().map(({ uuid }) => uuid)).toEqual(minted.toSorted());
  });

  it('of an empty marketplace still has its static pages', () => {
    const text = indexOf('https://a.example/&', {
      token: [START],
      collection: [START],
      profile: [START],
      exhibition: [START],
    });
    expect(text).toContain('https://a.example/&#38;/sitemap/pages.xml');
  });

  it('lists the exhibitions that have begun', async () => {
    const [begun, planned] = [uuidv7(), uuidv7()];
    for (const [uuid, at] of [
      [begun, '2026-01-01'],
      [planned, '2126-01-01'],
    ] as const)
      await all.sql`insert into exhibition (uuid, words, starts_at, position) values (${uuid}, ${all.sql.json(EXHIBITION)}, ${at}::timestamptz, 0)`;
    const entries = await listEntries(all.sql, 'exhibition', START);
    expect(entries.map(({ uuid }) => uuid)).toEqual([begun]);
    expect(pieceOf(SITE, 'exhibition', entries)).toContain(`${SITE}/exhibitions/${begun}`);
    await all.sql`delete from exhibition where uuid in (${begun}, ${planned})`;
  });

  it.each(['/sitemap/token/x.xml', `/sitemap/offer/${START}.xml`, `/sitemap/token/${START}`])(
    '%s answers 404',
    async (url) => expect((await get(url)).status).toBe(404),
  );
});

/** Shares this file's world: works, their collection and their creator. */
describe('what leads here from other sites', () => {
  const work = () => minted.toSorted()[0] as string;
  /** As an admin's hiding leaves it. */
  const hideWork = async (isHidden: boolean) => {
    await all.sql`delete from hidden`;
    if (isHidden)
      await all.sql`insert into hidden (subject_type, subject_uuid, reason) values ('token', ${work()}, 'SPAM')`;
    await all.sql`update token set is_counted = ${!isHidden} where uuid = ${work()}`;
  };

  it('has feeds of all works, of a filter, of a collection and of a creator, without drafts and hidden works', async () => {
    await hideWork(true);
    const ids = async (url: string) => {
      const { status, text } = await get(url);
      expect(status, url).toBe(200);
      return (JSON.parse(text) as { items: { id: string }[] }).items.map(({ id }) => id).toSorted();
    };
    const seen = minted.toSorted().slice(1);
    expect(await ids('/feed/works.json')).toEqual(seen);
    expect(await ids(`/feed/works.json?collection=${collectionUuid}&type=ERC721&lng=ukr`)).toEqual(seen);
    const nothing = ['onSale=true', 'state=BUY_NOW', 'minPrice=1%20000,5', `collection=${collectionUuid}&minRank=1`];
    for (const query of nothing) expect(await ids(`/feed/works.json?${query}`), query).toEqual([]);
    expect(await ids('/feed/works.json?currency=fiat&minRank=1')).toEqual(seen);
    expect(await ids('/feed/works.json?currency=EUR')).toEqual(seen);
    expect(await ids(`/feed/collection/${collectionUuid}.json`)).toEqual(seen);
    expect(await ids(`/feed/profile/${ann.uuid}.json`)).toEqual(seen);
    const rss = await get(`/feed/collection/${collectionUuid}.rss`);
    expect(rss.type).toBe('application/rss+xml; charset=utf-8');
    expect(rss.text).toContain(`<link>${SITE}/nfts/${seen[0]}</link>`);
    expect(rss.text).not.toContain(work());
    for (const url of [`/feed/collection/${START}.rss`, '/feed/collection/x.rss', `/feed/profile/${ann.uuid}.xml`])
      expect((await get(url)).status, url).toBe(404);
    expect((await get('/feed/works.rss?minPrice=much')).status).toBe(400);
    await hideWork(false);
  });

  it('makes a feed once, whatever parameters somebody adds that it does not read', async () => {
    const made = await get('/feed/works.json?type=ERC721');
    // Only a text that is made again lacks it: this world does not listen for changes.
    await hideWork(true);
    for (let count = 0; count < 100; count++)
      expect((await get(`/feed/works.json?x=${count}&type=ERC721&lng=xx`)).text).toBe(made.text);
    expect((await get('/feed/works.json?type=ERC721&search=')).text).toBe(made.text);
    expect(JSON.parse(made.text)).toMatchObject({ feed_url: `${SITE}/feed/works.json?type=ERC721` });
    const inWords = await get('/feed/works.json?lng=ukr&x=1');
    expect(JSON.parse(inWords.text)).toMatchObject({ feed_url: `${SITE}/feed/works.json?lng=ukr`, language: 'uk' });
    const { home_page_url, items } = JSON.parse(inWords.text) as { home_page_url: string; items: { url: string }[] };
    expect(home_page_url).toBe(`${SITE}/nfts?lng=ukr`);
    expect(items.length).toBeGreaterThan(0);
    for (const { url } of items) expect(url).toMatch(/\/nfts\/[\w-]+\?lng=ukr$/);
    const filtered = await get('/feed/works.rss?type=ERC721&lng=ukr');
    expect(filtered.text).toContain(`<link>${SITE}/nfts?type=ERC721&#38;lng=ukr</link>`);
    expect(filtered.text).toContain('?lng=ukr</link><guid');
    expect(inWords.text).not.toContain(work());
    await hideWork(false);
  });

  it('has a card for frames of other sites, and none of a hidden work', async () => {
    const { status, headers, text } = await get(`/embed/nfts/${work()}?lng=ukr`);
    expect(status).toBe(200);
    expect(text).toContain(`href="${SITE}/nfts/${work()}"`);
    expect(text).toContain('Не продається');
    expect(headers).not.toHaveProperty('x-frame-options');
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*frame-ancestors \*/);
    const collection = await get(`/embed/collections/${collectionUuid}?lng=en`);
    expect(collection.text).toMatch(/Works: \d/);
    const profile = await get(`/embed/profile/${ann.uuid}?lng=en`);
    expect(profile.text).toContain('Artist');
    for (const card of [collection, profile])
      expect(card.text.match(new RegExp(`class="art" href="${SITE}/nfts/`, 'g'))).toHaveLength(4);
    // Nothing else can be framed.
    const page = await get(`/sitemap.xml`);
    expect(page.headers).toMatchObject({
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    });
    await hideWork(true);
    // Kept texts are dropped by a change of what they show, which this world does not listen for: another address.
    for (const path of [`/embed/nfts/${draft}`, `/embed/nfts/${work()}?lng=en`, `/embed/users/${ann.uuid}`])
      expect((await get(path)).status, path).toBe(404);
    // The frames of other sites stay: they say so, and lead on.
    const gone = await get(`/embed/nfts/${draft}?lng=en`);
    expect(gone.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(gone.headers['x-frame-options']).toBeUndefined();
    expect(gone.text).toContain('This is not shown any more');
    await hideWork(false);
  });

  it('has pictures for link previews, drawn once, and none of what visitors do not see', async () => {
    const url = `/og/nfts/${work()}.ukr.jpg`;
    const first = await all.app.inject({ method: 'GET', url });
    expect(first.statusCode).toBe(200);
    expect(first.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=300',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(await sharp(first.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    const again = await all.app.inject({
      method: 'GET',
      url,
      headers: { 'if-none-match': String(first.headers.etag) },
    });
    expect(again.statusCode).toBe(304);
    for (const path of [
      `/og/collections/${collectionUuid}.en.jpg`,
      `/og/profile/${ann.uuid}.en.jpg`,
      '/og/site.en.jpg',
      '/og/site.ukr.jpg',
    ])
      expect((await get(path)).status, path).toBe(200);
    const left = async (path: string) => {
      const { rawPayload } = await all.app.inject({ method: 'GET', url: path });
      return sharp(rawPayload).extract({ left: 0, top: 0, width: 608, height: 608 }).raw().toBuffer();
    };
    const [artist, other, mark] = await Promise.all(
      [`/og/profile/${ann.uuid}.en.jpg`, url, '/og/site.en.jpg'].map(left),
    );
    const difference = (a?: Buffer, b?: Buffer) =>
      a?.reduce((sum, value, at) => sum + Math.abs(value - (b?.[at] ?? 0)), 0);
    // An artist is shown beside a work of theirs; JPEG draws no two pictures quite the same.
    expect(difference(artist, other)).toBeLessThan((difference(artist, mark) ?? 0) / 4);
    // An exhibition has its first work, in its language and not before it begins.
    const [shown, planned] = [uuidv7(), uuidv7()];
    await all.sql`
      insert into exhibition (uuid, words, starts_at, position) select one, ${all.sql.json(EXHIBITION)}::jsonb, starts, 1
      from (values (${shown}::uuid, now()), (${planned}::uuid, now() + interval '1 day')) as planned (one, starts)`;
    await all.sql`insert into exhibition_work (exhibition_uuid, position, token_uuid) values (${shown}, 1, ${work()})`;
    const [inEnglish, inUkrainian] = await Promise.all(
      ['en', 'ukr'].map((lng) => all.app.inject({ method: 'GET', url: `/og/exhibitions/${shown}.${lng}.jpg` })),
    );
    expect([inEnglish?.statusCode, inUkrainian?.statusCode]).toEqual([200, 200]);
    expect(inEnglish?.headers.etag).not.toBe(inUkrainian?.headers.etag);
    expect(difference(await left(`/og/exhibitions/${shown}.en.jpg`), other)).toBeLessThan(
      (difference(artist, mark) ?? 0) / 4,
    );
    for (const path of [`/og/exhibitions/${planned}.en.jpg`, `/embed/exhibitions/${shown}`])
      expect((await get(path)).status, path).toBe(404);
    await hideWork(true);
    for (const path of [
      `/og/nfts/${work()}.en.jpg`,
      `/og/nfts/${draft}.en.jpg`,
      `/og/nfts/${work()}.fr.jpg`,
      `/og/users/${ann.uuid}.en.jpg`,
      '/og/site.fr.jpg',
    ])
      expect((await get(path)).status, path).toBe(404);
    await hideWork(false);
  });
});
