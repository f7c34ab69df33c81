import { NOTIFICATION_KINDS, type SettingKind } from '@skarb/schema/notification-kind';
import type { OfferStatus, OfferType } from '@skarb/schema/offer';
import { KIND, type TokenKind } from './notification.kinds.ts';

/** An event of an offer's history. Addresses are lower-case; prices in base units. */
export type OfferEvent = {
  historyUuid: string;
  event: string;
  tokenUuid: string;
  offerUuid: string;
  offerType: OfferType;
  offerStatus: OfferStatus;
  /** The offer is over now, or being withdrawn. */
  isOver: boolean;
  isEdition: boolean;
  /** False: a later edit has replaced the terms of this event. */
  isNewest: boolean;
  startsAt: Date | null;
  maker: string;
  from: string | null;
  to: string | null;
  txHash: string | null;
  price: bigint | null;
  currencyUuid: string | null;
  quantity: number | null;
  createdAt: Date;
};

/** An event without an offer: MINTED; TRANSFERRED; of breeding, BORN in the child's history, SIRED in the sire's, BREEDING_LOST in the matron's. */
export type TokenEvent = Pick<
  OfferEvent,
  'historyUuid' | 'tokenUuid' | 'from' | 'to' | 'txHash' | 'price' | 'currencyUuid' | 'quantity'
> & {
  event: 'MINTED' | 'TRANSFERRED' | 'BORN' | 'SIRED' | 'BREEDING_LOST';
  /**
   * Only for TRANSFERRED: how many works that everybody sees its sender sent to the receiver in the same transaction, without
   * a trade; null for those after the first of them, which tells of all.
   */
  works: number | null;
  /** Only for BREEDING_LOST; its `to` is the payer. */
  breedingUuid: string | null;
};

/** The asking price of a token before an event, and whether the event's offer is the cheapest now. */
export type PreviousPrice = {
  isCheapest: boolean;
  /** `eth` in wei, to compare across currencies; null where the token had no price. */
  before: { eth: bigint; price: bigint; currencyUuid: string } | null;
  nowEth: bigint;
};

/**
 * Who is notified. `maker` is the account of the offer, `bidders` those who have bid in an auction; the others are found by
 * wallet or by token. `followers` are those of the token's collection, and of the actor; their notices are gathered
 * (notification.follow.store.ts).
 */
export type Audience = 'maker' | 'holders' | 'bidders' | 'likers' | 'followers' | { wallet: string };

export type Recipient = {
  audience: Audience;
  /** Wallet of the actor, who is not notified. */
  actor: string | null;
  oldPrice?: bigint | null;
  /** Identifies what happened: it is mailed once, even if a reorg records it again. */
  occurrence: string;
};
/** The event cannot be judged yet: try again at `later`. */
export type Deferred = { later: Date };
export type Draft = Recipient & { kind: SettingKind };

const tokenKinds = NOTIFICATION_KINDS.filter((kind): kind is TokenKind => kind !== 'NOTE');

/**
 * The notifications that an offer's event leads to.
 * @param previous needed for LISTED and EDITED
 */
export const decideOfferEvent = (
  event: OfferEvent,
  previous: PreviousPrice | undefined,
  now: Date,
): Draft[] | Deferred => {
  const drafts: Draft[] = [];
  for (const kind of tokenKinds) {
    const decision = KIND[kind].onOffer?.[event.event]?.(event, now, previous);
    if (decision && 'later' in decision) return decision;
    if (decision) drafts.push({ kind, ...decision });
  }
  return drafts;
};

/** The notifications that an event without an offer leads to. */
export const decideTokenEvent = (event: TokenEvent): Draft[] =>
  tokenKinds.flatMap((kind) => {
    const recipient = KIND[kind].onToken?.[event.event]?.(event);
    return recipient ? [{ kind, ...recipient }] : [];
  });
