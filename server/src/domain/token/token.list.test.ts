import { type Token, type TokenDetail, tokenEndpoints, tokenState, type TokenState } from '@skarb/schema/token';
import { offer, offerEndpoints } from '@skarb/schema/offer';
import { fromBaseUnits, type ListMeta, splitPrice } from '@skarb/schema/primitive';
import { getAddress, keccak256, toHex } from 'viem';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { addressOf, insertCollection, placeContracts, takeTokenId } from '../collection/collection.store.ts';
import { parsed } from '../../platform/http/json-text.ts';
import { parse } from '../../platform/http/validate.ts';
import { createContext } from '../../context.ts';
import { deriveProperties } from './store/property.store.ts';
import { advanceFacets } from './facet.jobs.ts';
import { readChanges } from './store/facet.store.ts';
import { endNewness } from './store/token-card.store.ts';
import { insertDraft, refreshTokens } from './store/token.store.ts';
import { filterOf } from './token.filter.ts';
import { listTokens } from './token.list.ts';
import { searchWords } from './token.terms.ts';
import { isNothing } from './token.together.ts';
import { completed } from './token.view.ts';
import { nextBid } from '../offer/auction/auction.rules.ts';
import { listOffers } from '../offer/offer.list.ts';
import { isOver } from '../offer/offer.view.ts';
import { moveOwnership } from './store/ownership.store.ts';
import { type Catalogue, type Person, randomOf, startCatalogue } from './testing-catalogue.ts';
import {
  type Auction,
  cheapest,
  expectedUuids,
  type Listing,
  next,
  type Plain,
  type Query,
  statesOf,
} from './testing-token-model.ts';

const random = randomOf(20261121);
const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;

let all: Catalogue;
let people: Person[];
const collections: { uuid: string; name: string; creator: Person }[] = [];
const tokens: Plain[] = [];
const WORDS = ['aster', 'birch', 'cedar', 'dahlia', '🌻!', 'скарб', 'chrysanthemum', 'chrysanthemis'];
/** Names whose beginnings are short, the same, or at the end of all characters. */
const ODD_NAMES = [
  'a',
  'as',
  'ast',
  "a's 'b' \\ aster",
  'aster',
  'aster birch',
  'aster birch 2',
  ...['dahlia bi\u{10FFFF} elder', 'dahlia elder', 'скарб elder'].flatMap((name) => [name, name]),
  '\u{10FFFF}\u{10FFFF}',
];
const STATES = tokenState.options;
const RUNNING = { status: 'ACTIVE', bidCount: 0, startsAt: 1_700_000_000_000, endsAt: 1_910_000_000_000 } as const;
const RATE = [1, 1 / 3200, 0.5 / 3200];

const makeToken = async (index: number): Promise<void> => {
  const { sql, config, networkUuid, categories, currencies } = all;
  const collection = Math.floor(random() * collections.length);
  const { uuid: collectionUuid, creator } = collections[collection] as (typeof collections)[0];
  const type = random() < 0.6 ? 'ERC721' : 'ERC1155';
  const status = random() < 0.12 && index > 0 ? 'draft' : 'minted';
  const image = `bafkrei${'a'.repeat(52)}`;
  const plain: Plain = {
    uuid: uuidv7(),
    name: ODD_NAMES[index] ?? `${pick(WORDS)} ${pick(WORDS)}`,
    description: pick(['quiet water', 'loud water', 'stone']),
    type,
    status,
    collection,
    category: pick(categories.slice(0, 3)),
    creator: creator.uuid,
    // Some have the same time: pages must neither omit nor repeat tokens with equal sort keys.
    createdAt: 1_700_000_000_000 + Math.floor(random() * 20) * 1000,
    traits:
      random() < 0.8
        ? [
            { name: 'Mood', value: pick(['Calm', 'Wild']) },
            { name: 'Ratio', value: pick(['1:2', '2:3']) },
            // Some have two values of one name.
            ...['7', '12', '12.5', '1e3'].filter(() => random() < 0.3).map((value) => ({ name: 'Size:cm', value })),
            // Some have more than are paired.
            ...Array.from({ length: index % 9 === 4 ? 8 : 0 }, (_, at) => ({ name: `Extra ${at}`, value: 'yes' })),
          ]
        : [],
    owners: [],
    listings: [],
    auction: undefined,
    bids: [],
    isNew: status === 'minted' && random() < 0.2,
    isHidden: status === 'minted' && index > 0 && random() < 0.15,
    lastSale: status === 'minted' && random() < 0.4 ? 1_750_000_000_000 + Math.floor(random() * 8) * 1000 : undefined,
    fans: people.filter(() => random() < 0.3).map((person) => person.uuid),
    buyers: [],
  };
  if (status === 'minted') {
    plain.owners =
      type === 'ERC721' ? [pick(people).uuid] : people.filter(() => random() < 0.5).map((person) => person.uuid);
    if (plain.owners.length === 0) plain.owners = [(people[0] as Person).uuid];
    plain.buyers = people.filter(() => random() < 0.15).map((person) => person.uuid);
    const priced = (maker: string): Listing => {
      const currency = Math.floor(random() * 3);
      const whole = 1 + Math.floor(random() * 9);
      const units = BigInt(whole) * 10n ** BigInt((currencies[currency] as { decimals: number }).decimals);
      return { maker, currency, units, eth: whole * (RATE[currency] as number) };
    };
    for (const maker of plain.owners) if (random() <= 0.4 && !plain.isHidden) plain.listings.push(priced(maker));
    if (random() < 0.4 && !plain.isHidden)
      plain.auction = {
        ...priced(pick(plain.owners)),
        status: pick(['ACTIVE', 'ACTIVE', 'SCHEDULED', 'ENDED']),
        bidCount: pick([0, 2]),
        startsAt: 1_900_000_000_000 + Math.floor(random() * 5) * 1000,
        endsAt: 1_910_000_000_000 + Math.floor(random() * 5) * 1000,
      };
    // Far below every listing: no floor.
    if (index === 0) {
      plain.listings = [];
      plain.auction = { ...priced(pick(plain.owners)), currency: 0, units: 1n, eth: 1e-18, ...RUNNING };
    }
    if (random() < 0.15 && !plain.isHidden) plain.bids.push(priced(pick(people).uuid));
  } else plain.fans = [];
  await sql.begin(async (tx) => {
    const tokenId = (await takeTokenId(tx, collectionUuid, type)) as bigint;
    await insertDraft(tx, {
      ...plain,
      imageHash: image,
      posterHash: null,
      metadataHash: image,
      metadataDigest: keccak256(toHex(index)),
      royaltyBps: 0,
      quantity: type === 'ERC721' ? 1 : 10,
      categoryUuid: plain.category,
      collectionUuid,
      networkUuid,
      creatorUuid: creator.uuid,
      creatorAddress: creator.wallet,
      chainId: config.chain.id,
      contractAddress: await addressOf(tx, collectionUuid, type),
      tokenId,
      mintDeadline: new Date(2e12),
      metadata: plain.traits.map((trait) => ({ ...trait, isNumber: false })),
    });
    await tx`update token set status = ${status}, minted_at = ${status === 'minted' ? new Date(Date.now() - (plain.isNew ? 6 : 8) * 86_400_000) : null}, created_at = ${new Date(plain.createdAt)}, favorite_count = ${plain.fans.length} where uuid = ${plain.uuid}`;
    const walletOf = (uuid: string) => (people.find((person) => person.uuid === uuid) as Person).wallet;
    await moveOwnership(
      tx,
      plain.owners.map((owner) => ({ tokenUuid: plain.uuid, owner: walletOf(owner), by: 2n })),
    );
    for (const fan of plain.fans)
      await tx`insert into favorite (user_uuid, token_uuid, token_created_at) values (${fan}, ${plain.uuid}, ${new Date(plain.createdAt)})`;
    for (const buyer of plain.buyers)
      await tx`insert into purchase (buyer, token_uuid, times, token_created_at) values (${walletOf(buyer)}, ${plain.uuid}, 1, ${new Date(plain.createdAt)})`;
    const offer = async (type: string, { maker, currency, units, eth, ...auction }: Listing & Partial<Auction>) => {
      const [row] = await tx<{ uuid: string }[]>`
        insert into offer (uuid, type, status, token_uuid, collection_uuid, category_uuid, network_uuid, currency_uuid, maker_uuid, maker, price, price_eth, quantity, quantity_left, marketplace_bps, royalty_bps, starts_at, ends_at)
        values (${uuidv7()}, ${type}, ${auction.status ?? 'ACTIVE'}, ${plain.uuid}, ${collectionUuid}, ${plain.category}, ${networkUuid}, ${(currencies[currency] as { uuid: string }).uuid}, ${maker}, ${walletOf(maker)},
          ${units.toString()}::numeric, ${String(Math.round(eth * 1e18))}::numeric, 1, 1, 1000, 0,
          ${auction.startsAt ? new Date(auction.startsAt) : null}, ${auction.endsAt ? new Date(auction.endsAt) : null}) returning uuid`;
      return (row as { uuid: string }).uuid;
    };
    for (const listing of plain.listings) await offer('SALE', listing);
    for (const bid of plain.bids) await offer('BID', bid);
    if (plain.auction)
      await tx`
        insert into auction (offer_uuid, reserve_price, raise_bps, original_ends_at, bid_count)
        values (${await offer('AUCTION', plain.auction)}, 1, 500, now(), ${plain.auction.bidCount})`;
    if (plain.lastSale)
      for (const age of [0, 5000])
        await tx`
          insert into history (uuid, token_uuid, event, quantity, value_eth, created_at)
          values (${uuidv7()}, ${plain.uuid}, 'SOLD', 1, 1, ${new Date(plain.lastSale - age)})`;
    if (plain.isHidden)
      await tx`insert into hidden (subject_type, subject_uuid, reason) values ('token', ${plain.uuid}, 'test')`;
    await refreshTokens(tx, [plain.uuid]);
  });
  tokens.push(plain);
};

beforeAll(async () => {
  all = await startCatalogue();
  people = await Promise.all(Array.from({ length: 4 }, () => all.person()));
  await all.sql`update app_user set role = 'CREATOR', name = 'Taras Hai' where uuid = ${people[0]?.uuid as string}`;
  await all.sql`update app_user set role = 'CREATOR', username = 'oksana_lys' where uuid = ${people[1]?.uuid as string}`;
  const image = `bafkrei${'a'.repeat(52)}`;
  await all.sql`insert into media (cid, kind, mime_type, bytes, width, height, thumbhash) values (${image}, 'image', 'image/png', 1, 1, 1, '')`;
  for (const name of ['Garden', 'Harbour', 'Attic']) {
    const creator = pick(people);
    const uuid = uuidv7();
    await all.sql.begin(async (tx) => {
      await insertCollection(tx, {
        uuid,
        name,
        description: '',
        networkUuid: all.networkUuid,
        creatorUuid: creator.uuid,
        imageHash: image,
      });
      await placeContracts(tx, all.config, { uuid, name }, creator.wallet);
    });
    collections.push({ uuid, name, creator });
  }
  for (let index = 0; index < 70; index++) await makeToken(index);
  for (const { uuid } of collections) await deriveProperties(all.sql, uuid, true);
  const ranks = await all.sql<
    { uuid: string; rank: number | null }[]
  >`select token_uuid as uuid, rank from token_rarity`;
  for (const { uuid, rank } of ranks)
    Object.assign(tokens.find((token) => token.uuid === uuid) as Plain, { rank: rank ?? Infinity });
  // Which facets come together is known, as in a large catalogue.
  await all.sql`analyze token`;
  while ((await advanceFacets({ db: all }, 1)) > 0);
});
afterAll(() => all?.stop());

const model = (query: Query, caller: Person | undefined, onSaleOf?: string) =>
  expectedUuids({ currencies: all.currencies, collections, people, tokens }, query, caller?.uuid, onSaleOf);

const urlOf = (query: Query) => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) parameters.append(name, String(one));
  return parameters.toString();
};
type List = { data: Token[]; meta: ListMeta };

const randomQuery = (): Query => {
  const maybe = <T>(chance: number, value: () => T): T | undefined => (random() < chance ? value() : undefined);
  const some = (items: string[]) => items.filter(() => random() < 0.6);
  const query: Query = {
    page: 1 + Math.floor(random() * 4),
    limit: pick([1, 3, 5, 12, 100]),
    sortBy: maybe(
      0.8,
      () => `${pick(['createdAt', 'name', 'price', 'favorites', 'endsAt', 'lastSale'])}:${pick(['ASC', 'DESC'])}`,
    ),
    search: maybe(0.25, () =>
      pick([
        'aster',
        'ast',
        'Birch ced',
        'water',
        'garden',
        'лам',
        'скар',
        'кар',
        'арб ск',
        '🌻',
        '! 🌻',
        'irch c',
        'none of it',
        'calm aster',
        '%',
        'ar',
        'chrysanthe',
        'chrysanthemu',
        'CHRYSANTHEMIS ast',
        'Taras',
        'hai tar',
        'oksana_ly',
      ]),
    ),
    categoryUuid: maybe(0.3, () => some(all.categories.slice(0, 4))),
    collectionUuid: maybe(0.3, () => some(collections.map((collection) => collection.uuid))),
    trait: maybe(0.2, () => some(['Mood:Calm', 'Mood:Wild', 'Ratio:1:2', 'Nothing:here'])),
    type: maybe(0.2, () => pick(['ERC721', 'ERC1155'])),
    onSale: maybe(0.25, () => pick(['true', 'false'])),
    state: maybe(0.25, () => [pick(STATES), ...(random() < 0.3 ? [pick(STATES)] : [])]),
    ownerUuid: maybe(0.2, () => pick(people).uuid),
    creatorUuid: maybe(0.2, () => pick(people).uuid),
    favoritedByUuid: maybe(0.15, () => pick(people).uuid),
    purchasedByUuid: maybe(0.1, () => pick(people).uuid),
    minPrice: maybe(0.15, () => pick(['0.0005', '1', '3'])),
    maxPrice: maybe(0.15, () => pick(['0.002', '4', '7'])),
    currencyUuid: maybe(0.15, () => pick(all.currencies).uuid),
  };
  if (random() < 0.25) {
    query.collectionUuid = [pick(collections).uuid];
    if (random() < 0.5) query.sortBy = pick(['rarity:ASC', 'rarity:DESC']);
    if (random() < 0.4) query.maxRarity = pick([1, 4, 12]);
    if (random() < 0.3) query.minRarity = pick([1, 3, 10]);
    if (random() < 0.6) query.traitRange = [pick(['Size:cm:7:12', 'Size:cm:12.5:', 'Size:cm::1000', 'Size:cm:13:999'])];
  }
  for (const name of Object.keys(query) as (keyof Query)[])
    if (query[name] === undefined || (query[name] as string[]).length === 0) delete query[name];
  return query;
};

describe('lists of tokens', () => {
  it('equal filtering, sorting and paging in memory for 400 random queries', async () => {
    let full = 0;
    for (let turn = 0; turn < 400; turn++) {
      const query = randomQuery();
      const caller = random() < 0.5 ? pick(people) : undefined;
      const onSaleOf = random() < 0.1 ? pick(people).uuid : undefined;
      const asked = onSaleOf
        ? {
            page: query.page,
            limit: query.limit,
            // Ranks are those of one collection.
            ...(query.sortBy && !query.sortBy.startsWith('rarity') ? { sortBy: query.sortBy } : {}),
            ...(query.search ? { search: query.search } : {}),
          }
        : query;
      const path = `${onSaleOf ? `/token/on-sale/${onSaleOf}` : '/token'}?${urlOf(asked)}`;
      const answer = await all.call<List>('GET', path, caller ? { as: caller } : {});
      expect(answer.status, path).toBe(200);
      const wanted = model(asked, caller, onSaleOf);
      const start = (query.page - 1) * query.limit;
      expect(
        answer.body.data.map((token) => token.uuid),
        path,
      ).toEqual(wanted.slice(start, start + query.limit));
      expect(answer.body.meta, path).toEqual({
        itemsPerPage: query.limit,
        currentPage: query.page,
        totalItems: wanted.length,
        totalPages: Math.ceil(wanted.length / query.limit),
      });
      for (const token of answer.body.data) {
        const plain = tokens.find((one) => one.uuid === token.uuid) as Plain;
        expect(token.isFavorite).toBe(caller ? plain.fans.includes(caller.uuid) : false);
        expect(token.favoriteCount).toBe(plain.fans.length);
        expect(token.listing?.currency).toBe(
          cheapest(plain) && all.currencies[(cheapest(plain) as Listing).currency]?.name,
        );
        expect(token.auction?.bidCount).toBe(plain.auction?.bidCount);
      }
      if (answer.body.data.length) full++;
    }
    // Enough of the queries must return rows.
    expect(full).toBeGreaterThan(100);
  });

  it.each([
    ['walking along the order as far as it takes', { walk: 1000, gather: 0, count: 1000 }],
    ['walking a few rows, then gathering', { walk: 12, gather: 2, count: 5 }],
    ['gathering a few, then walking', { walk: 30, gather: 10, count: 20 }],
  ])('are the same found by %s, for 150 random queries', async (_way, bounds) => {
    for (let turn = 0; turn < 150; turn++) {
      const query = randomQuery();
      const caller = random() < 0.5 ? pick(people) : undefined;
      const onSaleOf = random() < 0.1 ? pick(people).uuid : undefined;
      const asked = parse(
        tokenEndpoints.list.query,
        Object.fromEntries(
          Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value : String(value)]),
        ),
      );
      const found = await listTokens(all.sql, { ...asked, ...(onSaleOf ? { onSaleOf } : {}) }, caller?.uuid, bounds);
      const wanted = model(query, caller, onSaleOf);
      const path = `${urlOf(query)} of ${onSaleOf} for ${caller?.uuid}`;
      const start = (query.page - 1) * query.limit;
      const data = parsed(found.data);
      expect(
        data.map((token) => token.uuid),
        path,
      ).toEqual(wanted.slice(start, start + query.limit));
      const { totalItems, totalItemsExact } = found.meta;
      if (totalItemsExact !== false) expect(totalItems, path).toBe(wanted.length);
      else {
        // A lower bound, and above the page when there is another one.
        expect(totalItems, path).toBeLessThanOrEqual(wanted.length);
        expect(totalItems, path).toBeGreaterThan(start + query.limit);
      }
    }
  });

  it('by name are the same past the names in which nothing matches', async () => {
    for (const asked of [...WORDS, 'ast', 'elder', 'water']
      .map((search): Partial<Query> => ({ search }))
      .concat({ trait: ['Mood:Wild'] }))
      for (const sortBy of ['name:ASC', 'name:DESC'])
        for (const limit of [1, 2, 5]) {
          const query = { ...asked, sortBy, limit };
          const wanted = parse(tokenEndpoints.list.query, { ...query, page: '1', limit: String(limit) });
          const found = await listTokens(all.sql, wanted, undefined, { walk: 32, gather: 1, count: 1 });
          const data = parsed(found.data);
          expect(
            data.map((token) => token.uuid),
            urlOf({ ...query, page: 1 }),
          ).toEqual(model({ ...query, page: 1 }, undefined).slice(0, limit));
        }
  });

  it('are empty without a search where no work has two facets together, until one has', async () => {
    const undo = new Error('undo');
    const reading = all.sql.begin(async (tx) => {
      const isEmpty = async (collection: number, search: string) => {
        const query = {
          page: 1,
          limit: 12,
          sortBy: 'name:ASC',
          collectionUuid: [collections[collection]?.uuid],
          search,
        };
        const asked = parse(tokenEndpoints.list.query, { ...query, page: '1', limit: '12' });
        return isNothing(tx, await filterOf(tx, asked, undefined));
      };
      const words = (one: Plain) => `${one.name} ${one.description}`.split(' ');
      const pairs = collections.flatMap((_, collection) =>
        [...WORDS, 'elder', 'loud', 'stone'].map((word) => [collection, word] as const),
      );
      const has = (collection: number, word: string) =>
        tokens.some((one) => one.collection === collection && words(one).includes(word));
      const empty: (readonly [number, string])[] = [];
      for (const pair of pairs) if (await isEmpty(...pair)) empty.push(pair);
      expect(empty.filter((pair) => has(...pair))).toEqual([]);
      const [collection, word] = empty[0] as (typeof empty)[0];
      // Nobody has read the change yet, and then a worker has.
      const one = tokens.find((token) => token.collection === collection && token.status === 'minted') as Plain;
      await tx`update token set name = ${word}, search = search || words_in(${word}) where uuid = ${one.uuid}`;
      expect(await isEmpty(collection, word)).toBe(false);
      expect(await readChanges(tx, 10)).toBe(1);
      expect(await isEmpty(collection, word)).toBe(false);
      // What is not read yet of all works is no reason.
      const [other] = empty.slice(1).filter((pair) => pair[0] !== collection || pair[1] !== word);
      if (other) {
        expect(await isEmpty(...other)).toBe(true);
        await tx`update facet_scan set after = ${one.uuid}`;
        expect(await isEmpty(...other)).toBe(false);
      }
      throw undo;
    });
    await expect(reading).rejects.toBe(undo);
  });

  it('of one’s own works have the hidden ones in their place, in every order, when they are walked', async () => {
    const holder = people.find(({ uuid }) => tokens.some((token) => token.isHidden && token.owners.includes(uuid)));
    for (const field of ['createdAt', 'name', 'price', 'favorites', 'lastSale'])
      for (const direction of ['ASC', 'DESC']) {
        const query = { ownerUuid: holder?.uuid as string, sortBy: `${field}:${direction}`, limit: 1 };
        const wanted = model({ ...query, page: 1 }, holder);
        expect(wanted.length).toBeGreaterThan(8);
        for (const [at, uuid] of wanted.entries()) {
          const asked = parse(tokenEndpoints.list.query, { ...query, page: String(at + 1), limit: '1' });
          const found = await listTokens(all.sql, asked, holder?.uuid, { walk: 1000, gather: 0, count: 1000 });
          const data = parsed(found.data);
          expect([query.sortBy, at, data[0]?.uuid]).toEqual([query.sortBy, at, uuid]);
        }
      }
  });

  it('look up whether a person sells a work by the work, also where the statistics say that people have few', async () => {
    const query = parse(tokenEndpoints.list.query, { sortBy: 'price:ASC', limit: '2' });
    const undo = new Error('undo');
    const reading = all.sql.begin(async (tx) => {
      await tx`alter table ownership alter column owner set (n_distinct = -1)`;
      await tx`analyze ownership`;
      const scans = async () =>
        (
          await tx<
            { count: number }[]
          >`select pg_stat_get_xact_numscans('ownership_owner_sale'::regclass)::int as count`
        )[0]?.count as number;
      const before = await scans();
      await listTokens(tx, { ...query, onSaleOf: people[0]?.uuid as string }, undefined, {
        walk: 1000,
        gather: 0,
        count: 1000,
      });
      // What they sell is counted and gathered, by a few statements.
      expect((await scans()) - before).toBeLessThan(5);
      throw undo;
    });
    await expect(reading).rejects.toBe(undo);
  });

  it('contain each token once over all pages, also with equal sort keys', async () => {
    const seen: string[] = [];
    for (let page = 1; ; page++) {
      const { body } = await all.call<List>('GET', `/token?limit=7&page=${page}`);
      if (body.data.length === 0) {
        expect(body.meta.currentPage).toBe(body.meta.totalPages + 1);
        break;
      }
      seen.push(...body.data.map((token) => token.uuid));
    }
    expect(seen.toSorted()).toEqual(
      tokens
        .filter((token) => token.status === 'minted' && !token.isHidden)
        .map((token) => token.uuid)
        .toSorted(),
    );
  });

  it('show the price of the cheapest listing as a decimal number', async () => {
    const { body } = await all.call<List>('GET', '/token?state=BUY_NOW&limit=100');
    expect(body.data.length).toBeGreaterThan(10);
    for (const token of body.data) {
      const sale = cheapest(tokens.find((one) => one.uuid === token.uuid) as Plain) as Listing;
      expect(token.listing?.price).toBe(
        String(sale.units / 10n ** BigInt((all.currencies[sale.currency] as { decimals: number }).decimals)),
      );
    }
  });

  it.each([
    'limit=0',
    'limit=101',
    'limit=x',
    'page=0',
    'sortBy=royalty:ASC',
    'sortBy=createdAt',
    'categoryUuid=7',
    'ownerUuid=me',
    'minPrice=-1',
    'minPrice=1e3',
    'onSale=maybe',
    'state=SOLD',
    'type=ERC20',
    'traitRange=Size:1',
    'traitRange=Size:a:b',
    'maxRarity=0',
    'minRarity=0',
  ])('refuse the parameter %s and name it', async (query) => {
    const answer = await all.call<{ message: { property: string }[] }>('GET', `/token?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body.message[0]?.property).toBe(query.split('=')[0]);
  });

  it('refuse ranks and ranges without exactly one collection', async () => {
    const two = collections.slice(0, 2).map(({ uuid }) => `collectionUuid=${uuid}`);
    for (const query of [
      'sortBy=rarity:ASC',
      'maxRarity=3',
      'minRarity=3',
      'traitRange=Size:1:2',
      ['maxRarity=3', ...two].join('&'),
    ]) {
      const { status, body } = await all.call<{ message: { property: string }[] }>('GET', `/token?${query}`);
      expect([query, status, body.message[0]?.property]).toEqual([query, 400, 'collectionUuid']);
    }
  });

  it('convert prices in a display currency at the rates of now', async () => {
    await all.sql`
      insert into price_now (asset, value, source, at, read_at) values ('ETH', 2500, 'test', now(), now()), ('EUR', 0.8, 'test', now(), now())`;
    const counted = async (query: string) =>
      (await all.call<List>('GET', `/token?limit=100&${query}`, { as: people[0] as Person })).body.meta.totalItems;
    const [few, many] = [await counted('minPrice=1&maxPrice=4'), await counted('maxPrice=4')];
    expect(few).toBeGreaterThan(0);
    expect(many).toBeGreaterThan(few);
    expect(await counted('minPrice=2500&maxPrice=10000&priceCurrency=USD')).toBe(few);
    expect(await counted('minPrice=2000&maxPrice=8000&priceCurrency=EUR')).toBe(few);
    expect(await counted('maxPrice=8000&priceCurrency=EUR')).toBe(many);
    expect(await counted(`minPrice=${'9'.repeat(60)}&priceCurrency=UAH`)).toBe(0);
    const { uuid } = all.currencies[0] as { uuid: string };
    expect(await counted(`minPrice=1&currencyUuid=${uuid}&priceCurrency=USD`)).toBe(
      await counted(`minPrice=1&currencyUuid=${uuid}`),
    );
    expect((await all.call('GET', '/token?minPrice=1&priceCurrency=XAU')).status).toBe(400);
  });

  it('refuse a price with more decimals than the currency has', async () => {
    const usdc = all.currencies[1] as { uuid: string };
    expect((await all.call('GET', `/token?currencyUuid=${usdc.uuid}&minPrice=0.0000001`)).status).toBe(400);
    expect((await all.call('GET', `/token?minPrice=0.0000001`)).status).toBe(200);
  });

  it.each(["'; drop table token; --", '%', '\\', ':*&|!()', '"', '🌻', ' '.repeat(5), 'a'.repeat(100)])(
    'search for %j literally',
    async (search) => {
      expect((await all.call('GET', `/token?search=${encodeURIComponent(search)}`)).status).toBe(200);
    },
  );

  it('have checksummed addresses, but the texts of creators as they are', () => {
    const address = `0x${'ab'.repeat(20)}`;
    const said = `"contractAddress": "${address}"`;
    const entry = (description: string) =>
      `{"description": ${JSON.stringify(description)}, ${said}}\u0001"isFavorite": false}`;
    const [first, second] = JSON.parse(String(completed(Buffer.from(`[${entry(said)},${entry('')}]`)))) as Token[];
    expect(first).toEqual({ description: said, contractAddress: getAddress(address), isFavorite: false });
    expect(second?.contractAddress).toBe(getAddress(address));
  });

  it('turn a search into words that must all match, each as a prefix', () => {
    expect(searchWords('  Nova-2, скарб!  ')).toBe("'nova':* & '2':* & 'скарб':*");
    expect(searchWords('%&|')).toBe('');
  });
});

it('the floor of a collection is of its fixed prices, while its number on sale includes auctions that take bids', async () => {
  for (const [at, { uuid }] of collections.entries()) {
    const { body } = await all.call<{ data: { stats: { onSale: number; floorPrice: string | null } } }>(
      'GET',
      `/collection/${uuid}`,
    );
    const own = tokens.filter((token) => token.collection === at);
    expect(body.data.stats.onSale).toBe(own.filter(next).length);
    const floor = Math.min(...own.flatMap((token) => token.listings.map(({ eth }) => eth)));
    expect(Number(body.data.stats.floorPrice)).toBeCloseTo(floor, 12);
  }
});

it('a token is no longer new a week after its mint, and its other states stay', async () => {
  const old = tokens.find((token) => token.isNew && token.listings.length > 0) as Plain;
  /** As a signed-in person, whose answers are not cached. */
  const states = async () => {
    const found: TokenState[] = [];
    for (const state of STATES) {
      const { body } = await all.call<List>('GET', `/token?state=${state}&limit=100`, { as: people[0] as Person });
      if (body.data.some(({ uuid }) => uuid === old.uuid)) found.push(state);
    }
    return found.toSorted();
  };
  expect(await states()).toEqual(statesOf(old).toSorted());
  await all.sql`update token set minted_at = now() - interval '7 days' where uuid = ${old.uuid}`;
  await endNewness(all.sql);
  old.isNew = false;
  expect(await states()).toEqual(statesOf(old).toSorted());
});

describe('lists of offers', () => {
  it('read the few that have ended and are not marked so by an index, however many ended before', async () => {
    const undo = new Error('undo');
    const reading = all.sql.begin(async (tx) => {
      await tx`update offer set status = 'EXPIRED', ends_at = now() - interval '1 day' where type = 'SALE'`;
      await tx`update offer set ends_at = now() + interval '1 day' where status <> 'EXPIRED'`;
      await tx`analyze offer`;
      const [plan] = await tx<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }[]>`
        explain (format json) select * from offer where ${isOver(tx, tx`now()`)}`;
      expect(plan?.['QUERY PLAN'][0]?.Plan['Plan Rows']).toBeLessThan(3);
      throw undo;
    });
    await expect(reading).rejects.toBe(undo);
  });

  it('have the amounts of the rules, and addresses with checksums, whatever their numbers and texts', async () => {
    const undo = new Error('undo');
    const reading = all.sql.begin(async (tx) => {
      const said = '"sellerAddress": "0xabababababababababababababababababababab" %s \\ 🌻';
      await tx`update app_user set name = ${said}`;
      await tx`update token set name = ${said}`;
      await tx`update offer set marketplace_bps = 137, royalty_bps = 250, updated_at = '2026-01-02 03:04:05.678999+00',
        price = trunc((random()::numeric * 1e9 + random()::numeric) * 10::numeric ^ (n.number % 20)) from (select uuid, row_number() over () as number from offer) n where n.uuid = offer.uuid`;
      await tx`update auction set raise_bps = 733, settled_at = '9999-12-31 23:59:59+00', highest_bidder = ${people[0]?.wallet as string},
        highest_bid = trunc(random()::numeric * 1e20 + random()::numeric * 1e9)
        where offer_uuid = any(select uuid from offer order by uuid offset 3)`;
      const rows = await tx<
        { uuid: string; price: string; decimals: number; highest_bid: string | null; reserve_price: string | null }[]
      >`select o.uuid, o.price, c.decimals, a.highest_bid, a.reserve_price from offer o join currency c on c.uuid = o.currency_uuid left join auction a on a.offer_uuid = o.uuid`;
      const asked = { status: ['ACTIVE', 'SCHEDULED', 'ENDED', 'EXPIRED', 'SOLD'], limit: '100' };
      const { data } = await listOffers(tx, parse(offerEndpoints.list.query, asked));
      const offers = parsed(data);
      expect(offers.filter(({ auction }) => auction).length).toBeGreaterThan(5);
      for (const shown of offers) {
        expect(offer.parse(shown)).toEqual(shown);
        const row = rows.find(({ uuid }) => uuid === shown.uuid) as (typeof rows)[0];
        const inCurrency = (units: bigint) => fromBaseUnits(units, row.decimals);
        const price = BigInt(row.price);
        const { marketplace, royalty, sellerReceives } = splitPrice(price, 137, 250);
        expect(shown).toMatchObject({
          price: inCurrency(price),
          fees: {
            marketplace: inCurrency(marketplace),
            royalty: inCurrency(royalty),
            sellerReceives: inCurrency(sellerReceives),
            marketplacePercent: 1.37,
            royaltyPercent: 2.5,
          },
          updatedAt: '2026-01-02T03:04:05.678Z',
          token: { name: said, contractAddress: getAddress(shown.token.contractAddress) },
          sellerAddress: shown.sellerAddress && getAddress(shown.sellerAddress),
          buyerAddress: shown.buyerAddress && getAddress(shown.buyerAddress),
        });
        expect([shown.seller, shown.buyer].some((person) => person?.name === said)).toBe(true);
        if (row.reserve_price !== null) {
          const highestBid = row.highest_bid === null ? null : BigInt(row.highest_bid);
          const reservePrice = BigInt(row.reserve_price);
          const incrementBps = Math.round((shown.auction?.minIncrementPercent ?? 0) * 100);
          expect(shown.auction).toMatchObject({
            highestBid: highestBid === null ? null : inCurrency(highestBid),
            highestBidderAddress: highestBid === null ? null : getAddress(people[0]?.wallet as string),
            nextBid: inCurrency(nextBid({ reservePrice, highestBid, incrementBps })),
          });
        }
      }
      throw undo;
    });
    await expect(reading).rejects.toBe(undo);
  });

  it('of one token are those that match whatever else is asked for, though it has thousands of bids', async () => {
    const undo = new Error('undone');
    const reading = all.sql.begin(async (tx) => {
      const token = tokens.find((one) => one.listings.length > 0 && !one.isHidden) as Plain;
      const [bidder, holder] = [people.find(({ uuid }) => !token.owners.includes(uuid)), token.owners[0]] as [
        Person,
        string,
      ];
      const [currency, another] = all.currencies.map(({ uuid }) => uuid) as [string, string];
      await tx`
        insert into offer (uuid, type, status, token_uuid, collection_uuid, category_uuid, network_uuid, currency_uuid, maker_uuid, maker, taker_uuid,
          price, price_eth, quantity, quantity_left, marketplace_bps, royalty_bps)
        select gen_random_uuid(), 'BID', case when n % 400 = 0 then 'SOLD' else 'ACTIVE' end, uuid, collection_uuid, category_uuid, network_uuid,
          case when n % 90 = 0 then ${another}::uuid else ${currency} end, ${bidder.uuid}, ${bidder.wallet},
          case when n % 400 = 0 then ${holder}::uuid end, n * 1e15, n * 1e15, 1, 1, 1000, 0
        from token, generate_series(1, 2600) n where uuid = ${token.uuid}`;
      const rows = await tx<
        { uuid: string; type: string; status: string; maker: string; taker: string; currency: string; price: string }[]
      >`select uuid, type, status, maker_uuid as maker, taker_uuid as taker, currency_uuid as currency, price_eth::text as price
        from offer where token_uuid = ${token.uuid} order by price_eth desc, uuid desc`;
      type Row = (typeof rows)[number];
      const isSoldBy = (person: string) => (row: Row) =>
        row.type === 'BID'
          ? row.taker === person || (token.owners.includes(person) && row.maker !== person && row.status === 'ACTIVE')
          : row.maker === person;
      const isBoughtBy = (person: string) => (row: Row) => (row.type === 'BID' ? row.maker : row.taker) === person;
      const none = () => false;
      const every = () => true;
      const other = {
        collection: collections.find((_, at) => at !== token.collection),
        category: all.categories.find((one) => one !== token.category),
      };
      const filters: [Record<string, string>, (row: Row) => boolean][] = [
        [{}, every],
        [{ search: token.name.slice(1, 4) }, every],
        [{ search: 'nothing like it' }, none],
        [{ collectionUuid: collections[token.collection]?.uuid as string }, every],
        [{ collectionUuid: other.collection?.uuid as string }, none],
        [{ categoryUuid: token.category, networkUuid: all.networkUuid }, every],
        [{ categoryUuid: other.category as string }, none],
        [{ currencyUuid: another }, (row) => row.currency === another],
        [{ minPrice: '2.5' }, (row) => BigInt(row.price) >= 25n * 10n ** 17n],
        ...[bidder.uuid, holder].flatMap((person): [Record<string, string>, (row: Row) => boolean][] => [
          [{ sellerUuid: person }, isSoldBy(person)],
          [{ buyerUuid: person }, isBoughtBy(person)],
        ]),
      ];
      for (const [filter, isAsked] of filters)
        for (const status of ['ACTIVE', 'SOLD'])
          for (const page of [1, 2, 26]) {
            const asked = {
              ...filter,
              status,
              tokenUuid: token.uuid,
              sortBy: 'price:DESC',
              limit: '100',
              page: String(page),
            };
            const { data, meta } = await listOffers(tx, parse(offerEndpoints.list.query, asked));
            const expected = rows.filter((row) => row.status === status && isAsked(row));
            const from = (page - 1) * 100;
            expect(
              parsed(data).map(({ uuid }) => uuid),
              JSON.stringify(asked),
            ).toEqual(expected.slice(from, from + 100).map(({ uuid }) => uuid));
            if (meta.totalItemsExact !== false) expect(meta.totalItems, JSON.stringify(asked)).toBe(expected.length);
          }
      throw undo;
    });
    await expect(reading).rejects.toBe(undo);
  });

  it('find any part of the token’s name, in either alphabet, also after it is renamed', async () => {
    const renamed = tokens.find((token) => token.listings.length > 0) as Plain;
    renamed.name = 'Новий ліхтар';
    await all.sql`update token set name = ${renamed.name} where uuid = ${renamed.uuid}`;
    for (const search of ['скар', 'АРБ', 'ліх', 'aster', 'ЧР', 'hem', 'a', '🌻', 'nothing']) {
      const { body } = await all.call<{ data: { token: { uuid: string } }[] }>(
        'GET',
        `/offer?type=SALE&limit=100&search=${encodeURIComponent(search)}`,
      );
      const wanted = tokens.flatMap((token) =>
        token.name.toLowerCase().includes(search.toLowerCase()) ? token.listings.map(() => token.uuid) : [],
      );
      expect(body.data.map((offer) => offer.token.uuid).toSorted(), search).toEqual(wanted.slice().toSorted());
    }
  });
});

it('the offers of a token are its sales, the cheapest first, and then the highest of its many bids', async () => {
  const token = tokens.find(
    ({ listings, auction, bids }) => listings.length > 1 && !auction && bids.length === 0,
  ) as Plain;
  const [bidder] = people as [Person];
  await all.sql`
    insert into offer (uuid, type, status, token_uuid, collection_uuid, category_uuid, network_uuid, currency_uuid, maker_uuid, maker, price, price_eth, quantity, quantity_left, marketplace_bps, royalty_bps)
    select gen_random_uuid(), 'BID', 'ACTIVE', uuid, collection_uuid, category_uuid, network_uuid, ${all.currencies[0]?.uuid as string}, ${bidder.uuid}, ${bidder.wallet}, n, n, 1, 1, 1000, 0
    from token, generate_series(1, 120) n where uuid = ${token.uuid}`;
  const { offers } = (await all.call<{ data: TokenDetail }>('GET', `/token/${token.uuid}`)).body.data;
  const sales = token.listings.toSorted((a, b) => a.eth - b.eth).map(({ maker }) => ['SALE', maker]);
  expect(
    offers.map(({ type, seller, price }) => [type, type === 'SALE' ? (seller as { uuid: string }).uuid : price]),
  ).toEqual([
    ...sales,
    ...Array.from({ length: 100 - sales.length }, (_, at) => ['BID', fromBaseUnits(BigInt(120 - at), 18)]),
  ]);
});

it('every work of a large collection has a rank, also those that were made at the same moment', async () => {
  const token = tokens.find(({ status, isHidden }) => status === 'minted' && !isHidden) as Plain;
  const collection = collections[token.collection]?.uuid as string;
  // A worker derives ranks: its statements may take longer than those of requests, and so may the one that makes the works.
  const { db } = createContext(all.config, 'worker');
  onTestFinished(() => db.close());
  await db.sql`
    insert into token (uuid, status, is_counted, type, name, description, image_hash, metadata_hash, metadata_digest, royalty_bps, quantity,
      category_uuid, collection_uuid, network_uuid, creator_uuid, creator_address, chain_id, contract_address, token_id, mint_deadline)
    select gen_random_uuid(), status, true, type, name, description, image_hash, metadata_hash, metadata_digest, royalty_bps, quantity,
      category_uuid, collection_uuid, network_uuid, creator_uuid, creator_address, chain_id, contract_address, 1000000 + n, mint_deadline
    from token, generate_series(1, 5100) n where uuid = ${token.uuid}`;
  await deriveProperties(db.sql, collection, true);
  const [unranked] = await all.sql`
    select count(*)::int from token t where collection_uuid = ${collection} and is_counted
      and not exists (select 1 from token_rarity r where r.token_uuid = t.uuid)`;
  expect(unranked?.count).toBe(0);
});
