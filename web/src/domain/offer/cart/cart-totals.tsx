import type { CartTotal } from '@skarb/schema/cart';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { Fiat, FiatSum } from '../../price/fiat.tsx';
import { Price } from '../../price/price.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** Why a sum is not known: a number of copies is invalid, or its price is still being read. */
export type NoSum = 'invalid' | 'waiting';

/** In the place of a sum that is not known: a line of text, so that nothing around it moves. */
export const Unknown = ({ why }: { why: NoSum }) =>
  why === 'waiting' ? (
    <span className="relative inline-block w-20 shrink-0">
      <Skeleton className="absolute inset-0" />
      {'\u00a0'}
    </span>
  ) : (
    <span>—</span>
  );

/** A sum in each currency, with its worth in the reader's money. */
export const CartTotals = ({
  label,
  totals,
  unknown,
}: {
  label: string;
  totals: readonly CartTotal[];
  /** Their currencies are known, their sums are not. */
  unknown?: NoSum | undefined;
}) => {
  const { t } = useTranslation();
  return (
    <dl className="flex min-h-18 flex-col gap-2 rounded-2xl bg-ink-800 p-4 text-base font-semibold">
      {totals.map(({ currency, amount }, index) => (
        <div key={currency.uuid} className="flex items-baseline justify-between gap-4">
          <dt className={index > 0 ? 'sr-only' : undefined}>{label}</dt>
          <dd className="ml-auto text-right" data-total>
            {unknown ? <Unknown why={unknown} /> : <Price amount={amount} currency={currency.name} />}
            <span className="num block min-h-5 text-sm font-normal text-ink-400">
              {!unknown && <Fiat amount={amount} currency={currency.name} />}
            </span>
          </dd>
        </div>
      ))}
      {totals.length > 1 && (
        <div className="flex items-baseline justify-between gap-4 border-t border-ink-700 pt-2 text-sm font-normal text-ink-400">
          <dt>{t('cart.several.total')}</dt>
          <dd className="num" data-sum>
            {unknown ? (
              <Unknown why={unknown} />
            ) : (
              <FiatSum amounts={totals.map(({ currency, amount }) => ({ currency: currency.name, amount }))} />
            )}
          </dd>
        </div>
      )}
    </dl>
  );
};
