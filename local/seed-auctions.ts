import type { Step } from '@skarb/schema/primitive';
import type { Person } from './person.ts';
import type { TokenKey } from './seed-catalogue.ts';

/** An English auction, with the bids made in it so far. */
export interface SeedAuction {
  token: TokenKey;
  /** Username of the creator, who holds it. */
  seller: string;
  currency: 'WETH' | 'USDC';
  /** For the whole lot. */
  reservePrice: string;
  /** Units sold together. */
  quantity: number;
  /** Days from the seeding; at once where not given. */
  startsIn?: number;
  endsIn: number;
  /** In their order; each at least 5 % above the one before. */
  bids: readonly { bidder: string; price: string }[];
}

/** Long ones, so that whoever starts the product weeks after its first start still finds some running. */
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

type Answer = { uuid: string; status: string; auction: { bidCount: number }; steps?: Step[] };
type Needs = {
  personOf: (username: string) => Person;
  tokenUuid: (key: TokenKey) => string;
  currencyUuid: (symbol: string) => string | undefined;
  /** Waits until `ask` gives what `isGood`. */
  until: <T>(ask: () => Promise<T>, isGood: (value: T) => boolean, what: string) => Promise<T>;
};

const DAY_MS = 86_400_000;
const MADE = ['ACTIVE', 'SCHEDULED', 'ENDED', 'SOLD', 'EXPIRED', 'CANCELLED']
  .map((status) => `status=${status}`)
  .join('&');
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

/** Opens the auctions and bids in them, as visitors would. One that is there already, in whatever state, stands for it. */
export const seedAuctions = async ({ personOf, tokenUuid, currencyUuid, until }: Needs): Promise<void> => {
  for (const entry of auctions) {
    const seller = personOf(entry.seller);
    const token = tokenUuid(entry.token);
    const there = (await seller.get(`/offer?type=AUCTION&tokenUuid=${token}&sellerUuid=${seller.uuid}&${MADE}`)) as {
      data: Answer[];
    };
    let auction = there.data[0];
    if (!auction) {
      auction = (await seller.post(`/offer/${token}`, {
        type: 'AUCTION',
        reservePrice: entry.reservePrice,
        currencyUuid: currencyUuid(entry.currency),
        quantity: entry.quantity,
        ...(entry.startsIn === undefined ? {} : { startsAt: inDays(entry.startsIn) }),
        endsAt: inDays(entry.endsIn),
      })) as Answer;
      await seller.run(auction.steps);
    }
    const { uuid } = auction;
    const now = () => seller.get(`/offer/${uuid}`) as Promise<Answer>;
    const made = await until(now, ({ status }) => status !== 'DRAFT', `the auction of "${entry.token}" to stand`);
    if (made.status !== 'ACTIVE') continue;
    for (const [index, { bidder, price }] of entry.bids.entries()) {
      if (made.auction.bidCount > index) continue;
      const person = personOf(bidder);
      await person.run(((await person.post(`/offer/${uuid}`, { type: 'BID', price })) as Answer).steps);
      await until(now, ({ auction: { bidCount } }) => bidCount > index, `the bid of ${bidder} to be seen`);
    }
  }
};
