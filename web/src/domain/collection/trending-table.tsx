import type { TrendingCollection } from '@skarb/schema/collection';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFormats } from '../../platform/format/format.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { path } from '../../platform/route/path.ts';
import { cx } from '../../ui/class-name.ts';
import { Picture } from '../../ui/picture.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { MarkedName } from '../../ui/verified-mark.tsx';
import { EtherAmount } from '../price/ether-amount.tsx';
import { nameOf } from '@skarb/schema/person-name';
import { TrendChange } from './trend-change.tsx';

const ROWS = 10;
const COLUMN = 'pl-4 text-right whitespace-nowrap max-[19rem]:whitespace-normal desktop:pl-10';
/** A figure that phones leave out, or show below another one. */
const FIGURE = `${COLUMN} max-tablet:hidden`;
/** The height of a row, so that nothing moves when the collections arrive. */
const ROW = 'h-20 border-b border-ink-800';

const Head = ({ children, className }: { children: ReactNode; className: string }) => (
  <th scope="col" className={cx('pb-2 font-normal', className)}>
    {children}
  </th>
);

const Row = ({ collection, rank }: { collection: TrendingCollection; rank: number }) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const { uuid, creator, image, stats, trend } = collection;
  const change = trend.changePercent === null ? null : <TrendChange percent={trend.changePercent} />;
  return (
    <tr className={ROW}>
      <td className="num py-3 pr-3 text-sm max-[19rem]:hidden text-ink-400 tablet:pr-6">{rank}</td>
      <th scope="row" className="w-full max-w-0 py-1 text-left tablet:py-3 font-normal desktop:w-2/5">
        <Link to={path.collection(uuid)} className="group flex items-center gap-3 rounded-lg tablet:gap-4">
          <Picture
            image={image}
            alt=""
            sizes="56px"
            fit="thumb"
            className="size-12 shrink-0 rounded-lg max-[19rem]:hidden tablet:size-14"
          />
          <span className="min-w-0">
            <MarkedName
              {...collection}
              className="font-semibold text-ink-50 underline-offset-4 group-hover:underline"
            />
            <span className="num block truncate text-sm text-ink-400">
              {nameOf(creator)}
              <span className="max-tablet:hidden">
                {' · '}
                {t('collection.items', { count: stats.items })}
              </span>
            </span>
            <span className="num block text-sm text-ink-400 tablet:hidden">
              {t('front.sold', { count: trend.sales })}
            </span>
          </span>
        </Link>
      </th>
      <td className={cx(FIGURE, 'num py-3')}>{stats.floorPrice ? <EtherAmount amount={stats.floorPrice} /> : '—'}</td>
      <td className={cx(COLUMN, 'py-1.5 font-medium')}>
        <EtherAmount amount={trend.volume} />
        <span className="block text-sm tablet:hidden">{change}</span>
      </td>
      <td className={cx(FIGURE, 'py-3')}>{change ?? '—'}</td>
      <td className={cx(FIGURE, 'num py-3')}>{formats.count(trend.sales)}</td>
      <td className={cx(FIGURE, 'num py-3')}>{formats.count(stats.owners)}</td>
    </tr>
  );
};

/** Collections by their place; on phones the figures are in two lines of a row. @param collections undefined while they load */
export const TrendingTable = ({
  collections,
  label,
}: {
  collections: readonly TrendingCollection[] | undefined;
  label: string;
}) => {
  const { t } = useTranslation();
  return (
    <table aria-busy={!collections} className="w-full">
      <caption className="sr-only">{label}</caption>
      <thead className="text-sm text-ink-400">
        <tr className="border-b border-ink-700">
          <Head className="text-left max-[19rem]:hidden">
            <span aria-hidden>#</span>
            <span className="sr-only">{t('collection.trending.rank')}</span>
          </Head>
          <Head className="text-left">{t('collection.trending.collection')}</Head>
          <Head className={FIGURE}>{t('collection.stats.floor')}</Head>
          <Head className={COLUMN}>{t('collection.stats.volume')}</Head>
          <Head className={FIGURE}>{t('collection.trending.change')}</Head>
          <Head className={FIGURE}>{t('collection.trending.sales')}</Head>
          <Head className={FIGURE}>{t('collection.stats.owners')}</Head>
        </tr>
      </thead>
      <tbody>
        {collections
          ? collections.map((one, index) => <Row key={one.uuid} collection={one} rank={index + 1} />)
          : Array.from({ length: ROWS }, (_, index) => (
              <tr key={index} className={ROW}>
                <td colSpan={7}>
                  <Skeleton className="h-14" />
                </td>
              </tr>
            ))}
      </tbody>
    </table>
  );
};
