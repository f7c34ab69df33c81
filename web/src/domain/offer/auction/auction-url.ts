import type { PageParameters } from '@skarb/schema/page-parameters';
import type { TokenFilter } from '../../token/token.query.ts';

/** The lists of /auctions: the first is the default and is left out of the URL. */
export const AUCTION_VIEWS = ['running', 'upcoming'] as const;
export type Auctions = {
  view: (typeof AUCTION_VIEWS)[number];
  /** The uuid of a category; empty for all. */
  category: string;
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What a URL of /auctions asks for. Invalid values are ignored. */
export const readAuctions = (query: PageParameters): Auctions => ({
  view: query.get('view') === 'upcoming' ? 'upcoming' : 'running',
  category:
    query
      .getAll('category')
      .toSorted()
      .find((one) => UUID.test(one)) ?? '',
});

/** The query of the URL, with its question mark; empty for the defaults. */
export const writeAuctions = ({ view, category }: Auctions): string => {
  const query = new URLSearchParams({
    ...(view === AUCTION_VIEWS[0] ? {} : { view }),
    ...(category ? { category } : {}),
  }).toString();
  return query && `?${query}`;
};

/** The list as GET /token accepts it: by the end of running auctions, by the start of the others. */
export const auctionFilterOf = ({ view, category }: Auctions): TokenFilter => ({
  state: [view === 'running' ? 'AUCTION' : 'UPCOMING'],
  sortBy: 'endsAt:ASC',
  categoryUuid: category ? [category] : undefined,
});
