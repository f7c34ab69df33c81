import type { CartTotal } from '@skarb/schema/cart';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { Fiat, FiatSum } from '../../price/fiat.tsx';
import { Price } from '../../price/price.tsx';

/** A sum in each currency, with its worth in the reader's money. */
export const CartTotals = ({ label, totals }: { label: string; totals: readonly CartTotal[] }) => {
  const { t } = useTranslation();
  return (
    <dl className="flex min-h-18 flex-col gap-2 rounded-2xl bg-ink-800 p-4 text-base font-semibold">
      {totals.map(({ currency, amount }, index) => (
        <div key={currency.uuid} className="flex items-baseline justify-between gap-4">
          <dt className={index > 0 ? 'sr-only' : undefined}>{label}</dt>
          <dd className="ml-auto text-right" data-total>
            <Price amount={amount} currency={currency.name} />
            <span className="num block min-h-5 text-sm font-normal text-ink-400">
              <Fiat amount={amount} currency={currency.name} />
            </span>
          </dd>
        </div>
      ))}
      {totals.length > 1 && (
        <div className="flex items-baseline justify-between gap-4 border-t border-ink-700 pt-2 text-sm font-normal text-ink-400">
          <dt>{t('cart.several.total')}</dt>
          <dd className="num" data-sum>
            <FiatSum amounts={totals.map(({ currency, amount }) => ({ currency: currency.name, amount }))} />
          </dd>
        </div>
      )}
    </dl>
  );
};
