import type { Deployment } from '@skarb/contracts/deploy';
import * as authCalls from '@skarb/schema/calls/auth';
import * as collectionCalls from '@skarb/schema/calls/collection';
import * as devCalls from '@skarb/schema/calls/dev';
import * as followCalls from '@skarb/schema/calls/follow';
import * as offerCalls from '@skarb/schema/calls/offer';
import * as referenceCalls from '@skarb/schema/calls/reference';
import * as tokenCalls from '@skarb/schema/calls/token';
import type { Token } from '@skarb/schema/token';
import { privateKeyToAccount } from 'viem/accounts';
import { seedPerson } from './keys.ts';
import { Person } from './person.ts';
import { auctions, type SeedAuction, seedAuction, shortAuctions } from './seed-auctions.ts';
import { seedBreeding } from './seed-breeding.ts';
import { catalogue as wholeCatalogue, type SeedListing, type SeedToken, type TokenKey } from './seed-catalogue.ts';
import { type Catalogue, smallCatalogue } from './seed-small.ts';
import { inUkrainian } from './seed-words.ts';
import { drawBanner, drawDetail } from '../art/avatar.ts';
import { renderPng } from '@skarb/server/breeding/art/render.ts';
import { series } from '../art/series.ts';

type Options = {
  /** Ends in `/api`. */
  apiUrl: string;
  rpcUrl: string;
  /** Of a role that may make an admin. */
  databaseUrl: string;
  deployment: Deployment;
  /** For tests: small pictures, fewer works, and nothing that only a visitor looks at. */
  isSmall: boolean;
  onProgress: (text: string) => void;
};

/** The number of pictures drawn and uploaded at a time: drawing and resizing use about as many cores. */
const AT_ONCE = 6;

/** Scale of the sides of small pictures: drawing and resizing takes most of the seed's time. */
const SMALL_PICTURES = 0.2;

/** The validity of the seed's bids in days, so that a gallery still has open bids weeks after its first start. */
const BID_DAYS = 120;

/** Runs `work` for each item, `atOnce` at a time; items start in order. */
const each = async <T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> => {
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) await work(items[index] as T, index);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
};

const until = async <T>(read: () => Promise<T>, isGood: (value: T) => boolean, what: string): Promise<T> => {
  const end = Date.now() + 120_000;
  for (;;) {
    const value = await read();
    if (isGood(value)) return value;
    if (Date.now() > end) throw new Error(`timed out after two minutes: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

/**
 * Fills an empty gallery with users, collections, tokens, listings, sales and favourites, through the API and on the
 * chain, as users would. Keeps what exists, so an interrupted start continues.
 */
export const seed = async ({ apiUrl, rpcUrl, databaseUrl, isSmall, onProgress }: Options): Promise<void> => {
  const catalogue: Catalogue = isSmall ? smallCatalogue : wholeCatalogue;
  const picture = async (name: string, svg: string, longSide = 1600) => {
    const bytes = await renderPng(svg, Math.round(longSide * (isSmall ? SMALL_PICTURES : 1)));
    return new File([new Uint8Array(bytes)], `${name}.png`, { type: 'image/png' });
  };
  const people = catalogue.people.map(
    (_, index) => new Person({ apiUrl, rpcUrl, account: privateKeyToAccount(seedPerson(index).key) }),
  );
  const personOf = (username: string): Person => {
    const person = people[catalogue.people.findIndex((entry) => entry.username === username)];
    if (!person) throw new Error(`the seed has no person called ${username}`);
    return person;
  };

  onProgress('people');
  await each(catalogue.people, AT_ONCE, async (entry, index) => {
    const person = people[index] as Person;
    await person.signIn();
    const { data: me } = await person.call(authCalls.me);
    if (me.username === entry.username && me.avatar) return;
    await person.call(devCalls.faucet, { body: { address: person.address } });
    await person.call(authCalls.editProfile, {
      body: {
        username: entry.username,
        name: entry.name,
        bio: entry.bio,
        statement: entry.statement,
        links: entry.links.map((url) => ({ url })),
        avatar: await picture('avatar', drawDetail(entry.avatar), 480),
        background: await picture('background', drawBanner(entry.banner.series, entry.banner.seed)),
      },
    });
  });

  const first = people[0] as Person;
  const [networks, categories, currencies] = await Promise.all([
    first.call(referenceCalls.networks),
    first.call(referenceCalls.categories),
    first.call(referenceCalls.currencies),
  ]);
  const network = networks.data[0];
  if (!network) throw new Error('the server has no network');
  const categoryUuid = (name: string): string => {
    const category = categories.data.find((row) => row.name === name);
    if (!category) throw new Error(`the server has no category "${name}"`);
    return category.uuid;
  };
  const currencyUuid = (symbol: string): string => {
    const currency = currencies.data.find((row) => row.symbol === symbol);
    if (!currency) throw new Error(`the server has no currency ${symbol}`);
    return currency.uuid;
  };
  const networkUuid = network.uuid;

  onProgress('collections');
  const collections = new Map<string, string>();
  await each(catalogue.collections, AT_ONCE, async (entry) => {
    const creator = personOf(entry.creator);
    const own = await creator.call(collectionCalls.list, { query: { creatorUuid: creator.uuid } });
    let collection = own.data.find((row) => row.name === entry.name);
    if (!collection) {
      const file = await picture(entry.series, drawDetail(entry.cover), 1200);
      const body = { name: entry.name, description: entry.description.en, networkUuid, file };
      collection = (await creator.call(collectionCalls.create, { body })).data;
    }
    collections.set(entry.series, collection.uuid);
    if (isSmall) return;
    const params = { id: collection.uuid };
    const { data: shown } = await creator.call(collectionCalls.show, { params });
    if (shown.text.ukr) return;
    await creator.call(collectionCalls.edit, {
      params,
      body: {
        text: entry.description,
        links: entry.links.map((url) => ({ url })),
        ...(entry.banner && { banner: await picture('banner', drawBanner(entry.series, entry.banner)) }),
      },
    });
  });

  const tokens = new Map<string, string>();
  /** All tokens of a creator, including drafts, so that an interrupted mint continues. */
  const existing = async (creator: Person): Promise<Token[]> => {
    const found: Token[] = [];
    for (let page = 1; ; page++) {
      const { data, meta } = await creator.call(tokenCalls.list, {
        query: { creatorUuid: creator.uuid, limit: 100, page },
      });
      found.push(...data);
      if (page >= meta.totalPages) return found;
    }
  };
  const known = new Map<string, Token[]>();
  for (const username of new Set(catalogue.collections.map((entry) => entry.creator)))
    known.set(username, await existing(personOf(username)));

  let drawn = 0;
  await each(catalogue.tokens, AT_ONCE, async (entry: SeedToken) => {
    const collection = catalogue.collections.find((row) => row.series === entry.collection);
    if (!collection) throw new Error(`the seed has no collection ${entry.collection}`);
    const creator = personOf(collection.creator);
    const collectionUuid = collections.get(entry.collection) as string;
    const found = known
      .get(collection.creator)
      ?.find((row) => row.name === entry.name && row.collection.uuid === collectionUuid);
    const create = async () => {
      const drawing = series[entry.collection](entry.seed);
      const properties = [...drawing.traits, ...entry.properties];
      const { data } = await creator.call(tokenCalls.create, {
        body: {
          name: entry.name,
          description: entry.description,
          type: collection.type,
          ...(collection.type === 'ERC1155' ? { quantity: entry.quantity } : {}),
          royalty: entry.royalty,
          networkUuid,
          collectionUuid,
          categoryUuid: categoryUuid(collection.category),
          properties,
          localization: {
            default: 'en',
            texts: [
              {
                locale: 'uk',
                ...entry.ukrainian,
                properties: properties.map((property) => inUkrainian(entry.collection, property)),
              },
            ],
          },
          file: await picture(`${entry.collection}-${entry.seed}`, drawing.svg),
        },
      });
      return data;
    };
    // Lists do not contain the steps of a draft; the token itself does.
    const token = found ? (await creator.call(tokenCalls.show, { params: { id: found.uuid } })).data : await create();
    if (token.status !== 'minted') await creator.run(token.steps);
    tokens.set(entry.key, token.uuid);
    drawn++;
    onProgress(`drawing and minting ${drawn} of ${catalogue.tokens.length} works`);
  });
  await each(catalogue.tokens, 8, async (entry) => {
    await until(
      () => first.call(tokenCalls.show, { params: { id: tokens.get(entry.key) as string } }).catch(() => undefined),
      (token) => token?.data.status === 'minted',
      `"${entry.name}" to be minted`,
    );
  });

  const offerOf = async (reader: Person, id: string) => (await reader.call(offerCalls.show, { params: { id } })).data;

  /**
   * Lists a token, unless its seller has listed it already, whatever that listing's status. @returns the offer's uuid
   */
  const list = async (seller: Person, entry: SeedListing): Promise<string> => {
    const tokenUuid = tokens.get(entry.token) as string;
    const status = ['ACTIVE', 'SOLD', 'SCHEDULED', 'INVALID', 'CANCELLING'] as const;
    const before = await seller.call(offerCalls.list, { query: { tokenUuid, sellerUuid: seller.uuid, status } });
    if (before.data[0]) return before.data[0].uuid;
    const { data: sale } = await seller.call(offerCalls.open, {
      params: { id: tokenUuid },
      body: {
        type: 'SALE',
        price: entry.price,
        currencyUuid: currencyUuid(entry.currency),
        quantity: entry.quantity,
      },
    });
    await seller.run(sale.steps);
    await until(
      () => offerOf(seller, sale.uuid),
      (offer) => offer.status === 'ACTIVE',
      `the listing of "${entry.token}" to be active`,
    );
    return sale.uuid;
  };

  /** Serializes the actions of each user, because the nonces of a wallet's transactions must not collide. */
  const queues = new Map<Person, Promise<unknown>>();
  const serialize = <T>(person: Person, work: () => Promise<T>): Promise<T> => {
    const result = (queues.get(person) ?? Promise.resolve()).then(work);
    queues.set(
      person,
      result.catch(() => {}),
    );
    return result;
  };
  const offers = new Map<string, string>();
  for (const round of [1, 2] as const) {
    const listings = catalogue.listings.filter((entry) => entry.round === round);
    onProgress('listings');
    await each(listings, 8, async (entry) => {
      const seller = personOf(entry.seller);
      offers.set(entry.id, await serialize(seller, () => list(seller, entry)));
    });
    onProgress('sales');
    // Sequentially, so that the history has the catalogue's order.
    for (const entry of catalogue.purchases) {
      const listing = listings.find(({ id }) => id === entry.listing);
      if (!listing) continue;
      const buyer = personOf(entry.buyer);
      const offerUuid = offers.get(entry.listing) as string;
      const params = { id: offerUuid };
      // The offer's history shows whether an interrupted start has bought it already.
      const history = await buyer.call(offerCalls.history, { params });
      if (history.data.some(({ event, to }) => event === 'SOLD' && to === buyer.address)) continue;
      const before = await offerOf(buyer, offerUuid);
      const bought = await buyer.call(offerCalls.purchase, { params, body: { quantity: entry.quantity } });
      await buyer.run(bought.data.steps);
      await until(
        () => offerOf(buyer, offerUuid),
        (offer) => offer.quantityLeft === before.quantityLeft - entry.quantity,
        `the sale of "${entry.listing}" to be seen`,
      );
    }
  }

  onProgress('auctions and offers by buyers');
  const tokenUuid = (key: TokenKey) => tokens.get(key) as string;
  const open = (entries: readonly SeedAuction[]) =>
    each(entries, entries.length, (entry) =>
      seedAuction(entry, { personOf, serialize, tokenUuid, currencyUuid, until }),
    );
  const opened = open(auctions);
  const bids = each(catalogue.bids, 8, async (entry) => {
    const bidder = personOf(entry.bidder);
    const id = tokenUuid(entry.token);
    await serialize(bidder, async () => {
      const status = ['ACTIVE', 'SOLD', 'INVALID', 'CANCELLING', 'CANCELLED'] as const;
      const before = await bidder.call(offerCalls.list, {
        query: { type: 'BID', tokenUuid: id, buyerUuid: bidder.uuid, status },
      });
      if (before.data.length > 0) return;
      const { data: bid } = await bidder.call(offerCalls.open, {
        params: { id },
        body: {
          type: 'BID',
          price: entry.price,
          currencyUuid: currencyUuid(entry.currency),
          quantity: entry.quantity,
          endsAt: new Date(Date.now() + BID_DAYS * 86_400_000).toISOString(),
        },
      });
      await bidder.run(bid.steps);
    });
  });
  await Promise.all([opened, bids]);

  onProgress('breeding');
  for (const { series: name, creator, breedable } of catalogue.collections)
    if (breedable)
      await seedBreeding({
        rpcUrl,
        personOf,
        tokenUuid,
        until,
        creator,
        collectionUuid: collections.get(name) as string,
      });

  if (!isSmall) {
    onProgress('auctions of the first day');
    // After the breeding, which moves the chain's clock.
    await open(shortAuctions);

    // People follow the makers of what they bought.
    await each(catalogue.purchases, AT_ONCE, async ({ listing, buyer }) => {
      const maker = catalogue.collections.find(({ series: name }) => listing.startsWith(`${name}/`))?.creator;
      if (maker) await personOf(buyer).call(followCalls.follow, { params: { id: personOf(maker).uuid } });
    });

    onProgress('exhibition');
    const verified = catalogue.collections
      .filter(({ isVerified }) => isVerified)
      .flatMap(({ series: name, creator }) => [
        { subjectType: 'collection', subjectUuid: collections.get(name) as string } as const,
        { subjectType: 'user', subjectUuid: personOf(creator).uuid } as const,
      ]);
    const { curate } = await import('./seed-curator.ts');
    await curate({ apiUrl, rpcUrl, databaseUrl, tokenUuid, verified, until });
  }

  onProgress('favourites');
  await each(Object.entries(catalogue.favorites), AT_ONCE, async ([username, liked]) => {
    for (const token of liked)
      await personOf(username).call(tokenCalls.favorite, { params: { id: tokens.get(token) as string } });
  });
};
