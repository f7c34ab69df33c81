/** An auction that takes bids. */
export type AuctionFact = { tokenUuid: string; bidCount: number; endsAt: Date };
/** One of the latest works that everybody sees, with its likes and its collection. */
export type WorkFact = { tokenUuid: string; favoriteCount: number; items: number; owners: number; createdAt: Date };
export type Featured = { reason: 'AUCTION' | 'LIKED' | 'NEWEST'; tokenUuid: string };

/** An auction that ends sooner does not lead the page: it would be over before many have seen it. */
const AUCTION_LEFT_MS = 300_000;
/** A collection leads with several works, held by more than one person. */
const ITEMS_LEAST = 2;
const OWNERS_LEAST = 2;

/** The element that comes first by `isBefore`. */
const firstBy = <T>(all: readonly T[], isBefore: (a: T, b: T) => boolean): T | undefined =>
  all.reduce<T | undefined>((best, one) => (best === undefined || isBefore(one, best) ? one : best), undefined);

/**
 * The work that leads the first page when no exhibition does: the auction with the most bids (the next to end of equal
 * ones); otherwise the most liked of the latest works of collections that may lead (the newest of equal ones), even
 * without any likes; otherwise none.
 */
export const pickFeatured = (
  auctions: readonly AuctionFact[],
  latest: readonly WorkFact[],
  now: Date,
): Featured | undefined => {
  const live = auctions.filter(
    ({ bidCount, endsAt }) => bidCount > 0 && endsAt.getTime() - now.getTime() > AUCTION_LEFT_MS,
  );
  const auction = firstBy(
    live,
    (a, b) => a.bidCount > b.bidCount || (a.bidCount === b.bidCount && a.endsAt < b.endsAt),
  );
  if (auction) return { reason: 'AUCTION', tokenUuid: auction.tokenUuid };
  const worthy = latest.filter(({ items, owners }) => items >= ITEMS_LEAST && owners >= OWNERS_LEAST);
  const work = firstBy(
    worthy,
    (a, b) => a.favoriteCount > b.favoriteCount || (a.favoriteCount === b.favoriteCount && a.createdAt > b.createdAt),
  );
  return work && { reason: work.favoriteCount > 0 ? 'LIKED' : 'NEWEST', tokenUuid: work.tokenUuid };
};

/** The first of each key, at most so many. */
export const firstOfEach = <T>(all: readonly T[], keyOf: (one: T) => string, most: number): T[] =>
  [
    ...all
      .reduce((kept, one) => (kept.has(keyOf(one)) ? kept : kept.set(keyOf(one), one)), new Map<string, T>())
      .values(),
  ].slice(0, most);
