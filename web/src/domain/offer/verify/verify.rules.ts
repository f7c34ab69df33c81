import type { InvalidReason, Offer, SignedOrder } from '@skarb/schema/offer';
import { fromBaseUnits, toBaseUnits } from '@skarb/schema/money';
import { zeroAddress } from 'viem';
import { SEAPORT } from '../../../platform/wallet/contract-calls.ts';
import { sameAddress } from '../../../platform/format/same-address.ts';

/** What the chain says at one block. */
export type Onchain = {
  block: { number: number; time: number };
  /** The order's hash, calculated from its terms. */ hash: string;
  status: { isCancelled: boolean; filled: bigint; size: bigint };
  counter: bigint;
  /** Whether the maker's contract wallet accepts the signature; null if the maker is no contract. */
  isAccepted: boolean | null;
  /**
   * For a sale: who holds the token (single tokens only), how many units the seller has, whether Seaport may transfer
   * it.
   */
  nft: { owner: string | null; held: bigint; isApproved: boolean } | null;
  /** For a buyer's offer: the buyer's balance, and how much of it Seaport may take. */
  money: { balance: bigint; allowance: bigint } | null;
};

/** A value to show: words are keys below `offer.verify.value`. */
export type Value =
  | { kind: 'amount'; amount: string; currency: string }
  | { kind: 'address'; address: string }
  | { kind: 'count'; count: number }
  | { kind: 'time'; at: string }
  | { kind: 'word'; word: (typeof WORDS)[number] };
const WORDS = [
  'given',
  'withdrawn',
  'cancelled',
  'valid',
  'raised',
  'elsewhere',
  'changed',
  'refused',
  'none',
  // of auctions
  'asMade',
  'open',
  'over',
  'kept',
  'nobody',
  'inHouse',
] as const;
type LineName =
  | 'price'
  | 'holder'
  | 'held'
  | 'permission'
  | 'left'
  | 'counter'
  | 'signature'
  | 'balance'
  | 'allowance'
  | 'end'
  // of auctions
  | 'terms'
  | 'stage'
  | 'highest'
  | 'reserve'
  | 'bidder'
  | 'winner'
  | 'next'
  | 'custody';
/** One fact: what the page says, what the chain says; `isSame` is null if the page claims nothing. */
export type Line = { name: LineName; says: Value | null; is: Value; isSame: boolean | null };

/**
 * The texts of a line: what the chain says, and what the page says where that needs showing (null otherwise). Amounts
 * that differ only beyond the decimals shown are written out, because the line would contradict itself.
 * @param say the text of a value, rounded or exact
 */
export const textsOf = (
  { is, says, isSame }: Line,
  say: (value: Value, isExact: boolean) => string,
): { is: string; says: string | null } => {
  if (says === null) return { is: say(is, false), says: null };
  const hidesDifference = say(is, false) === say(says, false);
  if (hidesDifference && isSame !== false) return { is: say(is, false), says: null };
  return { is: say(is, hidesDifference), says: say(says, hidesDifference) };
};

const word = (name: Extract<Value, { kind: 'word' }>['word']): Value => ({ kind: 'word', word: name });
const numbers = (value: string) => BigInt(value);

/** The price of one unit by the signed terms, in the page's currency; null if the terms are about something else. */
const signedPrice = (offer: Offer, { components, seaport }: SignedOrder, hash: string): bigint | null => {
  const isSale = offer.type === 'SALE';
  const work = (isSale ? components.offer : components.consideration)[0];
  const money = isSale ? components.consideration : components.offer;
  const currency = offer.currency.address ?? zeroAddress;
  const maker = isSale ? offer.sellerAddress : offer.buyerAddress;
  const isAbout =
    work !== undefined &&
    sameAddress(work.token, offer.token.contractAddress) &&
    work.identifierOrCriteria === offer.token.tokenId &&
    money.length > 0 &&
    money.every(({ token }) => sameAddress(token, currency)) &&
    sameAddress(components.offerer, maker) &&
    sameAddress(seaport, SEAPORT) &&
    hash.toLowerCase() === offer.orderHash?.toLowerCase();
  if (!isAbout) return null;
  const units = numbers(work.startAmount);
  return units > 0n ? money.reduce((sum, { startAmount }) => sum + numbers(startAmount), 0n) / units : null;
};

const OPEN: readonly Offer['status'][] = ['ACTIVE', 'SCHEDULED'];
const count = (units: bigint | number): Value => ({ kind: 'count', count: Number(units) });

/** How a page's claims about an offer are compared. */
const claimsOf = ({ currency, status, invalidReason }: Offer) => {
  const isOpen = OPEN.includes(status);
  return {
    isOpen,
    amount: (units: bigint): Value => ({
      kind: 'amount',
      amount: fromBaseUnits(units, currency.decimals),
      currency: currency.name,
    }),
    /** A condition of a valid offer: claimed true while the offer is valid, claimed false if it is the given reason. */
    condition: (
      name: LineName,
      reason: InvalidReason,
      isGood: boolean,
      { good, bad, is }: { good: Value; bad: Value; is: Value },
    ): Line =>
      isOpen
        ? { name, says: good, is, isSame: isGood }
        : status === 'INVALID' && invalidReason === reason
          ? { name, says: bad, is, isSame: !isGood }
          : { name, says: null, is, isSame: null },
  };
};
type Claims = ReturnType<typeof claimsOf>;

/** The seller has the units, and lets the marketplace move them. */
const unitLines = ({ condition }: Claims, offer: Offer, nft: NonNullable<Onchain['nft']>): Line[] => {
  const lines: Line[] = [];
  if (nft.owner !== null && offer.sellerAddress)
    lines.push(
      condition('holder', 'NOT_OWNER', sameAddress(nft.owner, offer.sellerAddress), {
        good: { kind: 'address', address: offer.sellerAddress },
        bad: word('elsewhere'),
        is: { kind: 'address', address: nft.owner },
      }),
    );
  if (nft.owner === null)
    lines.push(
      condition(
        'held',
        offer.invalidReason === 'TOO_FEW' ? offer.invalidReason : 'NOT_OWNER',
        nft.held >= BigInt(offer.quantityLeft),
        { good: count(offer.quantityLeft), bad: word('elsewhere'), is: count(nft.held) },
      ),
    );
  lines.push(
    condition('permission', 'NOT_APPROVED', nft.isApproved, {
      good: word('given'),
      bad: word('withdrawn'),
      is: word(nft.isApproved ? 'given' : 'withdrawn'),
    }),
  );
  return lines;
};

/** The buyer has the money, and lets the marketplace move it. */
const moneyLines = (
  { condition, amount }: Claims,
  { balance, allowance }: NonNullable<Onchain['money']>,
  total: bigint,
): Line[] => [
  condition('balance', 'INSUFFICIENT_BALANCE', balance >= total, {
    good: amount(total),
    bad: word('none'),
    is: amount(balance),
  }),
  condition('allowance', 'INSUFFICIENT_ALLOWANCE', allowance >= total, {
    good: amount(total),
    bad: word('withdrawn'),
    is: amount(allowance),
  }),
];

/** The units that can still be bought, or that nothing can be bought any more. */
const leftLine = (
  { isOpen }: Claims,
  offer: Offer,
  { components }: SignedOrder,
  { isCancelled, filled, size }: Onchain['status'],
): Line => {
  const work = (offer.type === 'SALE' ? components.offer : components.consideration)[0];
  const quantity = work ? numbers(work.startAmount) : 0n;
  const remaining = size === 0n ? quantity : quantity - (filled * quantity) / size;
  const is = isCancelled ? word('cancelled') : count(remaining);
  if (offer.status === 'CANCELLED') return { name: 'left', says: word('cancelled'), is, isSame: isCancelled };
  if (!isOpen && offer.status !== 'SOLD') return { name: 'left', says: null, is, isSame: null };
  const isSame = !isCancelled && remaining === BigInt(offer.quantityLeft);
  return { name: 'left', says: count(offer.quantityLeft), is, isSame };
};

/** @param now the reader's time in milliseconds */
const endLine = ({ isOpen }: Claims, { endsAt, status }: Offer, end: number, blockTime: number, now: number): Line => ({
  name: 'end',
  says: endsAt === null ? null : { kind: 'time', at: endsAt },
  is: { kind: 'time', at: new Date(end * 1000).toISOString() },
  isSame:
    endsAt === null
      ? null
      : Math.floor(Date.parse(endsAt) / 1000) === end &&
        (isOpen ? blockTime < end : status !== 'EXPIRED' || now / 1000 >= end),
});

/**
 * Compares what a page says about an offer with the chain, line by line. For a valid offer the page claims that every
 * condition holds; for an invalid one, only that the given reason is true.
 * @param now the reader's time in milliseconds
 */
export const compare = (offer: Offer, order: SignedOrder, chain: Onchain, now: number): Line[] => {
  const claims = claimsOf(offer);
  const { amount, condition } = claims;
  const { nft, money, isAccepted } = chain;
  const signed = signedPrice(offer, order, chain.hash);
  const price = toBaseUnits(offer.price, offer.currency.decimals);
  const isCounted = chain.counter === numbers(order.components.counter);
  const lines: Line[] = [
    {
      name: 'price',
      says: amount(price),
      is: signed === null ? word('changed') : amount(signed),
      isSame: signed === price,
    },
    ...(nft ? unitLines(claims, offer, nft) : []),
    ...(money ? moneyLines(claims, money, price * BigInt(offer.quantityLeft)) : []),
    leftLine(claims, offer, order, chain.status),
    condition('counter', 'COUNTER_RAISED', isCounted, {
      good: word('valid'),
      bad: word('raised'),
      is: word(isCounted ? 'valid' : 'raised'),
    }),
  ];
  if (isAccepted !== null)
    lines.push(
      condition('signature', 'SIGNATURE_REFUSED', isAccepted, {
        good: word('valid'),
        bad: word('refused'),
        is: word(isAccepted ? 'valid' : 'refused'),
      }),
    );
  lines.push(endLine(claims, offer, Number(order.components.endTime), chain.block.time, now));
  return lines;
};
