import type { InvalidReason, OfferStatus } from '@skarb/schema/offer';

/**
 * One Seaport order of an offer, signed or to be signed. An edit is another order, which takes effect when the order
 * that it replaces is cancelled on the chain. So an offer is a list of revisions, and its status follows from facts.
 */
export type Revision = {
  orderHash: string;
  /** Its signature is stored, or the chain has filled it. */
  isSigned: boolean;
  /** The maker's contract wallet no longer accepts its signature (ERC-1271). */
  isRefused?: boolean;
  /** Of one unit, in base units. */
  price: bigint;
  quantity: bigint;
  startsAt: Date | null;
  endsAt: Date | null;
  counter: bigint;
  /** A reorg removed the raise of the counter that it was signed under. */
  isCounterGone?: boolean;
  filled: bigint;
  isCancelled: boolean;
  replaces: string | null;
  /** Units of the replaced order that were filled after the edit: sold under the old terms, they are not sold again. */
  replacedFilled: bigint;
};

export type Nfts = {
  kind: 'nft';
  /** Units of the token the maker holds. */
  held: bigint;
  /** Seaport may move them. */
  isApproved: boolean;
  /** The maker held too few units at some time after they last confirmed the price. */
  hasLeft: boolean;
};
type Money = {
  kind: 'money';
  /** In base units of the bid's currency. */
  balance: bigint;
  allowance: bigint;
};

/** Why the backing does not cover `left` units at this price; undefined when it does. */
const backingShortfall = (backing: Nfts | Money, left: bigint, price: bigint): InvalidReason | undefined => {
  if (backing.kind === 'money') {
    if (backing.balance < left * price) return 'INSUFFICIENT_BALANCE';
    return backing.allowance < left * price ? 'INSUFFICIENT_ALLOWANCE' : undefined;
  }
  if (backing.held < left) return backing.held > 0n ? 'TOO_FEW' : 'NOT_OWNER';
  if (backing.hasLeft) return 'LEFT_AND_RETURNED';
  return backing.isApproved ? undefined : 'NOT_APPROVED';
};

export type OfferFacts = {
  /** In the order of their creation. */
  revisions: Revision[];
  /** The newest Seaport counter of the maker that the follower saw; undefined when they never raised it. */
  raisedCounter: bigint | undefined;
  /** What covers it: the seller's NFTs, or the bidder's money. */
  backing: Nfts | Money;
  isCancelRequested: boolean;
  /** An admin has blocked the maker's account. */
  isMakerBlocked?: boolean;
};

export type Derived = {
  status: OfferStatus;
  invalidReason: InvalidReason | null;
  /** The order with the current terms; null when all orders are deleted. */
  current: string | null;
  /** A signed order that takes effect when the current one is cancelled or has ended. */
  next: string | null;
  quantityLeft: bigint;
  /** Orders that could still be filled but must not: the operator cancels them. */
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

/** The status of an offer from the facts alone: the same facts always give the same offer. */
export const deriveOffer = (facts: OfferFacts, now: Date): Derived => {
  const { revisions, raisedCounter, backing, isCancelRequested } = facts;
  const signed = revisions.filter((revision) => revision.isSigned);
  const last = signed.at(-1);
  if (!last) {
    const draft = revisions.at(-1);
    // An offer without any order is over.
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
  // Replaced terms that have ended need no cancellation: the last ones take effect.
  const open = signed.find(
    (revision) => !isDead(revision) && leftOf(revision) > 0n && (revision === last || !isExpired(revision, now)),
  );
  const ordersToCancel = signed
    .filter(
      (revision) =>
        !isDead(revision) &&
        !isExpired(revision, now) &&
        (isCancelRequested || revision !== last || leftOf(revision) === 0n),
    )
    .map(({ orderHash }) => orderHash);

  if (!open) {
    // Show the last terms that took effect.
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

  const next = open === last ? null : last.orderHash;
  const left = leftOf(open);
  const be = (status: OfferStatus, invalidReason: InvalidReason | null = null): Derived => ({
    status,
    invalidReason,
    current: open.orderHash,
    next,
    quantityLeft: left,
    ordersToCancel,
  });
  if (next !== null) return be('CANCELLING');
  if (isExpired(open, now)) return be('EXPIRED');
  if (isCancelRequested) return be('CANCELLING');
  if (facts.isMakerBlocked) return be('INVALID', 'MAKER_BLOCKED');
  if (open.isRefused) return be('INVALID', 'SIGNATURE_REFUSED');
  const lack = backingShortfall(backing, left, open.price);
  if (lack) return be('INVALID', lack);
  return open.startsAt !== null && open.startsAt > now ? be('SCHEDULED') : be('ACTIVE');
};

/** A stable code and a sentence for the user. */
export type Refusal = { code: string; message: string };

const ENDED: Partial<Record<OfferStatus, Refusal>> = {
  SOLD: { code: 'offer.sold', message: 'It has been sold' },
  CANCELLED: { code: 'offer.cancelled', message: 'This offer has been cancelled' },
  EXPIRED: { code: 'offer.expired', message: 'This offer has ended' },
};

/** Why an offer in this state cannot be edited; undefined when it can. */
export const refuseEdit = (status: OfferStatus): Refusal | undefined =>
  ENDED[status] ??
  (status === 'CANCELLING'
    ? { code: 'offer.changing', message: 'The last change is still being written on the chain, try again in a moment' }
    : undefined);

/** Why an offer in this state cannot be cancelled; undefined when it can. A second cancellation is not an error. */
export const refuseCancel = (status: OfferStatus): Refusal | undefined => ENDED[status];

/** Why an offer in this state cannot be bought; undefined when it can. Ignores who the buyer is. */
export const refusePurchase = (status: OfferStatus): Refusal | undefined => {
  if (ENDED[status]) return ENDED[status];
  if (status === 'CANCELLING')
    return { code: 'offer.cancelling', message: 'The seller is changing or cancelling this offer' };
  if (status === 'SCHEDULED') return { code: 'offer.notStarted', message: 'This sale has not started yet' };
  return undefined;
};

/** Why an INVALID offer cannot be filled, for its buyer. */
export const INVALID_WORDS: Record<InvalidReason, string> = {
  NOT_OWNER: 'The seller no longer holds it',
  TOO_FEW: 'The seller holds fewer copies than this sale offers',
  NOT_APPROVED: 'The seller has revoked the permission that a sale needs',
  COUNTER_RAISED: 'The seller has cancelled all signed offers on the chain',
  LEFT_AND_RETURNED: 'It left the seller’s wallet and came back: the seller has to confirm the price',
  INSUFFICIENT_BALANCE: 'The bidder does not have enough money any more',
  INSUFFICIENT_ALLOWANCE: 'The bidder has revoked the permission to use the money',
  MAKER_BLOCKED: 'The account that offers this is blocked',
  SIGNATURE_REFUSED: 'The wallet that signed this no longer accepts its signature',
};

/** Longest and default lifetime of an offer: a forgotten signature must not be valid forever. */
const OFFER_DAYS_MAX = 366;
export const OFFER_DAYS_DEFAULT = 180;
/** A bid ties up money and its maker checks it less often, so it ends sooner. */
export const BID_DAYS_DEFAULT = 30;
const DAY_MS = 86_400_000;

/**
 * When an offer starts and ends.
 * @returns the invalid field with the reason, or the two times (start null: immediately)
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
