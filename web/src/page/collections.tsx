import { TREND_PERIODS } from '@skarb/schema/limits';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { AllCollections } from '../domain/collection/collection-grid.tsx';
import { allCollectionsQuery } from '../domain/collection/collection.query.ts';
import { PERIOD_DEFAULT, readPeriod, trendingQuery } from '../domain/collection/trending.query.ts';
import { TrendingTable } from '../domain/collection/trending-table.tsx';
import { pricesQuery } from '../domain/price/fiat.tsx';
import { Head } from '../platform/head/head.tsx';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import type { LoadContext } from '../platform/route/page-module.ts';
import { path } from '../platform/route/path.ts';
import { usePageParameters } from '../platform/route/use-page-parameters.ts';
import { ListFailure, useFailure } from '../ui/list-failure.tsx';
import { ListWait } from '../ui/list-wait.tsx';
import { buttonClass } from '../ui/button.tsx';
import { cx } from '../ui/class-name.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { LoadMore } from '../ui/load-more.tsx';

export const load = ({ client, url }: LoadContext) =>
  Promise.all([
    client.fetchInfiniteQuery(trendingQuery(readPeriod(url.searchParams))),
    client.prefetchInfiniteQuery(allCollectionsQuery()),
    client.prefetchQuery(pricesQuery),
  ]);

const to = (period: string) => `${path.collections}${period === PERIOD_DEFAULT ? '' : `?period=${period}`}`;

/** The collections that are traded most, over a period that the reader chooses; then all. */
export const Component = () => {
  const { t } = useTranslation();
  const [query] = usePageParameters();
  const period = readPeriod(query);
  const list = useInfiniteQuery(trendingQuery(period));
  const failure = useFailure(list);
  // A collection may move from page 1 to page 2 between two reads: show it once.
  const collections = list.data && [
    ...new Map(list.data.pages.flatMap((page) => page.data).map((one) => [one.uuid, one])).values(),
  ];
  const longest = TREND_PERIODS.at(-1) as string;
  return (
    <div className="page">
      <Head
        title={t('collection.trending.title')}
        description={t('collection.trending.text')}
        canonical={path.collections}
      />
      <header className="mb-6 fluid:mb-10">
        <h1 className="text-3xl font-semibold leading-tight tracking-tight fluid:text-5xl">
          {t('collection.trending.title')}
        </h1>
        <p className="mt-2 max-w-xl text-pretty text-ink-200 fluid:text-lg">{t('collection.trending.text')}</p>
      </header>
      <nav aria-label={t('collection.trending.periods')} className="mb-6">
        <ul className="flex flex-wrap gap-2">
          {TREND_PERIODS.map((one) => (
            <li key={one}>
              <Link
                to={to(one)}
                aria-current={one === period || undefined}
                preventScrollReset
                className={cx(
                  'inline-flex min-h-9 items-center whitespace-nowrap rounded-full px-3.5 text-sm tablet:px-4 font-medium transition-colors',
                  one === period
                    ? 'bg-ink-50 text-ink-950'
                    : 'bg-ink-800 text-ink-200 hover:bg-ink-700 hover:text-ink-50',
                )}
              >
                {t(`collection.trending.period.${one}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {failure ? (
        <ListFailure error={failure} list={list} />
      ) : collections?.length === 0 ? (
        <div className="flex flex-col items-center gap-4 py-20 text-center">
          <p className="text-xl font-semibold">{t('collection.trending.none')}</p>
          <p className="max-w-md text-ink-200">{t('collection.trending.noneText')}</p>
          <Link
            to={period === longest ? `${path.tokens}?state=BUY_NOW` : to(longest)}
            className={buttonClass('outlined')}
          >
            {t(period === longest ? 'auction.empty.buyNow' : 'collection.trending.longest')}
          </Link>
        </div>
      ) : (
        <>
          {list.isPending && <ListWait list={list} queryKey={trendingQuery(period).queryKey} />}
          <TrendingTable collections={collections} label={t('collection.trending.title')} />
          <LoadMore list={list} />
        </>
      )}
      <section className="mt-14 fluid:mt-20">
        <h2 className="mb-5 text-xl font-semibold tracking-tight fluid:text-2xl">{t('collection.all')}</h2>
        <AllCollections label={t('collection.all')} fallback={<Skeleton className="h-64 rounded-2xl" />} />
      </section>
    </div>
  );
};
