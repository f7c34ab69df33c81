import type { TokenEvent } from '@skarb/schema/token';
import { timesOf } from '../../platform/format/times.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { PastWorth } from './fiat.tsx';
import { Price } from './price.tsx';

type Event = Pick<TokenEvent, 'event' | 'offerType' | 'price' | 'currency' | 'quantity' | 'usd'>;

/**
 * The price of an event and its worth at that time: of copies that were sold, what was paid for all of them; of an offer
 * for several, what one costs, which it says. An auction has one price for its lot.
 */
export const EventPrice = ({
  line: { event, offerType, price, currency, quantity, usd },
  hasMark = false,
  className,
}: {
  line: Event;
  hasMark?: boolean;
  className?: string;
}) => {
  const { t } = useTranslation();
  const copies = offerType === 'AUCTION' ? 1 : (quantity ?? 1);
  const isPaid = event === 'SOLD' || event === 'BID_ACCEPTED';
  const times = isPaid ? copies : 1;
  return (
    <>
      {price && currency && (
        <Price isRounded amount={timesOf(price, times)} currency={currency} hasMark={hasMark} className={className} />
      )}
      {price && copies > 1 && !isPaid && <span className="block text-sm text-ink-400">{t('token.page.perUnit')}</span>}
      <PastWorth usd={usd && String(Number(usd) * times)} />
    </>
  );
};
