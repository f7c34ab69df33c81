import type { TokenDetail } from '@skarb/schema/token';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useFormats } from '../../platform/format/format.ts';
import { Check } from '../../ui/check.tsx';
import { collectionQuery } from '../collection/collection.query.ts';
import { pricesQuery } from '../price/fiat.tsx';
import { suspiciousShare, type UsualPrice } from './price-slip.ts';

/** Never show a full 100 % less. */
const MOST_LESS = 0.9999;

/** The price to compare one's own with: that of the cheapest listing, else the collection's floor price. */
export const useUsualPrice = ({ listing, collection }: TokenDetail, does: 'sell' | 'offer'): UsualPrice | null => {
  const floor = useQuery({ ...collectionQuery(collection.uuid), enabled: !listing }).data?.stats.floorPrice;
  if (listing) return { from: does === 'sell' ? 'copies' : 'asking', price: listing.price, currency: listing.currency };
  return floor ? { from: does === 'sell' ? 'floor' : 'floorOffered', price: floor, currency: 'ETH' } : null;
};

/**
 * Warns about a price far from the usual one, on the side where it costs the person money; they have to confirm it, and a
 * changed price again.
 * @param usual null if there is nothing to compare with
 * @returns `asks` leads to the confirmation that is missing, if one is
 */
export const usePriceSlip = (
  does: 'sell' | 'offer' | 'bid',
  price: string,
  currency: { name: string; decimals: number } | undefined,
  usual: UsualPrice | null,
) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const { data: prices } = useQuery(pricesQuery);
  const [meant, setMeant] = useState('');
  const [asked, setAsked] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const share = currency ? suspiciousShare({ price, currency: currency.name }, currency.decimals, usual, prices) : null;
  const terms = `${price} ${currency?.name}`;
  if (share === null || !usual) return { asks: () => false, notice: null };
  const typed = `${formats.exact(price)} ${currency?.name}`;
  const isMeant = meant === terms;
  const asks = (): boolean => {
    if (isMeant) return false;
    setAsked(terms);
    box.current?.querySelector('input')?.focus();
    return true;
  };
  const times = Math.floor(share);
  const notice = (
    <div ref={box} className="flex flex-col gap-1 rounded-2xl bg-ink-800 p-4 text-sm text-ink-50" data-slip>
      <p role="status" className="flex items-start gap-2.5">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-gold-400" />
        <span>
          {t(`trade.priceSlip.${usual.from}`, {
            price: typed,
            percent: formats.percent(share < 1 ? Math.min(MOST_LESS, 1 - share) : share - 1),
            count: times,
            shown: formats.count(times),
            usual: `${formats.exact(usual.price)} ${usual.currency}`,
          })}
        </span>
      </p>
      <Check isChecked={isMeant} onChange={(isTicked) => setMeant(isTicked ? terms : '')}>
        {t(`trade.priceSlip.meant.${does}`, { price: typed })}
      </Check>
      {asked === terms && !isMeant && (
        <p role="alert" className="text-red-400">
          {t('trade.priceSlip.tick')}
        </p>
      )}
    </div>
  );
  return { asks, notice };
};
