import type { AuctionTerms, Offer } from '@skarb/schema/offer';
import { fromBaseUnits, toBaseUnits } from '@skarb/schema/money';
import { sameAddress } from '../../../platform/format/same-address.ts';
import type { Line, Value } from './verify.rules.ts';

/** What the chain says about an auction at one block. */
export type HouseOnchain = {
  block: { number: number; time: number };
  /** The auction's id, calculated from its terms. */ id: string;
  /** The auction house's phase: 1 and 2 open, 3 over with the NFT still to be collected, else over. */
  phase: number;
  /** The highest bidder; null without bids. */ bidder: string | null;
  /** Base units: the highest bid, or the reserve price before the first bid. */ amount: bigint;
  endsAt: bigint;
  leastBid: bigint;
  /** Units held by the auction house. */ inHouse: bigint;
  /** The settlement, from its transaction's receipt; the winner is null without bids. */
  settled: { winner: string | null; amount: bigint } | null;
};

const [OPEN, MOVED, HELD] = [1, 2, 3];
const PAGE_OPEN: readonly Offer['status'][] = ['ACTIVE', 'SCHEDULED', 'ENDED'];
const word = (name: Extract<Value, { kind: 'word' }>['word']): Value => ({ kind: 'word', word: name });
const someone = (address: string | null): Value => (address === null ? word('nobody') : { kind: 'address', address });
const isSamePerson = (one: string | null, other: string | null): boolean =>
  one === null || other === null ? one === other : sameAddress(one, other);

/** Whether the terms are about the token on the page, and produce the id on the page. */
const areTerms = (offer: Offer, { bidding, lot, auctionId }: AuctionTerms, id: string): boolean =>
  id.toLowerCase() === auctionId.toLowerCase() &&
  id.toLowerCase() === offer.auction?.auctionId?.toLowerCase() &&
  sameAddress(bidding.currency, offer.currency.address) &&
  sameAddress(lot.collection, offer.token.contractAddress) &&
  sameAddress(lot.seller, offer.sellerAddress) &&
  lot.tokenId === offer.token.tokenId &&
  lot.quantity === String(offer.quantity) &&
  lot.feeBps / 100 === offer.fees.marketplacePercent &&
  lot.royaltyBps / 100 === offer.fees.royaltyPercent;

/** Compares what a page says about an auction with the auction house, line by line. */
export const compareAuction = (offer: Offer, terms: AuctionTerms, chain: HouseOnchain): Line[] => {
  const { auction, currency, status } = offer;
  if (!auction) return [];
  const amount = (units: bigint): Value => ({
    kind: 'amount',
    amount: fromBaseUnits(units, currency.decimals),
    currency: currency.name,
  });
  const line = (name: Line['name'], says: Value, is: Value, isSame: boolean): Line => ({ name, says, is, isSame });
  const isPageOpen = PAGE_OPEN.includes(status);
  const isOpen = chain.phase === OPEN || chain.phase === MOVED;
  const isTerms = areTerms(offer, terms, chain.id);
  const stage = isOpen ? 'open' : chain.phase === HELD ? 'kept' : 'over';
  const lines: Line[] = [
    line('terms', word('asMade'), word(isTerms ? 'asMade' : 'changed'), isTerms),
    line('stage', word(isPageOpen ? 'open' : 'over'), word(stage), isOpen === isPageOpen),
  ];
  const price = toBaseUnits(offer.price, currency.decimals);
  if (!isPageOpen && chain.settled) {
    const { winner, amount: paid } = chain.settled;
    if (winner !== null) lines.push(line('highest', amount(price), amount(paid), paid === price));
    lines.push(line('winner', someone(offer.buyerAddress), someone(winner), isSamePerson(offer.buyerAddress, winner)));
  }
  if (!isPageOpen || !isOpen) return lines;

  const end = Number(chain.endsAt);
  const next = toBaseUnits(auction.nextBid, currency.decimals);
  const bidder = auction.highestBidderAddress;
  lines.push(
    line(auction.highestBid ? 'highest' : 'reserve', amount(price), amount(chain.amount), chain.amount === price),
    line('bidder', someone(bidder), someone(chain.bidder), isSamePerson(bidder, chain.bidder)),
  );
  if (status !== 'ENDED') lines.push(line('next', amount(next), amount(chain.leastBid), chain.leastBid === next));
  const isHere = chain.inHouse >= BigInt(offer.quantity);
  lines.push(line('custody', word('inHouse'), word(isHere ? 'inHouse' : 'elsewhere'), isHere));
  if (offer.endsAt)
    lines.push(
      line(
        'end',
        { kind: 'time', at: offer.endsAt },
        { kind: 'time', at: new Date(end * 1000).toISOString() },
        Math.floor(Date.parse(offer.endsAt) / 1000) === end,
      ),
    );
  return lines;
};
