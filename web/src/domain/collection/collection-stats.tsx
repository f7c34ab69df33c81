import type { Collection } from '@skarb/schema/collection';
import type { ReactNode } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useFormats } from '../../platform/format/format.ts';
import { EtherAmount } from '../price/ether-amount.tsx';

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm leading-snug text-ink-400">{name}</dt>
    <dd className="num text-lg font-semibold text-ink-50 fluid:text-xl">{children}</dd>
  </div>
);

/** A collection's figures in one line. Prices are in ether, whatever currency was paid. */
export const CollectionStats = ({ stats }: { stats: Collection['stats'] }) => {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <dl className="grid grid-cols-3 gap-x-6 gap-y-4 fluid:flex fluid:gap-x-12">
      <Figure name={t('collection.stats.items')}>{formats.count(stats.items)}</Figure>
      <Figure name={t('collection.stats.owners')}>{formats.count(stats.owners)}</Figure>
      <Figure name={t('collection.stats.onSale')}>{formats.count(stats.onSale)}</Figure>
      <Figure name={t('collection.stats.floor')}>
        {stats.floorPrice ? <EtherAmount amount={stats.floorPrice} /> : '—'}
      </Figure>
      <Figure name={t('collection.stats.volume')}>
        <EtherAmount amount={stats.volume} />
      </Figure>
    </dl>
  );
};
