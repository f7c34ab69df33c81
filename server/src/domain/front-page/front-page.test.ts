import type { ActivityEvent } from '@skarb/schema/activity';
import type { Collection, TrendingCollection } from '@skarb/schema/collection';
import type { AdminExhibition, Exhibition } from '@skarb/schema/exhibition';
import type { FrontPage } from '@skarb/schema/front-page';
import type { ListMeta } from '@skarb/schema/primitive';
import type { TokenDetail } from '@skarb/schema/token';
import { encodeFunctionData, erc721Abi } from 'viem';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, startTrade, type Trade } from '../offer/testing-trade.ts';
import { keepPrice } from '../price/price.store.ts';
import { randomOf } from '../token/testing-catalogue.ts';
import { rankedTrades } from '../trending/testing-ranked-trades.ts';
import { updateTrends } from '../trending/trending.store.ts';

let all: Trade;
let ann: Person;
let bob: Person;
let cid: Person;
let admin: Person;
let home: string;
let owl: TokenDetail;
let fox: TokenDetail;
beforeAll(async () => {
  // Without the cache of answers, which forgets a moment after a change.
  all = await startTrade({ env: { LOCAL_STACK: '1', CACHES: '0' } });
  [ann, bob, cid, admin] = await Promise.all([all.trader(), all.trader(), all.trader(), all.trader(false)]);
  await all.sql`update app_user set role = 'ADMIN' where uuid = ${admin.uuid}`;
  await keepPrice(all.sql, { asset: 'ETH', value: 3000, at: new Date(Date.now() - 60_000), source: 'test' });
  ({ uuid: home } = await all.collection(ann, 'Home'));
  [owl, fox] = [await all.mintIn(ann, home, { name: 'Owl' }), await all.mintIn(ann, home, { name: 'Fox' })];
});
afterAll(() => all?.stop());

const read = async <T>(path: string, as?: Person) => (await all.call<T>('GET', path, as ? { as } : {})).body;
const activity = (query: string) => read<{ data: ActivityEvent[]; meta: ListMeta }>(`/activity?${query}`);
const kinds = async (query: string) => (await activity(query)).data.map(({ kind, token }) => `${kind} ${token.name}`);
const trending = async (period: string) =>
  (await read<{ data: TrendingCollection[] }>(`/collection/trending?period=${period}`)).data;
const shown = async (uuid: string) => (await read<{ data: Collection }>(`/collection/${uuid}`)).data;
const front = async () => (await read<{ data: FrontPage }>('/front-page')).data;
const hide = (verb: 'hide' | 'restore', subjectType: string, subjectUuid: string) =>
  all.call('POST', `/admin/moderation/${verb}`, { as: admin, json: { subjectType, subjectUuid, reason: 'SPAM' } });

it('activity has each event once, under its kind, with its work, people and the dollars of its time', async () => {
  const sale = await all.list(ann, owl.uuid, { price: '1.25' });
  await all.buy(bob, sale.uuid);
  await all.becomes(sale.uuid, 'SOLD');
  await all.bid(cid, fox.uuid, { price: '0.5' });
  await all.sendRaw(bob, {
    to: owl.contractAddress,
    data: encodeFunctionData({
      abi: erc721Abi,
      functionName: 'transferFrom',
      args: [bob.address, cid.address, BigInt(owl.tokenId)],
    }),
  });
  await all.settled();

  const { data, meta } = await activity(`collectionUuid=${home}`);
  const times = data.map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted().toReversed());
  const byKind = Object.fromEntries(data.map((event) => [`${event.kind} ${event.token.name}`, event]));
  expect(Object.keys(byKind).toSorted()).toEqual([
    'LISTING Owl',
    'MINT Fox',
    'MINT Owl',
    'OFFER Fox',
    'SALE Owl',
    'TRANSFER Owl',
  ]);
  expect(meta).toMatchObject({ totalItems: 6, totalPages: 1 });
  expect(byKind['SALE Owl']).toMatchObject({
    event: 'SOLD',
    price: '1.25',
    currency: 'ETH',
    usd: '3750.00',
    fromUser: { uuid: ann.uuid },
    toUser: { uuid: bob.uuid },
    collection: { uuid: home, name: 'Home' },
    token: { uuid: owl.uuid, image: { mimeType: 'image/png' } },
  });
  expect(['OFFER Fox', 'LISTING Owl', 'MINT Owl'].map((key) => byKind[key]?.usd)).toEqual(['1500.00', '3750.00', null]);
  expect(byKind['SALE Owl']?.txHash).toMatch(/^0x/);

  expect((await kinds(`tokenUuid=${owl.uuid}&kind=SALE&kind=MINT`)).toSorted()).toEqual(['MINT Owl', 'SALE Owl']);
  expect((await kinds(`userUuid=${cid.uuid}`)).toSorted()).toEqual(['OFFER Fox', 'TRANSFER Owl']);
  // A sale may get the time of its listing, by the server's clock, which is ahead of the block's.
  expect((await kinds(`userUuid=${bob.uuid}&collectionUuid=${home}`)).toSorted()).toEqual(['SALE Owl', 'TRANSFER Owl']);
  const salesOf = (user: Person, ...choices: string[]) =>
    kinds([`userUuid=${user.uuid}`, ...choices.map((choice) => `kind=${choice}`)].join('&'));
  expect([await salesOf(ann, 'SOLD'), await salesOf(ann, 'BOUGHT')]).toEqual([['SALE Owl'], []]);
  expect([await salesOf(bob, 'SOLD'), await salesOf(bob, 'BOUGHT')]).toEqual([[], ['SALE Owl']]);
  expect((await salesOf(bob, 'BOUGHT', 'SALE', 'TRANSFER')).toSorted()).toEqual(['SALE Owl', 'TRANSFER Owl']);
  expect(await kinds('kind=SOLD')).toEqual(['SALE Owl']);
  expect(await kinds('limit=2&page=2')).toEqual(data.slice(2, 4).map(({ kind, token }) => `${kind} ${token.name}`));
  expect((await activity('limit=2&page=2')).meta).toMatchObject({
    totalItems: 5,
    totalPages: 3,
    totalItemsExact: false,
  });
  expect(await kinds('page=1000000000')).toEqual([]);
});

it('activity leaves out what is hidden, and forgets an event that a reorg removes', async () => {
  await hide('hide', 'token', fox.uuid);
  expect(await kinds('kind=MINT')).toEqual(['MINT Owl']);
  expect(await kinds(`tokenUuid=${fox.uuid}`)).toEqual([]);
  await hide('hide', 'collection', home);
  expect([await kinds(''), await kinds(`collectionUuid=${home}`)]).toEqual([[], []]);
  await hide('restore', 'collection', home);
  await hide('restore', 'token', fox.uuid);
  expect(await kinds('kind=MINT')).toEqual(['MINT Fox', 'MINT Owl']);
  let announce: (payload: string) => void = () => {};
  const announced = new Promise<string>((resolve) => (announce = resolve));
  const listening = await all.sql.listen('change', (text) => text.includes('"activity"') && announce(text));
  const started = uuidv7();
  await all.sql`insert into history (uuid, token_uuid, event, created_at) values (${started}, ${fox.uuid}, 'AUCTION_CREATED', now())`;
  expect(await kinds('kind=AUCTION')).toEqual(['AUCTION Fox']);
  // To the streams of those who watch activity (live.hub.ts).
  expect(JSON.parse(await announced)).toMatchObject({ kind: 'activity', uuid: started, alsoOf: ['activity'] });
  await listening.unlisten();
  await all.sql`delete from history where event = 'AUCTION_CREATED'`;
  expect(await kinds('kind=AUCTION')).toEqual([]);
});

it('activity ends after 1,000 events, and after a bounded number of those that are hidden', async () => {
  const add = (token: string, count: number, from: Date) => all.sql`
    insert into history (uuid, token_uuid, event, created_at)
    select gen_random_uuid(), ${token}, 'AUCTION_CREATED', ${from}::timestamptz + interval '1 ms' * n from generate_series(1, ${count}::int) n`;
  const now = Date.now();
  await add(owl.uuid, 1, new Date(now - 7_200_000));
  // In parts: a statement of the API may take 3 s, also on a busy machine.
  for (let part = 0; part < 7; part += 1) await add(fox.uuid, 300, new Date(now - 3_600_000 + part * 300));
  await add(owl.uuid, 1, new Date(now));
  const last = await activity('kind=AUCTION&limit=100&page=10');
  expect([last.data.length, last.meta.totalItems, last.meta.totalItemsExact]).toEqual([100, 1000, false]);
  expect(await activity('kind=AUCTION&limit=100&page=11')).toMatchObject({ data: [], meta: { totalPages: 10 } });
  await hide('hide', 'token', fox.uuid);
  const seen = await activity('kind=AUCTION');
  expect(seen.data.map(({ token }) => token.uuid)).toEqual([owl.uuid]);
  expect(seen.meta).toMatchObject({ totalItems: 1, totalItemsExact: false });
  const ofOwl = await activity(`kind=AUCTION&tokenUuid=${owl.uuid}`);
  expect(ofOwl.data).toHaveLength(2);
  expect(ofOwl.meta).not.toHaveProperty('totalItemsExact');
  await hide('restore', 'token', fox.uuid);
  for (let part = 0; part < 8; part += 1)
    await all.sql`
      delete from history where uuid in (select uuid from history where event = 'AUCTION_CREATED' limit 300)`;
});

it('activity refuses a visitor who reads it too often, and nobody who is signed in', async () => {
  await activity('');
  // Also in the next minute, which may begin at any moment; visits in two minutes have left two counters.
  await all.sql`
    insert into rate_limit (bucket, window_start, hits)
    select distinct bucket, window_start + n * interval '1 minute', 100000 from rate_limit, generate_series(0, 2) n
    where bucket like 'activity-anyone %'
    on conflict (bucket, window_start) do update set hits = excluded.hits`;
  expect((await all.call('GET', '/activity')).status).toBe(429);
  expect((await all.call('GET', '/activity', { as: bob })).status).toBe(200);
  await all.sql`delete from rate_limit where bucket like 'activity%'`;
});

it('trending counts sales of the period, and neither a work that goes back nor a sale to oneself', async () => {
  await updateTrends(all.sql);
  for (const period of ['1h', '24h', '7d', '30d'])
    expect(await trending(period), period).toMatchObject([
      { uuid: home, stats: { items: 2 }, trend: { volume: '1.25', sales: 1, changePercent: null } },
    ]);

  // Cid, who got it as a gift, sells it to Bob: counts. Bob sells it to Ann, who had sold it to Bob: neither of the two counts.
  const again = await all.list(cid, owl.uuid, { price: '0.5' });
  await all.buy(bob, again.uuid);
  await all.becomes(again.uuid, 'SOLD');
  const back = await all.list(bob, owl.uuid, { price: '2' });
  await all.buy(ann, back.uuid);
  await all.becomes(back.uuid, 'SOLD');
  await all.settled();
  await updateTrends(all.sql);
  expect((await trending('1h'))[0]?.trend).toMatchObject({ volume: '0.5', sales: 1 });
  expect((await trending('30d'))[0]?.trend).toMatchObject({ volume: '0.5', sales: 1 });
  expect((await shown(home)).stats.volume).toBe('3.75');
  expect((await all.sql`select trunc(ranked_volume) as volume from collection where uuid = ${home}`)[0]?.volume).toBe(
    String(5n * 10n ** 17n),
  );

  await hide('hide', 'collection', home);
  expect(await trending('7d')).toEqual([]);
  await hide('restore', 'collection', home);
});

it('each period of trending has the sales of its own time, and compares them with those of the time before', async () => {
  await all.stopWorker();
  const { uuid: fourth } = await all.collection(ann, 'Fourth');
  const token = await all.draft(ann, fourth);
  const walletOf = (place: number) => `0x${place.toString(16).padStart(40, 'e')}`;
  const HOUR_MS = 3_600_000;
  const agesInHours = [45 * 24, 10 * 24, 3 * 24, 36, 5, 0.5];
  for (const [place, age] of agesInHours.entries())
    await all.sql`insert into history (uuid, token_uuid, event, from_address, to_address, value_eth, quantity, created_at)
      values (${uuidv7()}, ${token.uuid}, 'SOLD', ${walletOf(place)}, ${walletOf(place + 1)}, ${String(10n ** 18n * 2n ** BigInt(place))}::numeric, 1,
        ${new Date(Date.now() - age * HOUR_MS)})`;
  await updateTrends(all.sql);
  const trendOf = async (period: string) => (await trending(period)).find(({ uuid }) => uuid === fourth)?.trend;
  expect(await trendOf('1h')).toMatchObject({ volume: '32', sales: 1, changePercent: null });
  expect(await trendOf('24h')).toMatchObject({ volume: '48', sales: 2, changePercent: 500 });
  expect(await trendOf('7d')).toMatchObject({ volume: '60', sales: 4, changePercent: 2900 });
  expect(await trendOf('30d')).toMatchObject({ volume: '62', sales: 5, changePercent: 6100 });
  await all.sql`delete from history where token_uuid = ${token.uuid}`;
  await updateTrends(all.sql);
});

it('the sums of hours follow the rule for any trades, in any order, also when some are removed', async () => {
  await all.stopWorker();
  const random = randomOf(7);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  // Dan and a second wallet are one person.
  const [dan, second] = [await all.person(), '0x00000000000000000000000000000000000000d2'];
  await all.sql`insert into wallet_person (wallet, person) values (${second}, ${dan.uuid})`;
  const wallets = [dan.wallet, second, bob.wallet, cid.wallet];
  const personOf = (wallet: string) => (wallet === second ? dan.wallet : wallet);
  const { uuid: other } = await all.collection(ann, 'Other');
  const tokens = [await all.draft(ann, other), await all.draft(ann, other), await all.draft(ann, other)];
  type Row = { uuid: string; tokenUuid: string; seller: string; buyer: string; at: Date; value: number };
  let kept: Row[] = [];
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000;
  for (let round = 0; round < 12; round++) {
    const added = Array.from({ length: 1 + Math.floor(random() * 4) }, (): Row => ({
      uuid: uuidv7(),
      tokenUuid: pick(tokens).uuid,
      seller: pick(wallets),
      buyer: pick(wallets),
      at: new Date(hour - Math.floor(random() * 3) * 3_600_000),
      value: 1 + Math.floor(random() * 9),
    }));
    await all.sql`
      insert into history (uuid, token_uuid, event, from_address, to_address, value_eth, quantity, created_at)
      select id, token, event, seller, buyer, value, 1, at::timestamptz from unnest(${added.map((row) => row.uuid)}::uuid[], ${added.map((row) => row.tokenUuid)}::uuid[], ${added.map(() => 'SOLD')}::text[],
        ${added.map((row) => row.seller)}::text[], ${added.map((row) => row.buyer)}::text[], ${added.map((row) => row.value)}::numeric[],
        ${added.map((row) => row.at.toISOString())}::text[]) as row (id, token, event, seller, buyer, value, at)`;
    kept.push(...added);
    const gone = round % 3 === 2 ? kept.filter(() => random() < 0.4) : [];
    await all.sql`delete from history where uuid = any(${gone.map((row) => row.uuid)}::uuid[])`;
    kept = kept.filter((row) => !gone.includes(row));
    const sums = new Map<string, number[]>();
    for (const row of rankedTrades(
      kept.map((one) => ({ ...one, seller: personOf(one.seller), buyer: personOf(one.buyer) })),
    )) {
      const [volume = 0, sales = 0] = sums.get(row.at.toISOString()) ?? [];
      sums.set(row.at.toISOString(), [volume + row.value, sales + 1]);
    }
    const rows = await all.sql<{ hour: Date; volume: string; sales: number }[]>`
      select hour, ranked_volume as volume, ranked_sales as sales from collection_hour
      where collection_uuid = ${other} and (ranked_volume <> 0 or ranked_sales <> 0)`;
    expect(new Map(rows.map((row) => [row.hour.toISOString(), [Number(row.volume), row.sales]]))).toEqual(sums);
    const counted = await all.sql<{ uuid: string }[]>`
      select uuid from history where uuid = any(${kept.map((row) => row.uuid)}::uuid[]) and is_ranked_trade(token_uuid, from_address, to_address)`;
    expect(counted.length).toBe([...sums.values()].reduce((sum, [, sales = 0]) => sum + sales, 0));
  }
  await all.sql`delete from history where token_uuid = any(${tokens.map(({ uuid }) => uuid)}::uuid[])`;
});

it('a trade is subtracted only if it was added, whoever its wallets belong to by then', async () => {
  const [dan, eve] = [await all.person(), await all.person()];
  const moved = '0x00000000000000000000000000000000000000d3';
  await all.sql`insert into wallet_person (wallet, person) values (${moved}, ${dan.uuid})`;
  const { uuid: third } = await all.collection(ann, 'Third');
  const token = await all.draft(ann, third);
  const trade = async (seller: string, buyer: string, value: number) => {
    await all.sql`insert into history (uuid, token_uuid, event, from_address, to_address, value_eth, quantity, created_at)
      values (${uuidv7()}, ${token.uuid}, 'SOLD', ${seller}, ${buyer}, ${value}, 1, now())`;
  };
  const sums = async () =>
    (
      await all.sql<{ volume: string; sales: number }[]>`
      select coalesce(sum(ranked_volume), 0)::text as volume, coalesce(sum(ranked_sales), 0)::int as sales
      from collection_hour where collection_uuid = ${third}`
    )[0];
  await trade(dan.wallet, moved, 1000);
  expect(await sums()).toEqual({ volume: '0', sales: 0 });
  await all.sql`update wallet_person set person = ${eve.uuid} where wallet = ${moved}`;
  await trade(moved, dan.wallet, 1);
  expect(await sums()).toEqual({ volume: '0', sales: 0 });
  await all.sql`delete from history where token_uuid = ${token.uuid}`;
  expect(await sums()).toEqual({ volume: '0', sales: 0 });
});

it('collections lead the first page by volume without wash trades, and none with one work or less', async () => {
  const { uuid: empty } = await all.collection(ann, 'Empty');
  await all.sql`update collection set volume = 9e18, ranked_volume = 9e18 where uuid = ${empty}`;
  const names = async () =>
    (await read<{ data: Collection[] }>('/collection?sortBy=featured:ASC')).data.map(({ name }) => name);
  expect((await names())[0]).toBe('Home');
  await all.sql`update collection set items = 1 where uuid = ${empty}`;
  expect((await names()).slice(0, 2)).toEqual(['Home', 'Empty']);
  await all.sql`update collection set items = 2 where uuid = ${empty}`;
  expect((await names())[0]).toBe('Empty');
  await all.sql`delete from collection_contract where collection_uuid = ${empty}`;
  await all.sql`delete from collection where uuid = ${empty}`;
});

const exhibitionBody = (over: object = {}) => ({
  title: { en: 'Night birds', ukr: 'Нічні птахи' },
  text: { en: 'Seen in the dark.', ukr: 'Побачені в темряві.' },
  startsAt: new Date(Date.now() - 60_000).toISOString(),
  tokenUuids: [owl.uuid, fox.uuid],
  ...over,
});

it('the first page has what is there: a featured work, the new artist, the latest sale; no empty section', async () => {
  expect((await front()).featured).toBeNull();
  // One holder does not lead.
  await all.sql`update collection set owners = 2 where uuid = ${home}`;
  const page = await front();
  expect(page.featured).toMatchObject({ reason: 'NEWEST', work: { uuid: fox.uuid, creator: { uuid: ann.uuid } } });
  expect(page.newArtists).toMatchObject([{ person: { uuid: ann.uuid }, works: 2, workUuid: fox.uuid }]);
  expect(page.sales.map(({ price, usd, toUser }) => [price, usd, toUser?.uuid])).toEqual([
    ['0.5', '1500.00', bob.uuid],
  ]);
  expect([page.exhibitions, page.endingSoon, page.collections]).toEqual([[], [], []]);
  expect(page.featured?.work).not.toHaveProperty('description');
  const likes = (token: TokenDetail, count: number) =>
    all.sql`update token set favorite_count = ${count} where uuid = ${token.uuid}`;
  await likes(owl, 2);
  expect((await front()).featured).toMatchObject({ reason: 'LIKED', work: { uuid: owl.uuid } });
  // Of equal ones, the newest.
  await likes(fox, 2);
  expect((await front()).featured).toMatchObject({ reason: 'LIKED', work: { uuid: fox.uuid } });
  await Promise.all([likes(owl, 0), likes(fox, 0)]);
  // A collection with one work does not lead.
  await all.sql`update collection set items = 1 where uuid = ${home}`;
  expect((await front()).featured).toBeNull();
  await all.sql`update collection set items = 2 where uuid = ${home}`;
});

it('the first page and the trending collections recommend nobody who is blocked or leaving', async () => {
  const isPlaced = async () => {
    await updateTrends(all.sql);
    return (await all.sql`select 1 from collection_trend where collection_uuid = ${home}`).length > 0;
  };
  expect([await isPlaced(), (await trending('7d')).length]).toEqual([true, 1]);
  for (const column of ['blocked_at', 'deletion_at']) {
    await all.sql`update app_user set ${all.sql(column)} = now() where uuid = ${ann.uuid}`;
    expect(await front()).toMatchObject({ featured: null, newArtists: [], sales: [] });
    // At once, and its place goes to another when the worker computes them again.
    expect(await trending('7d')).toEqual([]);
    expect(await isPlaced()).toBe(false);
    await all.sql`update app_user set ${all.sql(column)} = null where uuid = ${ann.uuid}`;
  }
  expect(await front()).toMatchObject({ newArtists: [{}], sales: [{}] });
  expect(await isPlaced()).toBe(true);
});

it('an admin plans, changes, orders and ends exhibitions; each is recorded, and works that are hidden drop out', async () => {
  const send = <T = { data: AdminExhibition }>(method: 'POST' | 'PUT', path: string, json?: object) =>
    all.call<T>(method, `/admin/exhibition${path}`, { as: admin, json });
  expect((await all.call('POST', '/admin/exhibition', { as: ann, json: exhibitionBody() })).status).toBe(403);
  const wrong = await send<{ message: { property: string }[] }>('POST', '', {
    ...exhibitionBody({ endsAt: '2020-01-01T00:00:00Z', collectionUuid: home }),
    title: { en: '', ukr: 'х'.repeat(81) },
  });
  expect(wrong.status).toBe(400);
  expect(wrong.body.message.map(({ property }) => property)).toEqual(expect.arrayContaining(['title.en', 'title.ukr']));
  const unknown = await send<{ message: { property: string }[] }>(
    'POST',
    '',
    exhibitionBody({ tokenUuids: [owl.uuid, owl.uuid] }),
  );
  expect(unknown.body.message).toMatchObject([{ property: 'tokenUuids' }]);

  const birds = (await send('POST', '', exhibitionBody())).body.data;
  const later = (
    await send(
      'POST',
      '',
      exhibitionBody({
        startsAt: new Date(Date.now() + 3_600_000).toISOString(),
        tokenUuids: [],
        collectionUuid: home,
      }),
    )
  ).body.data;
  expect([birds.state, later.state, later.works.map(({ name }) => name)]).toEqual(['SHOWN', 'PLANNED', ['Fox', 'Owl']]);
  expect(later.collection?.items).toBe(2);
  // In the order of the collection's page.
  const ofLater = async () =>
    (await read<{ data: Exhibition }>(`/exhibition/${later.uuid}`, admin)).data.works.map(({ name }) => name);
  await all.sql`update collection set works_order = 'own' where uuid = ${home}`;
  await all.sql`insert into collection_pin (collection_uuid, position, token_uuid) values (${home}, 1, ${owl.uuid})`;
  expect(await ofLater()).toEqual(['Owl', 'Fox']);
  await all.sql`update collection set works_order = 'newest' where uuid = ${home}`;
  expect(await ofLater()).toEqual(['Fox', 'Owl']);
  const page = await front();
  expect(page.exhibitions.map(({ uuid }) => uuid)).toEqual([birds.uuid]);
  expect(page.featured).toBeNull();
  expect((await all.call('GET', `/exhibition/${later.uuid}`)).status).toBe(404);
  expect((await all.call('GET', `/exhibition/${later.uuid}`, { as: admin })).status).toBe(200);

  await hide('hide', 'token', fox.uuid);
  const seen = (await read<{ data: Exhibition }>(`/exhibition/${birds.uuid}`)).data;
  expect(seen).toMatchObject({ title: { ukr: 'Нічні птахи' }, works: [{ uuid: owl.uuid }], collection: null });
  await hide('hide', 'token', owl.uuid);
  expect((await front()).exhibitions).toEqual([]);
  // Another text changes nothing else, and what is hidden now stays chosen.
  const retold = { en: 'Heard in the dark.', ukr: 'Почуті в темряві.' };
  const edited = await send('PUT', `/${birds.uuid}`, { text: retold });
  expect(edited.body.data).toMatchObject({
    title: { en: 'Night birds' },
    text: retold,
    tokenUuids: birds.tokenUuids,
    startsAt: birds.startsAt,
  });
  expect((await send('PUT', `/${birds.uuid}`, { tokenUuids: [fox.uuid, owl.uuid] })).status).toBe(200);
  expect((await send('PUT', `/${birds.uuid}`, { endsAt: '2020-01-01T00:00:00Z' })).status).toBe(400);
  expect((await send('PUT', `/${birds.uuid}`, { tokenUuids: [] })).status).toBe(400);
  expect((await send('PUT', `/${birds.uuid}`, { tokenUuids: birds.tokenUuids })).status).toBe(200);
  await hide('restore', 'token', owl.uuid);
  await hide('restore', 'token', fox.uuid);

  const changed = await send('PUT', `/${later.uuid}`, exhibitionBody({ tokenUuids: [fox.uuid] }));
  expect(changed.body.data).toMatchObject({ state: 'SHOWN', tokenUuids: [fox.uuid], collection: null });
  expect((await send('PUT', '/order', { uuids: [later.uuid] })).status).toBe(204);
  expect((await front()).exhibitions.map(({ uuid }) => uuid)).toEqual([later.uuid, birds.uuid]);

  for (const uuid of [later.uuid, birds.uuid]) expect((await send('POST', `/${uuid}/end`)).status).toBe(204);
  expect((await front()).exhibitions).toEqual([]);
  expect((await read<{ data: AdminExhibition[] }>('/admin/exhibition', admin)).data.map(({ state }) => state)).toEqual([
    'ENDED',
    'ENDED',
  ]);
  expect((await send('POST', `/${uuidv7()}/end`)).status).toBe(404);
  const audit = await read<{ data: { act: string; subjectName: string | null }[] }>(
    '/admin/audit?subjectType=exhibition',
    admin,
  );
  expect(audit.data.map(({ act }) => act).toSorted()).toEqual(
    ['add', 'add', 'edit', 'edit', 'edit', 'edit', 'end', 'end', 'order'].map((verb) => `exhibition.${verb}`),
  );
  expect(audit.data[0]?.subjectName).toBe('Night birds');
});
