import type { InvalidReason, OfferStatus } from '@skarb/schema/offer';

/**
 * One signed (or to be signed) Seaport order of an offer. An edit signs another one, which stands once the one it
 * replaces is dead on chain; so an offer is a row of revisions, and all that is shown of it follows from facts.
 */
export type Revision = {
  orderHash: string;
  /** Signed by its maker: his signature is here, or the chain has filled it. */
  isSigned: boolean;
  /** The maker's contract wallet does not take its own signature any more (ERC-1271). */
  isRefused?: boolean;
  /** Of one unit, in base units. */
  price: bigint;
  quantity: bigint;
  startsAt: Date | null;
  endsAt: Date | null;
  counter: bigint;
  /** A reorg has taken back the raise it was signed under. */
  isCounterGone?: boolean;
  filled: bigint;
  isCancelled: boolean;
  replaces: string | null;
  /** How much of the replaced order was filled when this one was made. */
  replacedFilled: bigint;
};

export type Nfts = {
  kind: 'nft';
  /** Units of the token the maker holds. */
  held: bigint;
  /** Seaport may move them. */
  isApproved: boolean;
  /** He held too little at some time since he last said that the price stands. */
  hasLeft: boolean;
};
export type Money = {
  kind: 'money';
  /** Of the bid's currency, in base units. */
  balance: bigint;
  allowance: bigint;
};

/** Why the backing does not carry `left` units at this price, if it does not. */
const backingShortfall = (backing: Nfts | Money, left: bigint, price: bigint): InvalidReason | undefined => {
  if (backing.kind === 'money') {
    if (backing.balance < left * price) return 'INSUFFICIENT_BALANCE';
    return backing.allowance < left * price ? 'INSUFFICIENT_ALLOWANCE' : undefined;
  }
  if (backing.held < left) return 'NOT_OWNER';
  if (backing.hasLeft) return 'LEFT_AND_RETURNED';
  return backing.isApproved ? undefined : 'NOT_APPROVED';
};

export type OfferFacts = {
  /** In the order in which they were made. */
  revisions: Revision[];
  /** The maker's newest Seaport counter the follower saw; undefined when he never raised it. */
  raisedCounter: bigint | undefined;
  /** What stands behind it: the seller's NFTs, or the bidder's money. */
  backing: Nfts | Money;
  isCancelRequested: boolean;
  /** An admin has blocked the maker's account. */
  isMakerBlocked?: boolean;
};

export type Derived = {
  status: OfferStatus;
  invalidReason: InvalidReason | null;
  /** The order whose terms are the offer's now; null where its orders are gone. */
  current: string | null;
  /** A signed order that waits for the current one's end. */
  next: string | null;
  quantityLeft: bigint;
  /** Orders that could still be filled and must not: the operator is to cancel them. */
  ordersToCancel: string[];
};

const isRaised = (revision: Revision, counter: bigint | undefined) =>
  revision.isCounterGone === true || (counter !== undefined && counter > revision.counter);
const isExpired = (revision: Revision, now: Date) => revision.endsAt !== null && revision.endsAt <= now;

/** Units of the replaced order that were filled after the edit: they went at the old terms and are not sold twice. */
const soldUnderOldTerms = (revision: Revision, all: Revision[]): bigint => {
  const replaced = all.find(({ orderHash }) => orderHash === revision.replaces);
  return replaced && replaced.filled > revision.replacedFilled ? replaced.filled - revision.replacedFilled : 0n;
};

/** What an offer is, from the facts alone: the same facts give the same offer, however they came about. */
export const deriveOffer = (facts: OfferFacts, now: Date): Derived => {
  const { revisions, raisedCounter, backing, isCancelRequested } = facts;
  const signed = revisions.filter((revision) => revision.isSigned);
  const last = signed.at(-1);
  if (!last) {
    const draft = revisions.at(-1);
    // Nobody can fill or sign what is not there: it is over.
    if (!draft)
      return {
        status: 'CANCELLED',
        invalidReason: null,
        current: null,
        next: null,
        quantityLeft: 0n,
        ordersToCancel: [],
      };
    return {
      status: 'DRAFT',
      invalidReason: null,
      current: draft.orderHash,
      next: null,
      quantityLeft: draft.quantity,
      ordersToCancel: [],
    };
  }
  const leftOf = (revision: Revision): bigint => {
    const left = revision.quantity - revision.filled - soldUnderOldTerms(revision, revisions);
    return left > 0n ? left : 0n;
  };
  const isDead = (revision: Revision) =>
    revision.isCancelled || revision.filled >= revision.quantity || isRaised(revision, raisedCounter);
  const standing = signed.find((revision) => !isDead(revision) && leftOf(revision) > 0n);
  const ordersToCancel = signed
    .filter(
      (revision) =>
        !isDead(revision) &&
        !isExpired(revision, now) &&
        (isCancelRequested || revision !== last || leftOf(revision) === 0n),
    )
    .map(({ orderHash }) => orderHash);

  if (!standing) {
    // Terms that never stood are not shown: the offer ended at the last ones that did.
    const shown = leftOf(last) > 0n || last.filled > 0n ? last : (signed.findLast(({ filled }) => filled > 0n) ?? last);
    const end = (status: OfferStatus, invalidReason: InvalidReason | null = null): Derived => ({
      status,
      invalidReason,
      current: shown.orderHash,
      next: null,
      quantityLeft: leftOf(last),
      ordersToCancel,
    });
    if (leftOf(last) === 0n) return end('SOLD');
    if (last.isCancelled || isCancelRequested) return end('CANCELLED');
    return isExpired(last, now) ? end('EXPIRED') : end('INVALID', 'COUNTER_RAISED');
  }

  const next = standing === last ? null : last.orderHash;
  const left = leftOf(standing);
  const be = (status: OfferStatus, invalidReason: InvalidReason | null = null): Derived => ({
    status,
    invalidReason,
    current: standing.orderHash,
    next,
    quantityLeft: left,
    ordersToCancel,
  });
  if (next !== null) return be('CANCELLING');
  if (isExpired(standing, now)) return be('EXPIRED');
  if (isCancelRequested) return be('CANCELLING');
  if (facts.isMakerBlocked) return be('INVALID', 'MAKER_BLOCKED');
  if (standing.isRefused) return be('INVALID', 'SIGNATURE_REFUSED');
  const lack = backingShortfall(backing, left, standing.price);
  if (lack) return be('INVALID', lack);
  return standing.startsAt !== null && standing.startsAt > now ? be('SCHEDULED') : be('ACTIVE');
};

/** A reason to say no: a stable code and a sentence. */
export type Refusal = { code: string; message: string };

const ENDED: Partial<Record<OfferStatus, Refusal>> = {
  SOLD: { code: 'offer.sold', message: 'It has been sold' },
  CANCELLED: { code: 'offer.cancelled', message: 'This offer has been cancelled' },
  EXPIRED: { code: 'offer.expired', message: 'This offer has ended' },
};

/** Why an offer in this state may not be edited, if it may not. */
export const refuseEdit = (status: OfferStatus): Refusal | undefined =>
  ENDED[status] ??
  (status === 'CANCELLING'
    ? { code: 'offer.changing', message: 'The last change is still being written on the chain, try again in a moment' }
    : undefined);

/** Why an offer in this state may not be cancelled, if it may not. Cancelling twice is no error. */
export const refuseCancel = (status: OfferStatus): Refusal | undefined => ENDED[status];

/** Why nothing can be bought from an offer in this state, if nothing can. Reasons by the state itself, not the buyer. */
export const refusePurchase = (status: OfferStatus): Refusal | undefined => {
  if (ENDED[status]) return ENDED[status];
  if (status === 'CANCELLING')
    return { code: 'offer.cancelling', message: 'The seller is changing or cancelling this offer' };
  if (status === 'SCHEDULED') return { code: 'offer.notStarted', message: 'This sale has not started yet' };
  return undefined;
};

/** Why an INVALID offer cannot be filled, in words for its buyer. */
export const INVALID_WORDS: Record<InvalidReason, string> = {
  NOT_OWNER: 'The seller no longer holds it',
  NOT_APPROVED: 'The seller has taken back the permission that a sale needs',
  COUNTER_RAISED: 'The seller has withdrawn all his signed offers on the chain',
  LEFT_AND_RETURNED: 'It left the seller’s wallet and came back: he has to say that the price still stands',
  INSUFFICIENT_BALANCE: 'The bidder does not have enough money any more',
  INSUFFICIENT_ALLOWANCE: 'The bidder has taken back the permission to use his money',
  MAKER_BLOCKED: 'The account that offers this is blocked',
  SIGNATURE_REFUSED: 'The wallet that signed this does not stand by its signature any more',
};

/** Longest life of an offer, and its life where the maker names no end: a forgotten signature must not stand for ever. */
export const OFFER_DAYS_MAX = 366;
export const OFFER_DAYS_DEFAULT = 180;
/** A bid binds money and its maker looks at it less: it stands for a month. */
export const BID_DAYS_DEFAULT = 30;
const DAY_MS = 86_400_000;

/**
 * When an offer starts and ends.
 * @returns the field that is wrong with the reason, or the two instants (start null: at once)
 */
export const decideTimes = (
  input: { startsAt?: string | undefined; endsAt?: string | null | undefined },
  now: Date,
  defaultDays = OFFER_DAYS_DEFAULT,
):
  | { startsAt: Date | null; endsAt: Date }
  | { property: 'startsAt' | 'endsAt'; constraint: string; message: string } => {
  const start = input.startsAt === undefined ? null : new Date(input.startsAt);
  const startsAt = start && start > now ? start : null;
  const from = (startsAt ?? now).getTime();
  if (startsAt && from > now.getTime() + OFFER_DAYS_MAX * DAY_MS)
    return { property: 'startsAt', constraint: 'maxDate', message: 'must start within a year' };
  // Seaport counts in whole seconds.
  const end = new Date(
    Math.floor((input.endsAt ? new Date(input.endsAt).getTime() : from + defaultDays * DAY_MS) / 1000) * 1000,
  );
  if (end.getTime() <= now.getTime())
    return { property: 'endsAt', constraint: 'isFuture', message: 'must be in the future' };
  if (end.getTime() <= from)
    return { property: 'endsAt', constraint: 'isAfterStart', message: 'must be after the start' };
  if (end.getTime() > from + OFFER_DAYS_MAX * DAY_MS)
    return { property: 'endsAt', constraint: 'maxDate', message: 'must end within a year' };
  return { startsAt: startsAt && new Date(Math.floor(startsAt.getTime() / 1000) * 1000), endsAt: end };
};
