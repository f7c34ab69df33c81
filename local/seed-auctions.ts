import * as offerCalls from '@skarb/schema/calls/offer';
import type { OfferWithSteps } from '@skarb/schema/offer';
import type { Person } from './person.ts';
import type { TokenKey } from './seed-catalogue.ts';

/** An English auction with its bids. */
export interface SeedAuction {
  token: TokenKey;
  /** Username of the creator, who owns the token. */
  seller: string;
  currency: 'WETH' | 'USDC';
  /** The price of the whole lot. */
  reservePrice: string;
  /** Units sold together. */
  quantity: number;
  /** Days after the seeding; absent: starts immediately. */
  startsIn?: number;
  endsIn: number;
  /** In order; each at least 5 % above the previous one. */
  bids: readonly { bidder: string; price: string }[];
}

/** They last long, so that some still run weeks after the first start. */
export const auctions: readonly SeedAuction[] = [
  {
    token: 'cross-stitch/16',
    seller: 'oksana_stitch',
    currency: 'WETH',
    reservePrice: '0.9',
    quantity: 1,
    endsIn: 21,
    bids: [
      { bidder: 'celeste_atlas', price: '0.9' },
      { bidder: 'marko_currents', price: '1.05' },
      { bidder: 'celeste_atlas', price: '1.4' },
    ],
  },
  {
    token: 'flow-field/15',
    seller: 'marko_currents',
    currency: 'WETH',
    reservePrice: '1.5',
    quantity: 1,
    endsIn: 14,
    bids: [
      { bidder: 'niamh_knots', price: '1.5' },
      { bidder: 'amara_vault', price: '1.75' },
    ],
  },
  {
    token: 'petrykivka/27',
    seller: 'lesia_tsvit',
    currency: 'USDC',
    reservePrice: '150',
    quantity: 5,
    endsIn: 45,
    bids: [{ bidder: 'ivanna_paper', price: '150' }],
  },
  {
    token: 'paper-hills/13',
    seller: 'ivanna_paper',
    currency: 'WETH',
    reservePrice: '1.1',
    quantity: 1,
    startsIn: 10,
    endsIn: 40,
    bids: [],
  },
  {
    token: 'creature/36',
    seller: 'taras_hai',
    currency: 'WETH',
    reservePrice: '0.3',
    quantity: 1,
    endsIn: 60,
    bids: [],
  },
];

const HOUR = 1 / 24;

/** For the first day, on which countdowns run; afterwards they are sales. The tests' gallery has none of them. */
export const shortAuctions: readonly SeedAuction[] = [
  {
    token: 'knot/5',
    seller: 'niamh_knots',
    currency: 'WETH',
    reservePrice: '0.5',
    quantity: 1,
    endsIn: 2 * HOUR,
    bids: [
      { bidder: 'tess_loom', price: '0.5' },
      { bidder: 'oksana_stitch', price: '0.58' },
      { bidder: 'tess_loom', price: '0.7' },
    ],
  },
  {
    token: 'paper-hills/17',
    seller: 'ivanna_paper',
    currency: 'WETH',
    reservePrice: '0.4',
    quantity: 1,
    endsIn: 9 * HOUR,
    bids: [
      { bidder: 'kenji_mori', price: '0.4' },
      { bidder: 'celeste_atlas', price: '0.46' },
    ],
  },
  {
    token: 'star-chart/25',
    seller: 'celeste_atlas',
    currency: 'USDC',
    reservePrice: '240',
    quantity: 3,
    endsIn: 26 * HOUR,
    bids: [
      { bidder: 'amara_vault', price: '240' },
      { bidder: 'taras_hai', price: '300' },
    ],
  },
];

type Needs = {
  personOf: (username: string) => Person;
  /** Runs the actions of a person one after the other. */
  serialize: <T>(person: Person, work: () => Promise<T>) => Promise<T>;
  tokenUuid: (key: TokenKey) => string;
  currencyUuid: (symbol: string) => string;
  /** Repeats `read` until `isGood`. */
  until: <T>(read: () => Promise<T>, isGood: (value: T) => boolean, what: string) => Promise<T>;
};

const DAY_MS = 86_400_000;
const CREATED = ['ACTIVE', 'SCHEDULED', 'ENDED', 'SOLD', 'EXPIRED', 'CANCELLED'] as const;
const bidsOf = ({ auction }: OfferWithSteps): number => auction?.bidCount ?? 0;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

/** Opens an auction and bids in it, as users would. Keeps an existing auction, whatever its status. */
export const seedAuction = async (
  entry: SeedAuction,
  { personOf, serialize, tokenUuid, currencyUuid, until }: Needs,
): Promise<void> => {
  const seller = personOf(entry.seller);
  const id = tokenUuid(entry.token);
  const uuid = await serialize(seller, async () => {
    const existing = await seller.call(offerCalls.list, {
      query: { type: 'AUCTION', tokenUuid: id, sellerUuid: seller.uuid, status: CREATED },
    });
    if (existing.data[0]) return existing.data[0].uuid;
    const { data } = await seller.call(offerCalls.open, {
      params: { id },
      body: {
        type: 'AUCTION',
        reservePrice: entry.reservePrice,
        currencyUuid: currencyUuid(entry.currency),
        quantity: entry.quantity,
        ...(entry.startsIn === undefined ? {} : { startsAt: inDays(entry.startsIn) }),
        endsAt: inDays(entry.endsIn),
      },
    });
    await seller.run(data.steps);
    return data.uuid;
  });
  const params = { id: uuid };
  const now = async (): Promise<OfferWithSteps> => (await seller.call(offerCalls.show, { params })).data;
  const opened = await until(now, ({ status }) => status !== 'DRAFT', `the auction of "${entry.token}" to open`);
  if (opened.status !== 'ACTIVE') return;
  for (const [index, { bidder, price }] of entry.bids.entries()) {
    if (bidsOf(opened) > index) continue;
    const person = personOf(bidder);
    await serialize(person, async () => {
      const { data: bid } = await person.call(offerCalls.open, { params, body: { type: 'BID', price } });
      await person.run(bid.steps);
      await until(now, (auction) => bidsOf(auction) > index, `the bid of ${bidder} to be recorded`);
    });
  }
};
