/** Every read of the API that the interface can ask for, with its filters one by one, in pairs, in every order and on deep pages. */
import { urlOf } from '@skarb/client';
import * as accountCalls from '@skarb/schema/calls/account';
import * as accountKeyCalls from '@skarb/schema/calls/account-key';
import * as accountRecoveryCalls from '@skarb/schema/calls/account-recovery';
import * as activityCalls from '@skarb/schema/calls/activity';
import * as adminCalls from '@skarb/schema/calls/admin';
import * as artistCalls from '@skarb/schema/calls/artist';
import * as auditCalls from '@skarb/schema/calls/audit';
import * as authCalls from '@skarb/schema/calls/auth';
import * as breedingCalls from '@skarb/schema/calls/breeding';
import * as chartCalls from '@skarb/schema/calls/chart';
import * as collectionCalls from '@skarb/schema/calls/collection';
import * as eventCalls from '@skarb/schema/calls/event';
import * as exhibitionCalls from '@skarb/schema/calls/exhibition';
import * as followCalls from '@skarb/schema/calls/follow';
import * as frontPageCalls from '@skarb/schema/calls/front-page';
import * as localeCalls from '@skarb/schema/calls/locale';
import * as moderationCalls from '@skarb/schema/calls/moderation';
import * as notificationCalls from '@skarb/schema/calls/notification';
import * as offerCalls from '@skarb/schema/calls/offer';
import * as operatorPageCalls from '@skarb/schema/calls/operator-page';
import * as onrampCalls from '@skarb/schema/calls/onramp';
import * as ownDataCalls from '@skarb/schema/calls/own-data';
import * as portfolioCalls from '@skarb/schema/calls/portfolio';
import * as priceCalls from '@skarb/schema/calls/price';
import * as referenceCalls from '@skarb/schema/calls/reference';
import * as searchCalls from '@skarb/schema/calls/search';
import * as statusCalls from '@skarb/schema/calls/status';
import * as tokenCalls from '@skarb/schema/calls/token';
import * as transactionCalls from '@skarb/schema/calls/transaction';
import * as walletCalls from '@skarb/schema/calls/wallet';
import type { Call } from '@skarb/schema/endpoint';
import type { Person, World } from './world.ts';

export type Case = {
  /** Unique; `--only` matches it. */
  name: string;
  /** The addresses that are requested in turn. */
  paths: string[];
  as?: Person;
  /** A page far down a list, by its number: has a goal of its own. */
  isDeep?: true;
  /** The template in the table of endpoints. */
  endpoint: string;
};

type Value = string | number | boolean | string[];
type Filter = { name: string; query: Record<string, Value>; as?: Person };

const search = (query: Record<string, Value>): string => {
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => `${key}=${encodeURIComponent(one)}`),
  );
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
};

/** GET requests that are not measured, each with its reason. */
export const LEFT_OUT: Record<string, string> = {
  [statusCalls.health.path]: 'reads nothing',
  [statusCalls.ready.path]: 'asks the chain and needs a worker',
  [authCalls.google.path]: 'reads settings',
  [authCalls.walletNonce.path]: 'writes',
  [walletCalls.nftAllowance.path]: 'asks the chain',
  [walletCalls.erc20Allowance.path]: 'asks the chain',
  [walletCalls.balance.path]: 'asks the chain',
  [walletCalls.credit.path]: 'asks the chain',
  [walletCalls.gasDrop.path]: 'asks the chain',
  [walletCalls.holdings.path]: 'asks the chain',
  [walletCalls.transfer.path]: 'asks the chain',
  [adminCalls.currencyContract.path]: 'asks the chain',
  [accountKeyCalls.keys.path]: 'asks the chain',
  [transactionCalls.show.path]: 'asks the chain',
  [transactionCalls.refusal.path]: 'decodes its own argument',
  [onrampCalls.settings.path]: 'reads settings',
  [onrampCalls.show.path]: 'asks the provider',
  [ownDataCalls.download.path]: 'a file of all data of one user, by a link that works once',
  [breedingCalls.pair.path]: 'asks the chain',
  [eventCalls.listen.path]: 'a stream',
  [operatorPageCalls.show.path]: 'reads a file',
  [exhibitionCalls.show.path]: 'the generated market has none; the first page reads the same',
};

const TOKEN_ORDERS = [
  'createdAt:DESC',
  'createdAt:ASC',
  'name:ASC',
  'name:DESC',
  'price:ASC',
  'price:DESC',
  'favorites:DESC',
  'favorites:ASC',
  'endsAt:ASC',
  'endsAt:DESC',
  'lastSale:DESC',
  'lastSale:ASC',
];
const OFFER_ORDERS = ['createdAt:DESC', 'createdAt:ASC', 'price:ASC', 'price:DESC', 'endsAt:ASC', 'endsAt:DESC'];
const ARTIST_ORDERS = ['createdAt', 'works', 'followers', 'volume'].flatMap((field) => [
  `${field}:DESC`,
  `${field}:ASC`,
]);
const COLLECTION_ORDERS = [
  'createdAt:DESC',
  'createdAt:ASC',
  'name:ASC',
  'name:DESC',
  'volume:DESC',
  'volume:ASC',
  'floorPrice:ASC',
  'floorPrice:DESC',
  'featured:ASC',
  'featured:DESC',
];

const tokenFilters = ({ categories, collections, network, people, currencies }: World): Filter[] => [
  { name: 'category', query: { categoryUuid: categories[5] as string } },
  { name: '3 categories', query: { categoryUuid: categories.slice(0, 3) } },
  { name: 'biggest collection', query: { collectionUuid: collections.biggest } },
  { name: 'collection of 7,000', query: { collectionUuid: collections.breeding } },
  { name: 'small collection', query: { collectionUuid: collections.ukrainian } },
  { name: '2 collections', query: { collectionUuid: [collections.biggest, collections.ordinary] } },
  { name: 'network', query: { networkUuid: network } },
  { name: 'editions', query: { type: 'ERC1155' } },
  { name: 'on sale', query: { onSale: true } },
  { name: 'not on sale', query: { onSale: false } },
  ...['BUY_NOW', 'AUCTION', 'UPCOMING', 'HAS_OFFERS', 'NEW'].map((state) => ({ name: state, query: { state } })),
  { name: 'AUCTION or HAS_OFFERS', query: { state: ['AUCTION', 'HAS_OFFERS'] } },
  { name: 'price range', query: { minPrice: '0.5', maxPrice: '0.6' } },
  { name: 'wide price range', query: { minPrice: '0.02' } },
  { name: 'currency', query: { currencyUuid: currencies.USDC as string } },
  { name: 'currency and range', query: { currencyUuid: currencies.WETH as string, minPrice: '0.1', maxPrice: '1' } },
  { name: 'common property', query: { trait: 'Colour:gold' } },
  { name: 'rare property', query: { trait: 'Year:1907' } },
  { name: 'two values of a property', query: { trait: ['Mood:Calm', 'Mood:Stormy'] } },
  { name: '2 properties', query: { trait: ['Mood:Calm', 'Colour:red'] } },
  { name: '3 properties', query: { trait: ['Mood:Calm', 'Colour:red', 'Material:glass'] } },
  { name: '2 Ukrainian properties', query: { trait: ['Настрій:світлий', 'Колір:синій'] } },
  { name: 'common word', query: { search: 'meadow' } },
  { name: 'common Ukrainian word', query: { search: 'верба' } },
  { name: 'medium word', query: { search: 'obsidian' } },
  { name: 'rare word', query: { search: 'quasar' } },
  { name: 'no such word', query: { search: 'xylophone' } },
  { name: 'two words', query: { search: 'meadow kyiv' } },
  { name: 'start of a word', query: { search: 'lan' } },
  { name: 'two letters', query: { search: 'ве' } },
  { name: 'a number', query: { search: '#4242' } },
  { name: "whale's", query: { ownerUuid: people.whale } },
  { name: "ordinary person's", query: { ownerUuid: people.ordinary } },
  { name: "creator's", query: { creatorUuid: people.ordinary } },
  { name: "whale's favourites", query: { favoritedByUuid: people.whale } },
  { name: "ordinary person's favourites", query: { favoritedByUuid: people.ordinary } },
  { name: "whale's purchases", query: { purchasedByUuid: people.whale } },
];

/** What needs one collection. */
const PROPERTY_FILTERS: Filter[] = [
  { name: 'rarest', query: { sortBy: 'rarity:ASC' } },
  { name: 'most common', query: { sortBy: 'rarity:DESC' } },
  { name: 'rarest on sale', query: { sortBy: 'rarity:ASC', onSale: true } },
  { name: 'rarest with a property', query: { sortBy: 'rarity:ASC', trait: 'Mood:Calm' } },
  { name: 'rarest with a word', query: { sortBy: 'rarity:ASC', search: 'meadow' } },
  { name: 'first 100 by rank', query: { maxRarity: 100 } },
  { name: 'first 10,000 by rank', query: { maxRarity: 10_000 } },
  { name: 'a range of ranks far down, by price', query: { minRarity: 10_000, maxRarity: 20_000, sortBy: 'price:ASC' } },
  { name: 'first 10,000 by rank, by price', query: { maxRarity: 10_000, sortBy: 'price:ASC' } },
  { name: 'narrow range', query: { traitRange: 'Year:1907:1908' } },
  { name: 'wide range', query: { traitRange: 'Year:1950:' } },
  { name: 'range by price', query: { traitRange: 'Year:1950:1960', sortBy: 'price:ASC' } },
  { name: 'range and property', query: { traitRange: 'Year:1950:1960', trait: 'Mood:Calm' } },
];

/** Texts as somebody types them: beginnings, both alphabets, names of artists, misspellings, hostile ones. */
const SEARCHES = [
  'm',
  'me',
  'mea',
  'meadow',
  'верба',
  'ве',
  'obsidian',
  'quasar',
  'xylophone',
  'meadow kyiv',
  '#4242',
  'kenji',
  'олена',
  'person_77',
  'silver',
  'medow',
  'obsidain',
  'верьа',
  'medow kyvi',
  'gold',
  '🌻',
  '%',
  'a'.repeat(100),
  'aa bb cc dd ee ff gg hh',
  `0x${'1'.repeat(64)}`,
  `0x${'1'.repeat(40)}`,
];

const offerFilters = ({ categories, collections, network, people, currencies, tokens }: World): Filter[] => [
  ...['SCHEDULED', 'CANCELLING', 'INVALID', 'SOLD', 'CANCELLED', 'EXPIRED', 'ENDED'].map((status) => ({
    name: status,
    query: { status },
  })),
  { name: 'ACTIVE or SOLD', query: { status: ['ACTIVE', 'SOLD'] } },
  ...['SALE', 'AUCTION', 'BID'].map((type) => ({ name: type, query: { type } })),
  { name: 'wanted token', query: { tokenUuid: tokens.wanted } },
  { name: 'single token', query: { tokenUuid: tokens.single } },
  { name: 'sold by whale', query: { sellerUuid: people.whale } },
  { name: 'sold by ordinary person', query: { sellerUuid: people.ordinary } },
  { name: 'bought by whale', query: { buyerUuid: people.whale } },
  { name: 'bought by ordinary person', query: { buyerUuid: people.ordinary } },
  { name: 'biggest collection', query: { collectionUuid: collections.biggest } },
  { name: 'small collection', query: { collectionUuid: collections.ukrainian } },
  { name: 'category', query: { categoryUuid: categories[5] as string } },
  { name: '3 categories', query: { categoryUuid: categories.slice(0, 3) } },
  { name: 'network', query: { networkUuid: network } },
  { name: 'currency', query: { currencyUuid: currencies.USDC as string } },
  { name: 'price range', query: { minPrice: '0.5', maxPrice: '0.6' } },
  { name: 'common word', query: { search: 'meadow' } },
  { name: 'rare word', query: { search: 'quasar' } },
];

/** The lists of their own offers that a user's pages and dialogs ask for, some of them every 15 seconds. */
const ownOffers = (uuid: string, { tokens }: World): Filter[] => {
  const open = ['ACTIVE', 'INVALID', 'CANCELLING'];
  const past = ['SOLD', 'CANCELLED', 'EXPIRED', 'ENDED'];
  const auctions = { type: 'AUCTION', bidderUuid: uuid };
  return [
    { name: 'open offers received', query: { type: 'BID', status: open, sellerUuid: uuid } },
    { name: 'open offers made', query: { type: 'BID', status: open, buyerUuid: uuid } },
    { name: 'past offers made', query: { type: 'BID', status: past, buyerUuid: uuid } },
    {
      name: 'stuck offers for a token',
      query: { type: 'BID', status: 'INVALID', buyerUuid: uuid, tokenUuid: tokens.wanted },
    },
    { name: 'auctions bid in', query: { ...auctions, status: ['ACTIVE', 'ENDED'] } },
    { name: 'past auctions bid in', query: { ...auctions, status: 'SOLD', sortBy: 'endsAt:DESC' } },
    {
      name: 'what one sells',
      query: { type: ['SALE', 'AUCTION'], status: ['SCHEDULED', ...open], sellerUuid: uuid, limit: 1 },
    },
    { name: 'paused sales', query: { type: 'SALE', status: 'INVALID', sellerUuid: uuid } },
    {
      name: 'own sales of a token',
      query: { type: 'SALE', status: ['SCHEDULED', ...open], sellerUuid: uuid, tokenUuid: tokens.edition, limit: 100 },
    },
  ];
};

/** Two filters together; none if both set the same field. */
const together = (a: Filter, b: Filter): Filter[] =>
  Object.keys(a.query).some((key) => key in b.query)
    ? []
    : [{ name: `${a.name} + ${b.name}`, query: { ...a.query, ...b.query } }];

const pairsOf = (filters: Filter[]): Filter[] =>
  filters.flatMap((a, at) => filters.slice(at + 1).flatMap((b) => together(a, b)));

/**
 * All requests of a market.
 * @param isQuick without the pairs of filters in other orders than the newest first
 */
export const casesOf = (world: World, isQuick = false): Case[] => {
  const { people, collections, tokens, offers, breedings } = world;
  const cases: Case[] = [];
  const add = (
    call: Call,
    name: string,
    query: Record<string, Value> = {},
    more: Partial<Case> & { id?: string | string[] } = {},
  ) => {
    const { id, ...rest } = more;
    const ids = id === undefined ? [''] : Array.isArray(id) ? id : [id];
    cases.push({
      name: `${call.path}${name ? `, ${name}` : ''}`,
      endpoint: call.path,
      paths: ids.map((id) => urlOf(call, { params: { id }, query } as never)),
      ...rest,
    });
  };
  /** A list: alone and with each filter in every order, with two filters in some. @param size in place of the API's own */
  const addList = (call: Call, filters: Filter[], orders: string[], pairOrders: string[], size?: number) => {
    const limit: Record<string, Value> = size ? { limit: size } : {};
    for (const sortBy of orders) {
      add(call, sortBy, { sortBy, ...limit });
      for (const { name, query, as } of filters)
        add(call, `${name}, ${sortBy}`, { ...query, sortBy, ...limit }, as ? { as } : {});
    }
    for (const sortBy of isQuick ? pairOrders.slice(0, 1) : pairOrders)
      for (const { name, query } of pairsOf(filters)) add(call, `${name}, ${sortBy}`, { ...query, sortBy, ...limit });
  };
  /** Pages by their number. */
  const addPages = (call: Call, name: string, query: Record<string, Value>, pages: number[], as?: Person) => {
    for (const page of pages)
      add(
        call,
        `${name}${name ? ', ' : ''}page ${page.toLocaleString('en')}`,
        { ...query, page },
        { ...(as ? { as } : {}), ...(page > 100 ? { isDeep: true } : {}) },
      );
  };

  addList(tokenCalls.list, tokenFilters(world), TOKEN_ORDERS, ['createdAt:DESC', 'price:ASC']);
  for (const sortBy of TOKEN_ORDERS) addPages(tokenCalls.list, sortBy, { sortBy }, [2, 100, 10_000, 80_000]);
  for (const { name, query } of tokenFilters(world)) addPages(tokenCalls.list, name, query, [2, 100, 2000]);
  for (const as of ['whale', 'ordinary'] as const) {
    for (const sortBy of TOKEN_ORDERS) {
      add(tokenCalls.list, `own works of ${as}, signed in, ${sortBy}`, { ownerUuid: people[as], sortBy }, { as });
      add(tokenCalls.list, `works created by ${as}, signed in, ${sortBy}`, { creatorUuid: people[as], sortBy }, { as });
      add(tokenCalls.list, `signed in as ${as}, ${sortBy}`, { sortBy }, { as });
      add(tokenCalls.onSale, `${as}, ${sortBy}`, { sortBy }, { id: people[as] });
    }
    add(tokenCalls.list, `signed in as ${as}, biggest collection`, { collectionUuid: collections.biggest }, { as });
    addPages(tokenCalls.list, `own works of ${as}, signed in`, { ownerUuid: people[as] }, [2, 100, 2000], as);
    add(tokenCalls.onSale, `${as}, searched`, { search: 'meadow' }, { id: people[as] });
  }
  for (const as of [undefined, 'ordinary'] as const) {
    const who = as ? ', signed in' : '';
    add(tokenCalls.show, `any${who}`, {}, { id: world.anyTokens, ...(as ? { as } : {}) });
    for (const [name, id] of Object.entries(tokens)) {
      add(tokenCalls.show, `${name}${who}`, {}, { id, ...(as ? { as } : {}) });
      add(tokenCalls.history, `${name}${who}`, {}, { id, ...(as ? { as } : {}) });
      add(chartCalls.token, `${name}${who}`, {}, { id, ...(as ? { as } : {}) });
    }
  }
  add(tokenCalls.history, 'wanted, oldest first', { sortBy: 'createdAt:ASC' }, { id: tokens.wanted });
  for (const page of [2, 100, 200]) add(tokenCalls.history, `wanted, page ${page}`, { page }, { id: tokens.wanted });

  for (const [name, collectionUuid] of Object.entries(collections))
    for (const filter of PROPERTY_FILTERS)
      add(tokenCalls.list, `${filter.name} of ${name} collection`, { collectionUuid, ...filter.query });
  addPages(
    tokenCalls.list,
    'rarest of biggest collection',
    { collectionUuid: collections.biggest, sortBy: 'rarity:ASC' },
    [2, 100, 2000],
  );
  for (const q of SEARCHES) add(searchCalls.find, q, { q });
  add(searchCalls.find, 'meadow, signed in', { q: 'meadow' }, { as: 'ordinary' });
  for (const id of [tokens.single, collections.biggest, people.whale]) add(searchCalls.find, `uuid ${id}`, { q: id });

  const collectionFilters: Filter[] = [
    { name: 'word', query: { search: 'silver' } },
    { name: 'Ukrainian word', query: { search: 'бурштинові' } },
    { name: 'number', query: { search: '777' } },
    { name: 'two letters', query: { search: 'ст' } },
    { name: 'network', query: { networkUuid: world.network } },
    { name: "creator's", query: { creatorUuid: people.ordinary } },
  ];
  // As many as the interface asks for; it asks without a limit for those of one creator alone.
  addList(collectionCalls.list, collectionFilters, COLLECTION_ORDERS, ['createdAt:DESC', 'volume:DESC'], 24);
  add(collectionCalls.list, '200 of all', {});
  add(collectionCalls.list, "all of a creator's", { creatorUuid: people.ordinary });
  for (const sortBy of COLLECTION_ORDERS)
    addPages(collectionCalls.list, sortBy, { sortBy, limit: 12 }, [1, 2, 100, 1500]);
  for (const [name, id] of Object.entries(collections)) {
    add(collectionCalls.show, name, {}, { id });
    add(collectionCalls.traits, name, {}, { id });
    for (const page of [1, 2, 100]) add(collectionCalls.holders, `${name}, page ${page}`, { page }, { id });
    for (const range of ['day', 'week', 'month', 'year'])
      add(chartCalls.collection, `${name}, ${range}`, { range }, { id });
  }
  add(collectionCalls.show, 'biggest, signed in', {}, { id: collections.biggest, as: 'ordinary' });

  for (const period of ['1h', '24h', '7d', '30d']) add(collectionCalls.trending, period, { period });
  add(frontPageCalls.show, '');
  const activityScopes: Filter[] = [
    { name: 'everything', query: {} },
    ...Object.entries(collections).map(([name, id]) => ({ name: `collection ${name}`, query: { collectionUuid: id } })),
    { name: "whale's", query: { userUuid: people.whale } },
    { name: "ordinary person's", query: { userUuid: people.ordinary } },
    {
      name: "whale's in the biggest collection",
      query: { userUuid: people.whale, collectionUuid: collections.biggest },
    },
    { name: 'wanted token', query: { tokenUuid: tokens.wanted } },
  ];
  for (const { name, query } of activityScopes) {
    add(activityCalls.list, name, query);
    for (const kind of ['MINT', 'LISTING', 'SALE', 'BID', 'OFFER', 'AUCTION', 'TRANSFER'])
      add(activityCalls.list, `${name}, ${kind}`, { ...query, kind });
    add(activityCalls.list, `${name}, SALE or MINT`, { ...query, kind: ['SALE', 'MINT'] });
    addPages(activityCalls.list, name, query, [2, 10, 40]);
  }

  for (const sortBy of ARTIST_ORDERS) {
    addPages(artistCalls.list, sortBy, { sortBy }, [1, 2, 100]);
    // The last three find nothing as they are: the other alphabet, a misspelling, and nothing at all.
    for (const text of ['kenji', 'олена', 'xylophone', 'an', 'person_77', 'kenji an', 'кенджі', 'kenij', 'zzyzx qwrtp'])
      add(artistCalls.list, `search ${text}, ${sortBy}`, { sortBy, search: text });
    add(artistCalls.list, `signed in, ${sortBy}`, { sortBy }, { as: 'ordinary' });
  }
  // The whale follows 500 people and collections, the ordinary person twenty (`addFollows`).
  for (const as of ['whale', 'ordinary'] as const) {
    addPages(followCalls.followed, `of ${as}`, {}, [1, 2], as);
    addPages(followCalls.feed, `followed by ${as}`, {}, [1, 2, 10], as);
    for (const [name, id] of Object.entries(people))
      add(authCalls.profile, `of ${name}, signed in as ${as}`, {}, { id, as });
  }
  addList(offerCalls.list, offerFilters(world), OFFER_ORDERS, ['createdAt:DESC', 'price:ASC']);
  for (const sortBy of OFFER_ORDERS) addPages(offerCalls.list, sortBy, { sortBy }, [2, 100, 10_000]);
  addPages(offerCalls.list, 'wanted token', { tokenUuid: tokens.wanted }, [2, 100]);
  const bestFirst = { type: 'BID', status: ['ACTIVE', 'CANCELLING'], tokenUuid: tokens.wanted, sortBy: 'price:DESC' };
  addPages(offerCalls.list, 'wanted token, best first', bestFirst, [1, 2, 100]);
  for (const as of ['whale', 'ordinary'] as const)
    for (const status of [undefined, 'SOLD', 'CANCELLED'])
      for (const role of ['sellerUuid', 'buyerUuid'])
        add(
          offerCalls.list,
          `own as ${role.slice(0, -4)}, signed in as ${as}${status ? `, ${status}` : ''}`,
          { [role]: people[as], ...(status ? { status } : {}) },
          { as },
        );
  for (const as of ['whale', 'ordinary'] as const)
    for (const { name, query } of ownOffers(people[as], world))
      addPages(offerCalls.list, `${name}, signed in as ${as}`, query, [1, 2], as);
  for (const as of ['whale', 'ordinary'] as const)
    add(walletCalls.promised, `signed in as ${as}`, { currencyUuid: world.currencies.WETH as string }, { as });
  for (const [name, id] of Object.entries(offers)) {
    if (name.endsWith('DRAFT')) continue;
    add(offerCalls.show, name, {}, { id });
    add(offerCalls.history, name, {}, { id });
  }
  add(offerCalls.order, '', {}, { id: offers['SALE ACTIVE'] as string });
  add(offerCalls.auction, '', {}, { id: offers['AUCTION ACTIVE'] as string });

  for (const sortBy of ['createdAt:DESC', 'name:ASC']) add(breedingCalls.collections, sortBy, { sortBy });
  add(breedingCalls.terms, '', {}, { id: collections.breeding });
  const breedingFilters: Filter[] = [
    { name: 'collection', query: { collectionUuid: collections.breeding } },
    { name: "whale's", query: { ownerUuid: people.whale } },
  ];
  addList(
    breedingCalls.tokens,
    [...breedingFilters, { name: 'siring', query: { siring: true } }, { name: 'word', query: { search: 'meadow' } }],
    ['createdAt:DESC', 'createdAt:ASC', 'generation:ASC', 'generation:DESC', 'siringPrice:ASC', 'siringPrice:DESC'],
    ['createdAt:DESC'],
  );
  add(breedingCalls.family, '', {}, { id: breedings.parent });
  addList(
    breedingCalls.list,
    [
      ...breedingFilters,
      ...['EXPECTING', 'READY', 'HATCHED', 'LOST'].map((status) => ({ name: status, query: { status } })),
    ],
    ['createdAt:DESC', 'createdAt:ASC', 'readyAt:ASC', 'readyAt:DESC'],
    ['createdAt:DESC'],
  );
  add(breedingCalls.show, 'hatched', {}, { id: breedings.hatched });
  add(breedingCalls.show, 'expecting', {}, { id: breedings.expecting });

  for (const as of ['notified', 'ordinary'] as const) {
    for (const sortBy of ['createdAt:DESC', 'createdAt:ASC'])
      add(notificationCalls.list, `${as}, ${sortBy}`, { sortBy }, { as });
    for (const isRead of [true, false])
      add(notificationCalls.list, `${as}, ${isRead ? 'read' : 'unread'}`, { isRead }, { as });
    addPages(notificationCalls.list, as, {}, [2, 100, 1500], as);
    add(notificationCalls.settings, as, {}, { as });
  }
  for (const as of ['whale', 'ordinary'] as const) {
    for (const call of [
      authCalls.me,
      accountCalls.ways,
      accountCalls.sessions,
      accountCalls.twoFactor,
      accountRecoveryCalls.recovery,
      ownDataCalls.deletion,
      onrampCalls.list,
    ])
      add(call, as, {}, { as });
    for (const sortBy of ['createdAt:DESC', 'result:DESC'])
      add(portfolioCalls.list, `${as}, ${sortBy}`, { sortBy }, { as });
    addPages(portfolioCalls.sales, as, {}, [2, 100], as);
    add(portfolioCalls.csv, as, {}, { as });
    add(authCalls.profile, as, {}, { id: people[as] });
    add(authCalls.profile, `${as}'s own`, {}, { id: people[as], as });
  }
  for (const call of [referenceCalls.categories, referenceCalls.currencies, referenceCalls.networks, priceCalls.show])
    add(call, '');
  add(referenceCalls.categories, 'search', { search: 'land' });
  add(referenceCalls.currencies, 'of a network', { networkUuid: world.network });

  const as = 'admin';
  for (const call of [
    adminCalls.dashboard,
    adminCalls.operator,
    adminCalls.jobs,
    moderationCalls.featured,
    exhibitionCalls.list,
    adminCalls.categories,
    adminCalls.currencies,
    adminCalls.networks,
    localeCalls.missing,
  ])
    add(call, '', {}, { as });
  for (const query of [
    {},
    { search: 'person_77' },
    { search: 'kenji' },
    { search: 'олена' },
    { search: 'xylophone' },
    { role: 'CREATOR' },
    { role: 'ADMIN' },
    { isBlocked: true },
    { isBlocked: false },
    { role: 'CREATOR', search: 'kenji' },
    { role: 'CREATOR', isBlocked: true },
    { page: 100 },
    { page: 2000 },
  ] as Record<string, Value>[])
    add(adminCalls.users, search(query).slice(1), query, { as, ...(Number(query.page) > 100 ? { isDeep: true } : {}) });
  for (const query of [
    {},
    { adminUuid: people.admin },
    { act: 'moderation.hide' },
    { act: 'user.block' },
    { subjectType: 'token' },
    { subjectUuid: tokens.single },
    { act: 'user.block', subjectType: 'user' },
    { page: 100 },
  ] as Record<string, Value>[])
    add(auditCalls.audit, search(query).slice(1).slice(0, 40), query, { as });
  for (const show of ['reported', 'hidden'])
    for (const subjectType of [undefined, 'token', 'collection', 'user'])
      for (const page of [1, 20])
        add(
          moderationCalls.cases,
          `${show}, ${subjectType ?? 'all'}, page ${page}`,
          { show, page, ...(subjectType ? { subjectType } : {}) },
          { as },
        );
  return cases.filter(({ name }, at) => cases.findIndex((other) => other.name === name) === at);
};
