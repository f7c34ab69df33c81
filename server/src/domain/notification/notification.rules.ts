import type { SettingKind } from '@skarb/schema/notification-kind';
import type { OfferStatus, OfferType } from '@skarb/schema/offer';

/** A line of the story, with what decides whom it concerns. Addresses are lower-case; prices in base units. */
export type Line = {
  historyUuid: string;
  event: string;
  tokenUuid: string;
  offerUuid: string;
  offerType: OfferType;
  offerStatus: OfferStatus;
  isEdition: boolean;
  /** The offer's, by which the present terms are meant: a later edit has taken an older line's place. */
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

/** A line about a birth: BORN on the child's story, SIRED on the sire's, BREEDING_LOST on the matron's. */
export type BirthLine = Pick<
  Line,
  'historyUuid' | 'tokenUuid' | 'from' | 'to' | 'txHash' | 'price' | 'currencyUuid'
> & {
  event: 'BORN' | 'SIRED' | 'BREEDING_LOST';
  /** Of a BREEDING_LOST, whose `to` is who paid. */
  breedingUuid: string | null;
};

/** What was asked for a token before a line, and whether its offer is the cheapest now. */
export type Asked = {
  isCheapest: boolean;
  /** In wei of ether, to compare across currencies; null where nothing was asked. */
  before: { eth: bigint; price: bigint; currencyUuid: string } | null;
  nowEth: bigint;
};

/** Who is told. `maker` is the account that made the offer; the others are looked up by wallet or by token. */
export type Audience = 'maker' | 'holders' | 'favourers' | { wallet: string };

export type Notice = {
  kind: SettingKind;
  audience: Audience;
  /** Whose act it was: he is not told. */
  actor: string | null;
  oldPrice?: bigint | null;
  /** What makes two mails the same one, also after a reorg wrote the line again. */
  happening: string;
};

/** What a line says to whom; `later` when that cannot be known yet. */
export type Decision = Notice[] | { later: Date };

/** What was not told after this long is no news. */
const STALE_MS = 86_400_000;
/** Terms that wait for the old ones' end on the chain are looked at again after this. */
const LATER_MS = 3000;

const told = (kind: SettingKind, audience: Audience, actor: string | null, happening: string): Notice[] =>
  typeof audience === 'object' && !audience.wallet ? [] : [{ kind, audience, actor, happening }];
const wallet = (address: string | null): Audience => ({ wallet: address ?? '' });

/** Whether a price set now is news for those who like the work: the cheapest there is, and less than what was asked. */
const decideDrop = (line: Line, asked: Asked | undefined, now: Date): Decision => {
  if (!line.isNewest || line.offerType !== 'SALE') return [];
  const isLate = now.getTime() - line.createdAt.getTime() > STALE_MS;
  if (line.offerStatus === 'SCHEDULED' && line.startsAt) {
    const start = line.startsAt.getTime() + 1000;
    return { later: new Date(Math.max(start, now.getTime() + LATER_MS)) };
  }
  if (line.offerStatus === 'CANCELLING' && !isLate) return { later: new Date(now.getTime() + LATER_MS) };
  if (line.offerStatus !== 'ACTIVE' || !asked?.isCheapest || !asked.before) return [];
  const { before } = asked;
  if (asked.nowEth >= before.eth) return [];
  const isComparable = before.currencyUuid === line.currencyUuid;
  return [
    {
      kind: 'PRICE_DROP',
      audience: 'favourers',
      actor: line.maker,
      oldPrice: isComparable ? before.price : null,
      // However often somebody turns his price: one mail a day about a work.
      happening: `${line.tokenUuid} ${now.toISOString().slice(0, 10)}`,
    },
  ];
};

/**
 * Bids cost nothing, so nobody may fill a holder's mailbox with them: one mail a day about a bidder and a work, and one
 * more each time he offers twice as much.
 */
const bidMail = ({ tokenUuid, maker, price }: Line, now: Date): string =>
  `${tokenUuid} ${maker} ${now.toISOString().slice(0, 10)} ${(price ?? 0n).toString(2).length}`;

/**
 * Whom a line of the story concerns. Nobody is told of his own act, but for a purchase: that it has gone through is
 * news to its buyer.
 * @param asked for LISTED and EDITED: what was asked before
 */
export const decideNews = (line: Line, asked: Asked | undefined, now: Date): Decision => {
  const { event, offerType, offerUuid, maker, from, to } = line;
  // A single piece changes hands once by an offer, in whatever transaction that ends up.
  const trade = line.isEdition ? `${offerUuid} ${line.txHash}` : `${offerUuid} ${from} ${to}`;
  const bid = `${offerUuid} ${from} ${line.price}`;
  switch (event) {
    case 'SOLD':
      return [...told('SOLD', 'maker', to, trade), ...told('BOUGHT', wallet(to), from, trade)];
    case 'BID_ACCEPTED':
      return told('OFFER_ACCEPTED', 'maker', from, trade);
    case 'BID':
      if (offerType === 'AUCTION') return told('OFFER_RECEIVED', 'maker', from, bid);
      // Withdrawn, or its money gone, before anybody was told of it.
      return line.offerStatus === 'ACTIVE' ? told('OFFER_RECEIVED', 'holders', maker, bidMail(line, now)) : [];
    case 'OUTBID':
      // The price is the higher bid's, which is its maker's act.
      return told('OUTBID', wallet(to), from, `${bid} ${to}`);
    case 'SETTLED':
      return to && to !== maker && line.price
        ? [...told('SOLD', 'maker', to, offerUuid), ...told('WON', wallet(to), maker, offerUuid)]
        : told('OFFER_EXPIRED', 'maker', null, offerUuid);
    case 'EXPIRED':
      return told('OFFER_EXPIRED', 'maker', null, offerUuid);
    case 'LISTED':
    case 'EDITED':
      return decideDrop(line, asked, now);
    default:
      return [];
  }
};

/** Whom a birth concerns: its child's owner; whoever was paid for the sire; and of one that will not be, who paid for it. */
export const decideBirth = ({ event, tokenUuid, breedingUuid, from, to, txHash }: BirthLine): Notice[] => {
  if (event === 'BORN') return told('CHILD_BORN', wallet(to), null, tokenUuid);
  // Giving it up is nobody's act that matters: who paid is told though he did it himself.
  if (event === 'BREEDING_LOST') return breedingUuid ? told('CHILD_LOST', wallet(to), null, breedingUuid) : [];
  return told('SIRING_USED', wallet(to), from, `${tokenUuid} ${txHash}`);
};
