import type { Person } from '@skarb/schema/auth';
import type { TokenEvent } from '@skarb/schema/token';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Times } from '../../ui/times.tsx';
import { When } from '../../platform/format/when.tsx';
import { TransactionLink } from '../reference/transaction-link.tsx';
import { PersonLink } from '../profile/person.tsx';
import { EventPrice } from '../price/event-price.tsx';

/** One event in the history of a token or an offer. */
export type HistoryLine = Omit<TokenEvent, 'offerUuid'>;

const KNOWN = new Set([
  'MINTED',
  'TRANSFERRED',
  'LISTED',
  'EDITED',
  'SOLD',
  'CANCEL_REQUESTED',
  'CANCELLED',
  'EXPIRED',
  'INVALID',
  'VALID',
  'ENROLLED',
  'BRED',
  'SIRED',
  'HATCHED',
  'BORN',
  'BREEDING_LOST',
  'SIRING_OFFERED',
  'SIRING_WITHDRAWN',
]);
/** Events of buyers' offers and auctions only. */
const TRADED = new Set(['BID', 'BID_ACCEPTED', 'OUTBID', 'AUCTION_CREATED', 'EXTENDED', 'SETTLED', 'CREDITED']);
/** Events of every type of offer, with a text for each type. */
const OF_TYPE = new Set(['BID', 'EDITED', 'CANCEL_REQUESTED', 'CANCELLED', 'EXPIRED', 'INVALID', 'VALID']);

const useEventWords = () => {
  const { t } = useTranslation();
  return ({ event, offerType }: HistoryLine): string => {
    // A bid in an auction is a transaction; a buyer's offer is a signature and has its own text.
    if (offerType === 'BID' && OF_TYPE.has(event)) return t(`offer.eventBid.${event}`);
    if (offerType === 'AUCTION' && event === 'CANCELLED') return t('offer.event.AUCTION_CANCELLED');
    if (TRADED.has(event)) return t(`offer.event.${event}`);
    return t(`token.event.${KNOWN.has(event) ? event : 'other'}`);
  };
};

const Party = ({ word, person, address }: { word?: string; person: Person | null; address: string }) => (
  <span className="flex min-w-0 items-center gap-1.5">
    {word && <span className="text-ink-400">{word}</span>}
    <PersonLink person={person} address={address} hasAvatar={false} />
  </span>
);

/** Who gave it to whom, or who did it; the outbid bidder before who outbid them, a sire's owner before who bred. */
const Parties = ({ line: { event, from, fromUser, to, toUser } }: { line: HistoryLine }) => {
  const { t } = useTranslation();
  if (event === 'OUTBID')
    return (
      <>
        {to && <Party person={toUser} address={to} />}
        {from && <Party word={t('offer.outbidBy')} person={fromUser} address={from} />}
      </>
    );
  // The money goes from one to the other, the work stays: "from" and "to" would read like a sale.
  if (event === 'SIRED')
    return (
      <>
        {to && <Party person={toUser} address={to} />}
        {from && <Party word={to ? t('token.event.siredFor') : undefined} person={fromUser} address={from} />}
      </>
    );
  return (
    <>
      {from && <Party word={to ? t('token.event.from') : undefined} person={fromUser} address={from} />}
      {to && <Party word={from ? t('token.event.to') : undefined} person={toUser} address={to} />}
    </>
  );
};

/** Events, newest first: what happened, the price, the parties, the time and the transaction. */
export const HistoryList = ({ lines, label }: { lines: readonly HistoryLine[]; label: string }) => {
  const words = useEventWords();
  return (
    <ul aria-label={label} className="@container divide-y divide-ink-800">
      {lines.map((line) => (
        <li
          key={line.uuid}
          className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-0.5 py-3 max-[19rem]:grid-cols-[minmax(0,1fr)] @xl:grid-cols-[10rem_1fr_auto] @2xl:grid-cols-[13rem_1fr_auto]"
        >
          <p className="flex flex-wrap items-baseline gap-x-2 font-medium text-ink-50">
            {words(line)}
            <Times count={line.quantity} className="text-sm" />
          </p>
          <p className="order-last col-span-2 flex max-[19rem]:col-span-1 min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-200 @xl:order-none @xl:col-span-1">
            <Parties line={line} />
            <span className="flex items-center gap-2 text-ink-400 max-[19rem]:flex-wrap">
              <When at={line.createdAt} form="past" />
              {line.txHash && <TransactionLink hash={line.txHash} isIcon />}
            </span>
          </p>
          <p className="text-right empty:hidden max-[19rem]:text-left">
            <EventPrice line={line} className="font-medium" />
          </p>
        </li>
      ))}
    </ul>
  );
};

export const HistorySkeleton = () => <div aria-hidden className="shimmer h-40 rounded-2xl" />;
