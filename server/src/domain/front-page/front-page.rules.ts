/** An auction that takes bids. @property isAlone whether its work is the only one of its collection */
export type AuctionFact = { tokenUuid: string; bidCount: number; endsAt: Date; isAlone: boolean };

/** An auction that ends sooner does not lead the page: it would be over before many have seen it. */
const AUCTION_LEFT_MS = 300_000;

/**
 * The auction that leads the first page when no exhibition does: of a collection with several works, with the most bids; of
 * equal ones, the next to end.
 */
export const leadingAuction = (auctions: readonly AuctionFact[], now: Date): AuctionFact | undefined =>
  auctions
    .filter(
      ({ bidCount, endsAt, isAlone }) => bidCount > 0 && !isAlone && endsAt.getTime() - now.getTime() > AUCTION_LEFT_MS,
    )
    .toSorted((a, b) => b.bidCount - a.bidCount || a.endsAt.getTime() - b.endsAt.getTime())[0];

/** The first of each key, at most so many. */
export const firstOfEach = <T>(all: readonly T[], keyOf: (one: T) => string, most: number): T[] =>
  [
    ...all
      .reduce((kept, one) => (kept.has(keyOf(one)) ? kept : kept.set(keyOf(one), one)), new Map<string, T>())
      .values(),
  ].slice(0, most);
