import { auctions } from './seed-auctions.ts';
import { pairings, sirings } from './seed-breeding.ts';
import { catalogue } from './seed-catalogue.ts';

export type Catalogue = Pick<
  typeof catalogue,
  'people' | 'categories' | 'collections' | 'tokens' | 'listings' | 'purchases' | 'bids' | 'favorites'
>;

/** Enough for three pages of the gallery. */
const WORKS = 30;

/** The works that purchases, bids, auctions and breedings need. */
const needed = new Set<string>([
  ...catalogue.purchases.map(({ listing }) => catalogue.listings.find(({ id }) => id === listing)?.token ?? ''),
  ...[...catalogue.bids, ...auctions, ...sirings].map(({ token }) => token),
  ...pairings.flatMap(({ matron, sire }) => [matron, sire]),
]);
const others = catalogue.tokens.filter(({ key }) => !needed.has(key));
const kept = new Set(others.slice(0, WORKS - (catalogue.tokens.length - others.length)));
const tokens = catalogue.tokens.filter((token) => needed.has(token.key) || kept.has(token));
const has = (key: string): boolean => tokens.some((token) => token.key === key);

/**
 * The catalogue for tests: everything happens that happens in the whole one, but fewer works are merely on sale, because
 * drawing and minting them takes most of the seed's time.
 */
export const smallCatalogue: Catalogue = {
  ...catalogue,
  tokens,
  listings: catalogue.listings.filter(({ token }) => has(token)),
  favorites: Object.fromEntries(
    Object.entries(catalogue.favorites).map(([username, liked]) => [username, liked.filter(has)]),
  ),
};
