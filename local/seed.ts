import type { Deployment } from '@skarb/contracts/deploy';
import type { Step } from '@skarb/schema/primitive';
import { privateKeyToAccount } from 'viem/accounts';
import { seedPerson } from './keys.ts';
import { Person } from './person.ts';
import { seedAuctions } from './seed-auctions.ts';
import { seedBreeding } from './seed-breeding.ts';
import { catalogue, type SeedListing, type SeedToken } from './seed-catalogue.ts';
import { drawAvatar, drawBanner, drawCover } from './art/avatar.ts';
import { renderPng } from '@skarb/server/breeding/art/render.ts';
import { series } from './art/series.ts';

type Options = {
  /** Ends in `/api`. */
  apiUrl: string;
  rpcUrl: string;
  deployment: Deployment;
  onProgress: (text: string) => void;
};

type Listed<T> = { data: T[]; meta: { totalPages: number } };
type Reference = { uuid: string; name: string; symbol?: string };
type Token = { uuid: string; name: string; status: string; collection: { uuid: string }; steps?: Step[] };
type Offer = {
  uuid: string;
  status: string;
  quantityLeft: number;
  quantity: number;
  steps?: Step[];
  token: { uuid: string };
};

const picture = async (name: string, svg: string, longSide = 1600) => ({
  bytes: await renderPng(svg, longSide),
  name: `${name}.png`,
  type: 'image/png',
});

/** Pictures are drawn and uploaded by so many at a time: as many as there are cores to draw and to shrink them. */
const AT_ONCE = 3;

/** How long the seed's bids stand: a gallery started once is still lively weeks later. */
const BID_DAYS = 120;

/** Runs the work for each item, a few at a time, in order of their beginning. */
const each = async <T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> => {
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < items.length; index = next++) await work(items[index] as T, index);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, lane));
};

const until = async <T>(ask: () => Promise<T>, isGood: (value: T) => boolean, what: string): Promise<T> => {
  const end = Date.now() + 120_000;
  for (;;) {
    const value = await ask();
    if (isGood(value)) return value;
    if (Date.now() > end) throw new Error(`waited two minutes in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

/**
 * Fills an empty gallery: people, collections, tokens, listings, sales, favourites, all through the product's
 * own API and on its chain, as visitors would. What is there already is left as it is, so that a start that was
 * cut short goes on where it was.
 */
export const seed = async ({ apiUrl, rpcUrl, onProgress }: Options): Promise<void> => {
  const people = catalogue.people.map(
    (_, index) => new Person({ apiUrl, rpcUrl, account: privateKeyToAccount(seedPerson(index).key) }),
  );
  const personOf = (username: string): Person => {
    const person = people[catalogue.people.findIndex((entry) => entry.username === username)];
    if (!person) throw new Error(`the seed has nobody called ${username}`);
    return person;
  };

  onProgress('people');
  await each(catalogue.people, AT_ONCE, async (entry, index) => {
    const person = people[index] as Person;
    await person.signIn();
    const me = (await person.get('/auth/me')) as { username: string | null; avatar: string | null };
    if (me.username === entry.username && me.avatar) return;
    await person.post('/dev/faucet', { address: person.address });
    await person.form(
      'PUT',
      '/auth/profile',
      { username: entry.username, name: entry.name, bio: entry.bio },
      {
        avatar: await picture('avatar', drawAvatar(entry.avatar), 480),
        background: await picture('background', drawBanner(entry.banner.series, entry.banner.seed)),
      },
    );
  });

  const first = people[0] as Person;
  const reference = async (path: string) => ((await first.get(path)) as Listed<Reference>).data;
  const [networks, categories, currencies] = await Promise.all([
    reference('/network'),
    reference('/category'),
    reference('/currency'),
  ]);
  const uuidOf = (rows: Reference[], name: string): string => {
    const row = rows.find((entry) => entry.name === name);
    if (!row) throw new Error(`the server has no "${name}"`);
    return row.uuid;
  };
  const networkUuid = networks[0]?.uuid;

  onProgress('collections');
  const collections = new Map<string, string>();
  for (const entry of catalogue.collections) {
    const creator = personOf(entry.creator);
    const mine = (await creator.get(`/collection?creatorUuid=${creator.uuid}`)) as Listed<Reference>;
    const made =
      mine.data.find((row) => row.name === entry.name) ??
      ((await creator.form(
        'POST',
        '/collection',
        { name: entry.name, description: entry.description, networkUuid },
        { file: await picture(entry.series, drawCover(entry.cover), 1200) },
      )) as Reference);
    collections.set(entry.series, made.uuid);
  }

  const tokens = new Map<string, string>();
  /** Everything of a creator's, drafts too, so that a piece cut short is taken up again. */
  const existing = async (creator: Person): Promise<Token[]> => {
    const found: Token[] = [];
    for (let page = 1; ; page++) {
      const answer = (await creator.get(`/token?creatorUuid=${creator.uuid}&limit=100&page=${page}`)) as Listed<Token>;
      found.push(...answer.data);
      if (page >= answer.meta.totalPages) return found;
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
    const drawing = found ? undefined : series[entry.collection](entry.seed);
    const token =
      found ??
      ((await creator.form(
        'POST',
        '/token',
        {
          name: entry.name,
          description: entry.description,
          type: collection.type,
          quantity: collection.type === 'ERC1155' ? entry.quantity : undefined,
          royalty: entry.royalty,
          networkUuid,
          collectionUuid,
          categoryUuid: uuidOf(categories, collection.category),
          properties: JSON.stringify([...(drawing?.traits ?? []), ...entry.properties]),
        },
        { file: drawing && (await picture(`${entry.collection}-${entry.seed}`, drawing.svg)) },
      )) as Token);
    // Lists do not carry the steps of a draft; the token itself does.
    if (token.status !== 'minted')
      await creator.run(token.steps ?? ((await creator.get(`/token/${token.uuid}`)) as Token).steps);
    tokens.set(entry.key, token.uuid);
    drawn++;
    onProgress(`drawing and minting ${drawn} of ${catalogue.tokens.length} works`);
  });
  await each(catalogue.tokens, 8, async (entry) => {
    await until(
      () => first.get(`/token/${tokens.get(entry.key)}`).catch(() => undefined) as Promise<Token | undefined>,
      (token) => token?.status === 'minted',
      `"${entry.name}" to be minted`,
    );
  });

  /** Somebody lists; his earlier listing of the same piece, in whatever state, stands for it. */
  const list = async (seller: Person, entry: SeedListing): Promise<string> => {
    const tokenUuid = tokens.get(entry.token) as string;
    const statuses = ['ACTIVE', 'SOLD', 'SCHEDULED', 'INVALID', 'CANCELLING']
      .map((status) => `status=${status}`)
      .join('&');
    const before = (await seller.get(
      `/offer?tokenUuid=${tokenUuid}&sellerUuid=${seller.uuid}&${statuses}`,
    )) as Listed<Offer>;
    const there = before.data[0];
    if (there) return there.uuid;
    const sale = (await seller.post(`/offer/${tokenUuid}`, {
      type: 'SALE',
      price: entry.price,
      currencyUuid: currencies.find((currency) => currency.symbol === entry.currency)?.uuid,
      quantity: entry.quantity,
    })) as Offer;
    await seller.run(sale.steps);
    await until(
      () => seller.get(`/offer/${sale.uuid}`) as Promise<Offer>,
      (offer) => offer.status === 'ACTIVE',
      `the listing of "${entry.token}" to stand`,
    );
    return sale.uuid;
  };

  /** One wallet does one thing at a time: its transactions are numbered. */
  const queues = new Map<Person, Promise<unknown>>();
  const inTurn = <T>(person: Person, work: () => Promise<T>): Promise<T> => {
    const turn = (queues.get(person) ?? Promise.resolve()).then(work);
    queues.set(
      person,
      turn.catch(() => {}),
    );
    return turn;
  };
  const offers = new Map<string, string>();
  for (const round of [1, 2] as const) {
    const listings = catalogue.listings.filter((entry) => entry.round === round);
    onProgress('listings');
    await each(listings, 8, async (entry) => {
      const seller = personOf(entry.seller);
      offers.set(entry.id, await inTurn(seller, () => list(seller, entry)));
    });
    onProgress('sales');
    // One after the other, so that the story is told in the catalogue's order.
    for (const entry of catalogue.purchases) {
      const listing = listings.find(({ id }) => id === entry.listing);
      if (!listing) continue;
      const buyer = personOf(entry.buyer);
      const offerUuid = offers.get(entry.listing) as string;
      // What a start that was cut short has bought stands in the offer's history.
      const story = (await buyer.get(`/offer/${offerUuid}/history`)) as Listed<{ event: string; to: string | null }>;
      if (story.data.some(({ event, to }) => event === 'SOLD' && to === buyer.address)) continue;
      const before = (await buyer.get(`/offer/${offerUuid}`)) as Offer;
      await buyer.run(
        ((await buyer.post(`/offer/${offerUuid}/purchase`, { quantity: entry.quantity })) as Offer).steps,
      );
      await until(
        () => buyer.get(`/offer/${offerUuid}`) as Promise<Offer>,
        (offer) => offer.quantityLeft === before.quantityLeft - entry.quantity,
        `the sale of "${entry.listing}" to be seen`,
      );
    }
  }

  onProgress('auctions');
  await seedAuctions({
    personOf,
    tokenUuid: (key) => tokens.get(key) as string,
    currencyUuid: (symbol) => currencies.find((currency) => currency.symbol === symbol)?.uuid,
    until,
  });

  onProgress('offers by buyers');
  await each(catalogue.bids, 8, async (entry) => {
    const bidder = personOf(entry.bidder);
    const tokenUuid = tokens.get(entry.token) as string;
    await inTurn(bidder, async () => {
      // One that stands already, in whatever state, stands for it.
      const statuses = ['ACTIVE', 'SOLD', 'INVALID', 'CANCELLING', 'CANCELLED'].map((status) => `status=${status}`);
      const before = (await bidder.get(
        `/offer?type=BID&tokenUuid=${tokenUuid}&buyerUuid=${bidder.uuid}&${statuses.join('&')}`,
      )) as Listed<Offer>;
      if (before.data.length > 0) return;
      const bid = (await bidder.post(`/offer/${tokenUuid}`, {
        type: 'BID',
        price: entry.price,
        currencyUuid: currencies.find((currency) => currency.symbol === entry.currency)?.uuid,
        quantity: entry.quantity,
        endsAt: new Date(Date.now() + BID_DAYS * 86_400_000).toISOString(),
      })) as Offer;
      await bidder.run(bid.steps);
    });
  });

  onProgress('breeding');
  for (const { series: name, creator, breedable } of catalogue.collections)
    if (breedable)
      await seedBreeding({
        rpcUrl,
        personOf,
        tokenUuid: (key) => tokens.get(key) as string,
        until,
        creator,
        collectionUuid: collections.get(name) as string,
      });

  onProgress('favourites');
  await each(Object.entries(catalogue.favorites), AT_ONCE, async ([username, liked]) => {
    for (const token of liked) await personOf(username).post(`/token/${tokens.get(token)}/favorite`);
  });
};
