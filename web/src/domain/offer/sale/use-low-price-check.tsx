import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { useFormats } from '../../../platform/format/format.ts';
import { Check } from '../../../ui/check.tsx';
import { pricesQuery } from '../../price/fiat.tsx';
import type { TradeCurrency } from '../price-fields.tsx';
import { shareBelowUsual, type UsualPrice } from './low-price.ts';
import type { SaleForm } from '../offer.form.ts';

/**
 * Warns about a price far below the usual one, which the seller has to confirm; a changed price needs a new
 * confirmation.
 * @param usual null if there is nothing to compare with
 * @returns `asks` leads to the confirmation that is missing, if one is
 */
export const useLowPriceCheck = (
  { control }: UseFormReturn<SaleForm>,
  currencies: readonly TradeCurrency[],
  usual: UsualPrice | null,
) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const { data: prices } = useQuery(pricesQuery);
  const [meant, setMeant] = useState('');
  const [asked, setAsked] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const [price, currencyUuid] = useWatch({ control, name: ['price', 'currencyUuid'] });
  const currency = currencies.find(({ uuid }) => uuid === currencyUuid);
  const slip = currency ? shareBelowUsual({ price, currency: currency.name }, currency.decimals, usual, prices) : null;
  const terms = `${price} ${currency?.name}`;
  if (slip === null || !usual) return { asks: () => false, notice: null };
  const typed = `${formats.amount(price)} ${currency?.name}`;
  const isMeant = meant === terms;
  const asks = (): boolean => {
    if (isMeant) return false;
    setAsked(terms);
    box.current?.querySelector('input')?.focus();
    return true;
  };
  const notice = (
    <div ref={box} className="flex flex-col gap-1 rounded-2xl bg-ink-800 p-4 text-sm text-ink-50" data-slip>
      <p role="status" className="flex items-start gap-2.5">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-gold-400" />
        <span title={`${terms} · ${usual.price} ${usual.currency}`}>
          {t(`trade.lowPrice.${usual.from}`, {
            price: typed,
            percent: formats.percent(slip),
            usual: `${formats.amount(usual.price)} ${usual.currency}`,
          })}
        </span>
      </p>
      <Check isChecked={isMeant} onChange={(isTicked) => setMeant(isTicked ? terms : '')}>
        {t('trade.lowPrice.meant', { price: typed })}
      </Check>
      {asked === terms && !isMeant && (
        <p role="alert" className="text-red-400">
          {t('trade.lowPrice.tick')}
        </p>
      )}
    </div>
  );
  return { asks, notice };
};
