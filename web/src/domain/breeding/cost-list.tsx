import type { BreedingPair } from '@skarb/schema/breeding';
import type { ReactNode } from 'react';
import { useInLanguage } from '../../platform/i18n/use-in-language.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Fiat } from '../price/fiat.tsx';
import { Price } from '../price/price.tsx';

const Line = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-4">
    <dt className="min-w-0 wrap-anywhere text-ink-400">{label}</dt>
    <dd className="shrink-0">{children}</dd>
  </div>
);

/** The cost of a breeding: each parent's share of the fee, the sire's price, and the total. */
export const CostList = ({ pair }: { pair: BreedingPair }) => {
  const { t } = useTranslation();
  const own = useInLanguage();
  const { matron, sire, currency, siringPrice } = pair;
  const isSiringFree = !/[1-9]/.test(siringPrice);
  return (
    <dl className="flex flex-col gap-2 rounded-2xl bg-ink-800 p-4 text-sm">
      {[matron, sire].map(own).map((parent) => (
        <Line key={parent.uuid} label={t('breeding.cost.part', { name: parent.name })}>
          {parent.nextFee === null ? '—' : <Price amount={parent.nextFee} currency={currency.symbol} hasMark={false} />}
        </Line>
      ))}
      {!isSiringFree && (
        <Line label={t('breeding.cost.siring')}>
          <Price amount={siringPrice} currency={currency.symbol} hasMark={false} />
        </Line>
      )}
      <div className="flex items-baseline justify-between gap-4 border-t border-ink-700 pt-3 text-base font-semibold">
        <dt>{t('breeding.cost.total')}</dt>
        <dd className="text-right" data-cost={pair.cost}>
          <Price amount={pair.cost} currency={currency.symbol} />
          <Fiat amount={pair.cost} currency={currency.symbol} className="num block text-sm font-normal text-ink-400" />
        </dd>
      </div>
    </dl>
  );
};
