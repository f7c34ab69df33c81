/** Checks by simulated calls which actions each auction allows now, and compares that with the API. */
import { auctionHouseAbi } from '@skarb/contracts/abi';
import type { Offer } from '@skarb/schema/offer';
import { toBaseUnits } from '@skarb/schema/primitive';
import {
  decodeErrorResult,
  decodeFunctionResult,
  encodeFunctionData,
  zeroAddress,
  type ContractFunctionReturnType,
  type Hex,
} from 'viem';
import {
  encodeBid,
  encodeClaimToken,
  encodeSettle,
  AUCTION_TOPIC,
} from '../src/domain/offer/auction/auction.contract.ts';
import { findAuction, type Auction, type Terms } from '../src/domain/offer/store/auction.store.ts';
import { show as showOffer } from '@skarb/schema/calls/offer';
import { createCalls } from './calls.ts';
import type { Difference } from './compare.ts';
import { batch } from './fill.ts';
import type { Person, World } from './world.ts';

type House = ContractFunctionReturnType<typeof auctionHouseAbi, 'view', 'auctionOf'>;
/** The contract's error for a call; undefined if it would succeed. */
type Why = string | undefined;
type Truth = { house: House; bid: Why; lessBid: Why; settle: Why; claim: Why };
type Shown = { offer: Offer; auction: Auction; terms: Terms };

const OVER: Offer['status'][] = ['SOLD', 'EXPIRED', 'CANCELLED'];
/** The contract's numbers of its phases. */
const [OPEN, MOVED, HELD] = [1, 2, 3];

const secondsOf = (time: string | null): bigint => BigInt(Math.floor(Date.parse(time ?? '') / 1000));
const lower = (address: string | null | undefined) => address?.toLowerCase() ?? null;

/** Simulates every call at the newest block. */
const askHouse = async ({ chain, deployment, rich }: World, shown: Shown[]): Promise<Truth[]> => {
  const to = deployment.auctionHouse;
  const calls = shown.flatMap(({ offer, auction, terms: { bidding, lot, lotHash } }) => {
    const nextBid = toBaseUnits(offer.auction?.nextBid ?? offer.price, offer.currency.decimals);
    const end = secondsOf(offer.endsAt);
    const state = encodeFunctionData({ abi: auctionHouseAbi, functionName: 'auctionOf', args: [bidding, lotHash] });
    const from = auction.claimant ?? rich;
    return [
      { to, data: state },
      { from: rich, to, data: encodeBid(bidding, lotHash, nextBid, end) },
      { from: rich, to, data: encodeBid(bidding, lotHash, nextBid - 1n, end) },
      { from: rich, to, data: encodeSettle(bidding, lot) },
      { from, to, data: encodeClaimToken(bidding, lot, rich) },
    ];
  });
  const answers = await batch(
    chain.rpcUrl,
    calls.map((call) => ({ method: 'eth_call', params: [{ ...call, gas: '0x1000000' }, 'latest'] })),
  );
  const why = (index: number): Why => {
    const error = answers[index]?.error;
    if (!error?.data) return error?.message;
    return decodeErrorResult({ abi: auctionHouseAbi, data: error.data }).errorName;
  };
  return shown.map((_, index) => ({
    house: decodeFunctionResult({
      abi: auctionHouseAbi,
      functionName: 'auctionOf',
      data: answers[index * 5]?.result as Hex,
    }),
    bid: why(index * 5 + 1),
    lessBid: why(index * 5 + 2),
    settle: why(index * 5 + 3),
    claim: why(index * 5 + 4),
  }));
};

/** Compares an auction's shown state with the chain. @returns one line per contradiction */
const wrongOf = ({ offer, auction }: Shown, { house, bid, lessBid, settle, claim }: Truth): string[] => {
  const { status } = offer;
  const wrong: string[] = [];
  const must = (isSo: boolean, about: string) => void (isSo || wrong.push(about));
  const isOpen = house.phase === OPEN || house.phase === MOVED;
  must(isOpen !== OVER.includes(status), `on chain its phase is ${house.phase}`);
  if (isOpen) {
    const { decimals } = offer.currency;
    const { highestBid, highestBidderAddress, nextBid } = offer.auction as NonNullable<Offer['auction']>;
    const bidder = house.bidder === zeroAddress ? null : house.bidder;
    must(lower(bidder) === lower(highestBidderAddress), `the highest bidder on chain is ${bidder}`);
    must((highestBid === null) === (bidder === null), `highest bid ${highestBid}, and the bidder is ${bidder}`);
    must(house.amount === toBaseUnits(offer.price, decimals), `the amount on chain is ${house.amount}`);
    must(house.leastBid === toBaseUnits(nextBid, decimals), `the least bid on chain is ${house.leastBid}`);
    must(house.endsAt === secondsOf(offer.endsAt), `the end on chain is ${house.endsAt}`);
  }
  const expect: [Why, Why, Why] =
    status === 'ACTIVE'
      ? [undefined, 'BidTooLow', 'AuctionNotOver']
      : status === 'SCHEDULED'
        ? ['AuctionNotStarted', 'AuctionNotStarted', 'AuctionNotOver']
        : status === 'ENDED'
          ? ['AuctionOver', 'AuctionOver', undefined]
          : ['AuctionNotOpen', 'AuctionNotOpen', 'AuctionNotOpen'];
  for (const [index, name] of (['the next bid', 'a bid below it', 'a settlement'] as const).entries()) {
    const is = [bid, lessBid, settle][index];
    must(is === expect[index], `${name}: ${is ?? 'would go through'}`);
  }
  must((house.phase === HELD) === (auction.claimant !== null), `held for ${auction.claimant}, phase ${house.phase}`);
  if (house.phase === HELD)
    must(lower(house.bidder) === auction.claimant, `the auction house holds it for ${house.bidder}`);
  must((claim === undefined) === (auction.claimant !== null), `a claim: ${claim ?? 'would go through'}`);
  return wrong;
};

/** @param seen compared auctions that are over, by their version: compared again only when it changes */
export const compareAuctions = async (world: World, seen: Map<string, string>) => {
  const { sql, chain, deployment } = world;
  const differences: Difference[] = [];
  const rows = await sql<{ uuid: string; status: Offer['status']; version: number; auction_id: Hex | null }[]>`
    select o.uuid, o.status, o.version, a.auction_id from offer o join auction a on a.offer_uuid = o.uuid order by o.uuid`;
  const shown: Shown[] = [];
  for (const { uuid, status, version, auction_id: id } of rows) {
    if (id === null) continue;
    const state = `${status} ${version}`;
    if (OVER.includes(status) && seen.get(uuid) === state) continue;
    seen.set(uuid, state);
    const auction = (await findAuction(sql, uuid)) as Auction;
    const { data } = await createCalls(world.call).must(world.persons[0] as Person, showOffer, {
      params: { id: uuid },
    });
    shown.push({ offer: data, auction, terms: auction.terms as Terms });
  }
  const truths = await askHouse(world, shown);
  for (const [index, one] of shown.entries()) {
    const { offer } = one;
    const { price, currency, auction } = offer;
    for (const about of wrongOf(one, truths[index] as Truth))
      differences.push({
        offer: offer.uuid,
        type: 'AUCTION',
        says: `${offer.status}, ${price} ${currency.name}, next ${auction?.nextBid}, ends ${secondsOf(offer.endsAt)}, version ${offer.version}`,
        chain: JSON.stringify(truths[index], (_, value) => (typeof value === 'bigint' ? String(value) : value)),
        about,
      });
  }
  // The records contain exactly the auctions of the chain.
  const [logs] = await batch(chain.rpcUrl, [
    {
      method: 'eth_getLogs',
      params: [
        { address: deployment.auctionHouse, topics: [AUCTION_TOPIC.created], fromBlock: '0x0', toBlock: 'latest' },
      ],
    },
  ]);
  const made = new Set(((logs?.result ?? []) as unknown as { topics: Hex[] }[]).map(({ topics }) => topics[1] as Hex));
  const have = new Map(rows.flatMap((row) => (row.auction_id ? [[row.auction_id, row.uuid] as const] : [])));
  for (const [id, uuid] of have)
    if (!made.has(id))
      differences.push({ offer: uuid, type: 'AUCTION', says: 'there', chain: '', about: 'never made' });
  for (const id of made)
    if (!have.has(id))
      differences.push({ offer: id, type: 'AUCTION', says: '', chain: 'made', about: 'not in the records' });
  const states: Record<string, number> = {};
  for (const { offer, auction } of shown) {
    const state = `${offer.status}${auction.claimant ? ' held' : ''}${auction.bidCount > 0 ? ' with a bid' : ''}`;
    states[state] = (states[state] ?? 0) + 1;
  }
  return { compared: shown.length, states, differences };
};
