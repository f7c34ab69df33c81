import type { AuctionTerms, Offer } from '@skarb/schema/offer';
import {
  encodeAbiParameters,
  getAbiItem,
  keccak256,
  parseAbiParameters,
  toEventSelector,
  toFunctionSelector,
} from 'viem';
import { expect, it } from 'vitest';
import { hashesOf, houseAbi } from './verify-auction.ts';
import { compareAuction, type HouseOnchain } from './verify-auction.rules.ts';

const at = (digit: string) => `0x${digit.repeat(40)}` as const;
const [SELLER, WORK, WETH, BIDDER, OTHER, HOUSE] = [at('1'), at('2'), at('3'), at('4'), at('5'), at('6')];
const END = 1_800_000_000;
const terms: AuctionTerms = {
  auctionHouse: HOUSE,
  auctionId: '',
  bidding: { currency: WETH, startsAt: END - 5000, endsAt: END - 60, raiseBps: 500 },
  lot: {
    seller: SELLER,
    collection: WORK,
    kind: 1,
    tokenId: '7',
    quantity: '2',
    feeRecipient: at('7'),
    feeBps: 1000,
    royaltyReceiver: at('8'),
    royaltyBps: 250,
    nonce: '0',
  },
  settledIn: null,
};
const { id, lotHash } = hashesOf(terms);
terms.auctionId = id;

const offer = (change: Partial<Offer> = {}): Offer =>
  ({
    type: 'AUCTION',
    status: 'ACTIVE',
    price: '2',
    quantity: 2,
    currency: { name: 'ETH', decimals: 6, address: WETH },
    sellerAddress: SELLER,
    buyerAddress: null,
    endsAt: new Date(END * 1000).toISOString(),
    token: { contractAddress: WORK, tokenId: '7', type: 'ERC1155' },
    fees: { marketplacePercent: 10, royaltyPercent: 2.5 },
    auction: { auctionId: id, highestBid: '2', highestBidderAddress: BIDDER, nextBid: '2.1' },
    ...change,
  }) as Offer;
const onchain = (change: Partial<HouseOnchain> = {}): HouseOnchain => ({
  block: { number: 5, time: END - 100 },
  id,
  phase: 2,
  bidder: BIDDER,
  amount: 2_000_000n,
  endsAt: BigInt(END),
  leastBid: 2_100_000n,
  inHouse: 2n,
  settled: null,
  ...change,
});
const wrong = (page: Offer, chain: HouseOnchain, of = terms) =>
  compareAuction(page, of, chain).flatMap(({ name, isSame }) => (isSame ? [] : [name]));

it('has the lot hash, the selector and the event topic of the auction house’s interface', () => {
  const { lot } = terms;
  // The whole struct of contracts/src/auction/IAuctionHouse.sol.
  const whole = parseAbiParameters([
    'Lot lot',
    'struct Lot { address seller; address collection; uint8 kind; uint256 tokenId; uint256 quantity; address feeRecipient; uint16 feeBps; address royaltyReceiver; uint16 royaltyBps; uint64 nonce; }',
  ]);
  const asStruct = { ...lot, tokenId: 7n, quantity: 2n, nonce: 0n } as never;
  expect(lotHash).toBe(keccak256(encodeAbiParameters(whole, [asStruct])));
  // contracts/abi/auction-house.ts, which pages do not load.
  expect(toFunctionSelector(getAbiItem({ abi: houseAbi, name: 'auctionOf' }))).toBe('0x6ef9ff53');
  expect(toEventSelector(getAbiItem({ abi: houseAbi, name: 'AuctionSettled' }))).toBe(
    '0xa6d7caa325bd06c767ae7505be45dbb3ed3302a742cde6bc78d0ec0cf24a5d70',
  );
});

it('agrees in every line if the auction house has the values that the page shows', () => {
  expect(compareAuction(offer(), terms, onchain()).map(({ name, isSame }) => [name, isSame])).toEqual(
    ['terms', 'stage', 'highest', 'bidder', 'next', 'custody', 'end'].map((name) => [name, true]),
  );
  const fresh = offer({
    auction: { auctionId: id, highestBid: null, highestBidderAddress: null, nextBid: '2' } as Offer['auction'],
  });
  expect(wrong(fresh, onchain({ phase: 1, bidder: null, leastBid: 2_000_000n }))).toEqual([]);
});

it.each<[string, Partial<HouseOnchain>, string]>([
  ['somebody has bid more', { amount: 2_000_001n }, 'highest'],
  ['somebody else leads', { bidder: OTHER }, 'bidder'],
  ['nobody leads', { bidder: null }, 'bidder'],
  ['the next bid differs', { leastBid: 2_099_999n }, 'next'],
  ['the end was moved', { endsAt: BigInt(END + 900) }, 'end'],
  ['the auction house does not hold the token', { inHouse: 1n }, 'custody'],
  ['the auction is already over', { phase: 0 }, 'stage'],
  ['the terms give another id', { id: `0x${'9'.repeat(64)}` }, 'terms'],
])('reports when %s', (_, change, line) => {
  expect(wrong(offer(), onchain(change))).toEqual([line]);
});

it.each<[string, Partial<AuctionTerms['lot']>]>([
  ['another work', { tokenId: '8' }],
  ['another collection', { collection: OTHER }],
  ['fewer units', { quantity: '1' }],
  ['another seller', { seller: OTHER }],
  ['a higher fee', { feeBps: 1001 }],
])('reports terms with %s as wrong, even if the contract has an auction of those terms', (_, change) => {
  const others = { ...terms, lot: { ...terms.lot, ...change } };
  const other = hashesOf(others).id;
  const page = offer();
  page.auction = { ...page.auction, auctionId: other } as Offer['auction'];
  expect(wrong(page, onchain({ id: other }), { ...others, auctionId: other })).toEqual(['terms']);
});

it('compares a settled auction with the receipt of its settlement', () => {
  const sold = offer({ status: 'SOLD', buyerAddress: BIDDER });
  const gone = { phase: 0, bidder: null, amount: 0n, endsAt: 0n, leastBid: 0n, inHouse: 0n };
  const paid = (winner: string | null, amount: bigint) => onchain({ ...gone, settled: { winner, amount } });
  expect(wrong(sold, paid(BIDDER, 2_000_000n))).toEqual([]);
  expect(wrong(sold, paid(OTHER, 1_999_999n))).toEqual(['highest', 'winner']);
  expect(wrong(sold, onchain())).toEqual(['stage']);
  expect(wrong(offer({ status: 'EXPIRED' }), paid(null, 0n))).toEqual([]);
});
