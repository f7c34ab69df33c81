import type { SettingKind } from '@skarb/schema/notification-kind';
import type { OfferType } from '@skarb/schema/offer';
import type { Audience, Deferred, OfferEvent, PreviousPrice, Recipient, TokenEvent } from './notification.rules.ts';

/** Kinds about a token. A NOTE is written by an admin and has a mail of its own (notification.note.ts). */
export type TokenKind = Exclude<SettingKind, 'NOTE'>;

/** The facts that decide, when a mail is due, whether it is still sent. */
type DueFacts = {
  offerType: OfferType | null;
  /** Null where the offer is deleted. */
  offerIsActive: boolean | null;
  /** Whether the offer still has the price of the notification. */
  offerHasPrice: boolean;
  offerEndsAt: Date | null;
  isHighestBidder: boolean;
};

/**
 * One kind of notification: who gets it after which history event, and the settings of its mail. Its texts are `said` (in
 * the app), `setting` and `mail` of web/locales/<language>/common/notification.json.
 */
export type Kind = {
  onOffer?: Partial<
    Record<string, (event: OfferEvent, now: Date, previous?: PreviousPrice) => Recipient | Deferred | undefined>
  >;
  onToken?: Partial<Record<TokenEvent['event'], (event: TokenEvent) => Recipient | undefined>>;
  /** Suffix of the mail text's key, where the kind means something else for some offers. */
  variant?: (about: {
    offerType: OfferType | null;
    price: string | null;
    oldPrice: string | null;
    quantity: number;
    works: number;
  }) => string | undefined;
  /** Whether the mail shows the asking price of one unit instead of the total paid. */
  isUnitPrice?: (offerType: OfferType | null) => boolean;
  /** Whether the mail shows the offer's current price and end instead of those at the event. */
  usesCurrentOffer?: (offerType: OfferType | null) => boolean;
  /** False: the mail is dropped because its content is no longer true. */
  isStillDue?: (facts: DueFacts, now: Date) => boolean;
};

/** A price change still waiting for its old order's cancellation after this time sends no notification. */
const STALE_MS = 86_400_000;
/** Delay before a price that cannot be judged yet is checked again. */
const RETRY_MS = 3000;

const send = (audience: Audience, actor: string | null, occurrence: string): Recipient | undefined =>
  typeof audience === 'object' && !audience.wallet ? undefined : { audience, actor, occurrence };
const wallet = (address: string | null): Audience => ({ wallet: address ?? '' });
/** A unique token is traded once per offer; after a reorg the same trade may be in another transaction. */
const tradeKey = ({ offerUuid, isEdition, txHash, from, to }: OfferEvent) =>
  isEdition ? `${offerUuid} ${txHash}` : `${offerUuid} ${from} ${to}`;
const bidKey = ({ offerUuid, from, price }: OfferEvent) => `${offerUuid} ${from} ${price}`;
const hasWinner = ({ to, maker, price }: OfferEvent) => to !== null && to !== maker && Boolean(price);

/** Likers are notified of a new price if the token's cheapest listing is now cheaper than before. */
const priceDrop = (event: OfferEvent, now: Date, previous?: PreviousPrice): Recipient | Deferred | undefined => {
  if (!event.isNewest || event.offerType !== 'SALE') return undefined;
  const isLate = now.getTime() - event.createdAt.getTime() > STALE_MS;
  if (event.offerStatus === 'SCHEDULED' && event.startsAt) {
    const start = event.startsAt.getTime() + 1000;
    return { later: new Date(Math.max(start, now.getTime() + RETRY_MS)) };
  }
  if (event.offerStatus === 'CANCELLING' && !isLate) return { later: new Date(now.getTime() + RETRY_MS) };
  if (event.offerStatus !== 'ACTIVE' || !previous?.isCheapest || !previous.before) return undefined;
  const { before } = previous;
  if (previous.nowEth >= before.eth) return undefined;
  return {
    audience: 'likers',
    actor: event.maker,
    oldPrice: before.currencyUuid === event.currencyUuid ? before.price : null,
    // At most one mail a day about a token, however often its price changes.
    occurrence: `${event.tokenUuid} ${now.toISOString().slice(0, 10)}`,
  };
};

/** A bid is free, so holders get one mail a day per bidder and token, and another each time the bid doubles. */
const bidMailKey = ({ tokenUuid, maker, price }: OfferEvent, now: Date) =>
  `${tokenUuid} ${maker} ${now.toISOString().slice(0, 10)} ${(price ?? 0n).toString(2).length}`;

/** Every kind. Users are not notified of their own actions, except buyers of their purchases. */
export const KIND: Record<TokenKind, Kind> = {
  SOLD: {
    onOffer: {
      SOLD: (event) => send('maker', event.to, tradeKey(event)),
      SETTLED: (event) => (hasWinner(event) ? send('maker', event.to, event.offerUuid) : undefined),
    },
  },
  BOUGHT: { onOffer: { SOLD: (event) => send(wallet(event.to), event.from, tradeKey(event)) } },
  OFFER_RECEIVED: {
    onOffer: {
      BID: (event, now) => {
        if (event.offerType === 'AUCTION') return send('maker', event.from, bidKey(event));
        return event.offerStatus === 'ACTIVE' ? send('holders', event.maker, bidMailKey(event, now)) : undefined;
      },
    },
    variant: ({ offerType }) => (offerType === 'AUCTION' ? 'AUCTION' : undefined),
    usesCurrentOffer: (offerType) => offerType === 'BID',
    isStillDue: ({ offerType, offerIsActive }) => offerType !== 'BID' || offerIsActive === true,
  },
  OFFER_ACCEPTED: { onOffer: { BID_ACCEPTED: (event) => send('maker', event.from, tradeKey(event)) } },
  OFFER_EXPIRED: {
    onOffer: {
      EXPIRED: ({ offerUuid }) => send('maker', null, offerUuid),
      SETTLED: (event) => (hasWinner(event) ? undefined : send('maker', null, event.offerUuid)),
    },
    variant: ({ offerType }) => (offerType === 'BID' ? undefined : (offerType ?? undefined)),
    isUnitPrice: (offerType) => offerType === 'SALE',
  },
  OUTBID: {
    // Price and actor are those of the higher bid.
    onOffer: { OUTBID: (event) => send(wallet(event.to), event.from, `${bidKey(event)} ${event.to}`) },
    isStillDue: ({ isHighestBidder }) => !isHighestBidder,
  },
  WON: {
    onOffer: {
      SETTLED: (event) => (hasWinner(event) ? send(wallet(event.to), event.maker, event.offerUuid) : undefined),
    },
  },
  // The actor, who bid as well, is the winner.
  LOST: {
    onOffer: { SETTLED: (event) => (hasWinner(event) ? send('bidders', event.to, event.offerUuid) : undefined) },
  },
  // Triggered by time alone: `notifyEndings`.
  AUCTION_ENDING: {
    usesCurrentOffer: () => true,
    isStillDue: ({ offerIsActive, offerEndsAt }, now) =>
      offerIsActive === true && offerEndsAt !== null && offerEndsAt > now,
  },
  PRICE_DROP: {
    onOffer: { LISTED: priceDrop, EDITED: priceDrop },
    variant: ({ oldPrice }) => (oldPrice === null ? 'CURRENCY' : undefined),
    isUnitPrice: () => true,
    isStillDue: ({ offerIsActive, offerHasPrice }) => offerIsActive === true && offerHasPrice,
  },
  CHILD_BORN: { onToken: { BORN: ({ to, tokenUuid }) => send(wallet(to), null, tokenUuid) } },
  CHILD_LOST: {
    // No actor: the payer is notified even if they closed the breeding themselves.
    onToken: {
      BREEDING_LOST: ({ to, breedingUuid }) => (breedingUuid ? send(wallet(to), null, breedingUuid) : undefined),
    },
    variant: ({ price }) => (price === null ? 'SPENT' : undefined),
  },
  SIRING_USED: {
    onToken: { SIRED: ({ to, from, tokenUuid, txHash }) => send(wallet(to), from, `${tokenUuid} ${txHash}`) },
  },
  RECEIVED: {
    onToken: {
      TRANSFERRED: ({ to, from, txHash, works }) =>
        from && works ? send(wallet(to), from, `${txHash} ${from} ${to}`) : undefined,
    },
    variant: ({ quantity, works }) => (works > 1 ? 'MANY' : quantity > 1 ? 'COPIES' : undefined),
  },
  NEW_WORK: {
    onToken: { MINTED: ({ to, tokenUuid }) => send('followers', to, tokenUuid) },
    variant: ({ quantity }) => (quantity > 1 ? 'MANY' : undefined),
  },
  NEW_LISTING: {
    onOffer: {
      LISTED: ({ offerType, offerStatus, maker, tokenUuid }) =>
        offerType === 'SALE' && offerStatus === 'ACTIVE' ? send('followers', maker, tokenUuid) : undefined,
      AUCTION_CREATED: ({ maker, tokenUuid }) => send('followers', maker, tokenUuid),
    },
    variant: ({ quantity, offerType }) => (quantity > 1 ? 'MANY' : offerType === 'AUCTION' ? 'AUCTION' : undefined),
    isUnitPrice: () => true,
  },
};
