import type { Collection } from '@skarb/schema/collection';
import type { ReactNode } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useFormats } from '../../platform/format/format.ts';
import { EtherAmount } from '../price/ether-amount.tsx';

const Figure = ({ name, isPrice = false, children }: { name: string; isPrice?: boolean; children: ReactNode }) => (
  <div className={isPrice ? 'col-span-3' : 'col-span-2'}>
    <dt className="text-sm leading-snug text-ink-400">{name}</dt>
    <dd className="num text-lg font-semibold text-ink-50 fluid:text-xl">{children}</dd>
  </div>
);

/** A collection's figures in one line. Prices are in ether, whatever currency was paid. */
export const CollectionStats = ({ stats }: { stats: Collection['stats'] }) => {
  const { t } = useTranslation();
  const formats = useFormats();
  // Three counts in the first line of a phone, and two prices, which may be long, in the second.
  return (
    <dl className="grid grid-cols-6 gap-x-6 gap-y-4 fluid:flex fluid:gap-x-12">
      <Figure name={t('collection.stats.items')}>{formats.count(stats.items)}</Figure>
      <Figure name={t('collection.stats.owners')}>{formats.count(stats.owners)}</Figure>
      <Figure name={t('collection.stats.onSale')}>{formats.count(stats.onSale)}</Figure>
      <Figure name={t('collection.stats.floor')} isPrice>
        {stats.floorPrice ? <EtherAmount amount={stats.floorPrice} /> : '—'}
      </Figure>
      <Figure name={t('collection.stats.volume')} isPrice>
        <EtherAmount amount={stats.volume} />
      </Figure>
    </dl>
  );
};
