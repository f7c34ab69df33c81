import { describe, expect, it } from 'vitest';
import { auctions as longAuctions, shortAuctions } from './seed-auctions.ts';
import { readLink } from '@skarb/schema/link';
import { STATEMENT_MAX } from '@skarb/schema/limits';
import { pairings, sirings } from './seed-breeding.ts';
import { catalogue, exhibition, type SeedListing } from './seed-catalogue.ts';
import { smallCatalogue } from './seed-small.ts';

const { people, categories, collections, tokens, listings, purchases, favorites } = catalogue;
const auctions = [...longAuctions, ...shortAuctions];
const usernames = new Set(people.map(({ username }) => username));
const tokenByKey = new Map(tokens.map((token) => [token.key, token]));
const collectionBySeries = new Map(collections.map((collection) => [collection.series, collection]));
const listingById = new Map(listings.map((listing) => [listing.id, listing]));

/** Simulates all trades in the order of the seeding. Throws if the marketplace would refuse one. */
function playMarket(): {
  owners: Map<string, Map<string, number>>;
  left: Map<string, number>;
  spent: Map<string, Map<string, number>>;
} {
  const owners = new Map(
    tokens.map((token) => [
      token.key as string,
      new Map([[collectionBySeries.get(token.collection)!.creator, token.quantity]]),
    ]),
  );
  const left = new Map<string, number>();
  const spent = new Map<string, Map<string, number>>();
  const open = (listing: SeedListing): void => {
    const promised = listings.filter(
      (other) =>
        other !== listing && other.token === listing.token && other.seller === listing.seller && left.has(other.id),
    );
    const held = owners.get(listing.token)!.get(listing.seller) ?? 0;
    const free = held - promised.reduce((sum, other) => sum + left.get(other.id)!, 0);
    if (free < listing.quantity)
      throw new Error(`${listing.seller} lists ${listing.quantity} of ${listing.token} and has ${free}`);
    left.set(listing.id, listing.quantity);
  };
  for (const round of [1, 2]) {
    for (const listing of listings) if (listing.round === round) open(listing);
    for (const { listing: id, buyer, quantity } of purchases) {
      const listing = listingById.get(id)!;
      if (listing.round !== round) continue;
      if (buyer === listing.seller) throw new Error(`${buyer} buys from themselves`);
      if (left.get(id)! < quantity) throw new Error(`${id} has ${left.get(id)} left, not ${quantity}`);
      left.set(id, left.get(id)! - quantity);
      const holders = owners.get(listing.token)!;
      holders.set(listing.seller, holders.get(listing.seller)! - quantity);
      holders.set(buyer, (holders.get(buyer) ?? 0) + quantity);
      const amounts = spent.get(buyer) ?? new Map<string, number>();
      amounts.set(listing.currency, (amounts.get(listing.currency) ?? 0) + Number(listing.price) * quantity);
      spent.set(buyer, amounts);
    }
  }
  return { owners, left, spent };
}

describe('the seed catalogue', () => {
  it('has the users, categories, collections and tokens that a first visit needs', () => {
    expect(people).toHaveLength(10);
    expect(people.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(new Set(categories).size).toBe(6);
    expect(collections).toHaveLength(8);
    expect(tokens.length).toBeGreaterThanOrEqual(66);
    expect(tokenByKey.size).toBe(tokens.length);
    expect(new Set(collections.map(({ type }) => type))).toEqual(new Set(['ERC721', 'ERC1155']));
    expect(new Set(collections.map(({ category }) => category))).toEqual(new Set(categories));
    expect(collections.filter(({ breedable }) => breedable).map(({ type }) => type)).toEqual(['ERC721']);
  });

  it('has usernames that the sign-up form accepts', () => {
    expect(usernames.size).toBe(people.length);
    for (const { username, name, bio, statement, links } of people) {
      expect(username).toMatch(/^[0-9A-Za-z_]{3,32}$/);
      expect(name.trim()).not.toBe('');
      expect(bio.length).toBeGreaterThan(20);
      expect(bio.length).toBeLessThanOrEqual(256);
      for (const text of Object.values(statement)) expect(text.length).toBeLessThanOrEqual(STATEMENT_MAX);
      for (const url of links) expect(readLink(url)?.url).toBe(url);
    }
  });

  it('keeps the limits of the forms that create objects', () => {
    for (const { name, description, creator } of collections) {
      expect(name.length).toBeLessThanOrEqual(32);
      for (const text of Object.values(description)) expect(text).toMatch(/^.{20,540}$/su);
      expect(usernames).toContain(creator);
    }
    expect(new Set(collections.map(({ name }) => name)).size).toBe(collections.length);
    expect(new Set(tokens.map(({ name }) => name)).size).toBe(tokens.length);
    for (const token of tokens) {
      expect(token.name).toMatch(/^.{1,32}$/u);
      expect(token.name.trim()).toBe(token.name);
      expect(token.description).toMatch(/^.{20,540}$/su);
      expect(token.ukrainian.name).toMatch(/^.{1,32}$/u);
      expect(token.ukrainian.description).toMatch(/^.{20,540}$/su);
      expect(token.royalty).toBeGreaterThanOrEqual(0);
      expect(token.royalty).toBeLessThanOrEqual(50);
      const { type } = collectionBySeries.get(token.collection)!;
      const { key, quantity } = token;
      expect({ key, fits: type === 'ERC721' ? quantity === 1 : quantity >= 2 }).toEqual({ key, fits: true });
    }
  });

  it('says everything in English and in Ukrainian, each in its own letters', () => {
    const cyrillic = /\p{Script=Cyrillic}/u;
    for (const { en, ukr } of [
      ...people.map(({ statement }) => statement),
      ...collections.map(({ description }) => description),
      exhibition.title,
      exhibition.text,
    ]) {
      expect(en).not.toMatch(cyrillic);
      expect(ukr).toMatch(cyrillic);
      expect(ukr).not.toMatch(/[a-z]/i);
    }
    for (const { name, description, ukrainian } of tokens) {
      expect(name + description).not.toMatch(cyrillic);
      expect(ukrainian.name).toMatch(cyrillic);
      expect(ukrainian.description).toMatch(cyrillic);
    }
    expect(new Set(tokens.map(({ ukrainian }) => ukrainian.name)).size).toBe(tokens.length);
  });

  it('has positive listing prices with at most the decimals of their currency', () => {
    const decimals = { WETH: 18, USDC: 6, POL: 18 };
    expect(listingById.size).toBe(listings.length);
    for (const { token, seller, currency, price, quantity } of listings) {
      expect([...tokenByKey.keys()]).toContain(token);
      expect(usernames).toContain(seller);
      expect(price).toMatch(/^(0|[1-9]\d*)(\.\d+)?$/);
      expect(Number(price)).toBeGreaterThan(0);
      expect((price.split('.')[1] ?? '').length).toBeLessThanOrEqual(decimals[currency]);
      expect(Number.isInteger(quantity) && quantity >= 1).toBe(true);
    }
    const share = (currency: string): number => listings.filter((listing) => listing.currency === currency).length;
    expect(share('WETH')).toBeGreaterThan(share('USDC'));
    expect(share('USDC')).toBeGreaterThan(share('POL'));
    expect(share('POL')).toBeGreaterThan(0);
  });

  it('sells only what the seller owns, to another user, and never more than is left', () => {
    for (const { listing, buyer, quantity } of purchases) {
      expect([...listingById.keys()]).toContain(listing);
      expect(usernames).toContain(buyer);
      expect(quantity).toBeGreaterThanOrEqual(1);
    }
    const { owners, left } = playMarket();
    for (const token of tokens)
      expect([...owners.get(token.key)!.values()].reduce((sum, held) => sum + held, 0)).toBe(token.quantity);
    const open = [...left.values()].filter((quantity) => quantity > 0).length;
    expect(open).toBeGreaterThanOrEqual(42);
    expect(purchases.length).toBeGreaterThanOrEqual(14);
  });

  it('sells one token twice, and part of an edition', () => {
    const sales = purchases.map(({ listing }) => listingById.get(listing)!.token);
    expect(
      sales.some(
        (token) => sales.filter((other) => other === token).length > 1 && tokenByKey.get(token)!.quantity === 1,
      ),
    ).toBe(true);
    expect(
      purchases.some(({ listing, quantity }) => quantity > 1 && quantity < listingById.get(listing)!.quantity),
    ).toBe(true);
  });

  it('lets no user spend more than the faucet gives once', () => {
    const faucet: Record<string, number> = { WETH: 10, USDC: 10_000, POL: 95 };
    for (const [buyer, amounts] of playMarket().spent) {
      for (const [currency, amount] of amounts)
        expect(amount, `${buyer} ${currency}`).toBeLessThanOrEqual(faucet[currency]!);
    }
  });

  it('has favourites only of existing users and tokens, without duplicates or own tokens', () => {
    let hearts = 0;
    for (const [username, keys] of Object.entries(favorites)) {
      expect(usernames).toContain(username);
      expect(new Set(keys).size).toBe(keys.length);
      for (const key of keys) {
        expect([...tokenByKey.keys()]).toContain(key);
        expect(collectionBySeries.get(tokenByKey.get(key)!.collection)!.creator).not.toBe(username);
        hearts++;
      }
    }
    expect(hearts).toBeGreaterThanOrEqual(80);
  });

  it('auctions only owned tokens without listings and bids; each auction bid is valid and by another user', () => {
    for (const { token, seller, quantity, reservePrice, bids: made, startsIn = 0, endsIn } of auctions) {
      expect(collectionBySeries.get(tokenByKey.get(token)!.collection)!.creator).toBe(seller);
      expect(tokenByKey.get(token)!.quantity).toBeGreaterThanOrEqual(quantity);
      expect(listings.some((listing) => listing.token === token)).toBe(false);
      expect(catalogue.bids.some((bid) => bid.token === token)).toBe(false);
      expect(endsIn - startsIn).toBeLessThanOrEqual(90);
      let least = Number(reservePrice);
      let leader = seller;
      for (const { bidder, price } of made) {
        expect(usernames).toContain(bidder);
        expect(bidder).not.toBe(leader);
        expect(bidder).not.toBe(seller);
        expect(Number(price)).toBeGreaterThanOrEqual(least);
        [least, leader] = [Number(price) * 1.05, bidder];
      }
    }
    expect(auctions.some(({ startsIn }) => startsIn)).toBe(true);
    expect(auctions.some(({ quantity }) => quantity > 1)).toBe(true);
  });

  it('has countdowns on the first day, and auctions that last weeks', () => {
    // Above 24 hours a card counts days.
    expect(shortAuctions.filter(({ endsIn }) => endsIn < 1).length).toBeGreaterThanOrEqual(2);
    for (const { endsIn, bids: made } of shortAuctions) {
      expect(endsIn).toBeLessThan(2);
      expect(made.length).toBeGreaterThan(0);
    }
    expect(longAuctions.filter(({ endsIn }) => endsIn > 30).length).toBeGreaterThanOrEqual(2);
  });

  it('has bids only of users who own none of the token and still have the money', () => {
    const spent = new Map<string, number>();
    // Counts every auction bid, not only the leading one, because a bidder needs the money at the time of each bid.
    for (const { currency, bids: made } of auctions)
      for (const { bidder, price } of made) {
        const key = `${bidder} ${currency}`;
        spent.set(key, (spent.get(key) ?? 0) + Number(price));
      }
    for (const { listing, buyer, quantity } of purchases) {
      const { currency, price } = listingById.get(listing)!;
      const key = `${buyer} ${currency}`;
      spent.set(key, (spent.get(key) ?? 0) + Number(price) * quantity);
    }
    for (const { token, bidder, currency, price, quantity } of catalogue.bids) {
      expect(people.some(({ username }) => username === bidder)).toBe(true);
      expect(collections.find(({ series }) => token.startsWith(`${series}/`))?.creator).not.toBe(bidder);
      expect(
        purchases.some(({ listing, buyer }) => buyer === bidder && listingById.get(listing)!.token === token),
      ).toBe(false);
      expect(tokens.find(({ key }) => key === token)?.quantity).toBeGreaterThanOrEqual(quantity);
      // The faucet gives 10 WETH and 10,000 USDC.
      const has = (currency === 'WETH' ? 10 : 10_000) - (spent.get(`${bidder} ${currency}`) ?? 0);
      expect(Number(price) * quantity).toBeLessThanOrEqual(has);
    }
  });
});

describe('the exhibition', () => {
  it('shows four to six works of different collections', () => {
    for (const key of exhibition.works) expect([...tokenByKey.keys()]).toContain(key);
    expect(exhibition.works.length).toBeGreaterThanOrEqual(4);
    expect(exhibition.works.length).toBeLessThanOrEqual(6);
    expect(new Set(exhibition.works.map((key) => tokenByKey.get(key)?.collection)).size).toBe(exhibition.works.length);
  });
});

describe('the seed’s pairings', () => {
  const parentsOf = (name: string) => pairings.find((entry) => `child of ${entry.name}` === name);
  it('breed tokens of the breedable collection that are not for sale, each once per round', () => {
    const listed = new Set([...listings.map(({ token }) => token), ...auctions.map(({ token }) => token)]);
    const sold = new Set(purchases.map(({ listing }) => listing));
    for (const { matron, sire } of pairings)
      for (const parent of [matron, sire]) {
        if (parent.startsWith('child of ')) continue;
        expect(parent).toMatch(/^creature\//);
        expect(!listed.has(parent as never) || sold.has(parent), parent).toBe(true);
      }
    for (const round of [1, 2, 3]) {
      const used = pairings.filter((entry) => entry.round === round).flatMap(({ matron, sire }) => [matron, sire]);
      expect(new Set(used).size).toBe(used.length);
    }
  });
  it('pair no relatives, and no child before it hatches', () => {
    const closest = (name: string) =>
      [parentsOf(name)?.matron, parentsOf(name)?.sire].filter((one) => one !== undefined);
    for (const { matron, sire, round } of pairings) {
      expect(closest(matron)).not.toContain(sire);
      expect(closest(sire)).not.toContain(matron);
      expect(closest(matron).some((parent) => closest(sire).includes(parent))).toBe(false);
      for (const parent of [matron, sire])
        if (parent.startsWith('child of ')) expect(parentsOf(parent)?.round).toBeLessThan(round);
    }
    expect(sirings.filter(({ round }) => round === 4).length).toBeGreaterThan(0);
  });
});

describe('the small catalogue of the tests', () => {
  it('has every event of the whole one with what it refers to, in every collection, and fewer works', () => {
    const has = new Set<string>(smallCatalogue.tokens.map(({ key }) => key));
    expect(has.size).toBeLessThan(tokens.length);
    expect(new Set(smallCatalogue.tokens.map(({ collection }) => collection)).size).toBe(collections.length);
    expect(smallCatalogue.purchases).toEqual(purchases);
    expect(smallCatalogue.bids).toEqual(catalogue.bids);
    const listed = new Set(smallCatalogue.listings.map(({ id }) => id));
    for (const { listing } of purchases) expect(listed).toContain(listing);
    expect(new Set(smallCatalogue.listings.map(({ currency }) => currency))).toEqual(
      new Set(listings.map(({ currency }) => currency)),
    );
    const referred = [...smallCatalogue.listings, ...smallCatalogue.bids, ...longAuctions].map(({ token }) => token);
    const parents = pairings.flatMap(({ matron, sire }) => [matron, sire]);
    const liked = Object.values(smallCatalogue.favorites).flat();
    for (const key of [...referred, ...parents, ...liked]) if (!key.startsWith('child of ')) expect(has).toContain(key);
  });
});
