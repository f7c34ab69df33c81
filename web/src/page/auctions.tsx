import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import type { LoadContext } from '../platform/route/page-module.ts';
import { AUCTION_VIEWS, auctionFilterOf, readAuctions, writeAuctions } from '../domain/offer/auction/auction-url.ts';
import { useNextTurn } from '../domain/offer/auction/use-next-turn.ts';
import { pricesQuery } from '../domain/price/fiat.tsx';
import { readPages } from '../domain/filter/filter-url.ts';
import { categoriesQuery, categoryName } from '../domain/reference/reference.query.ts';
import { TokenList } from '../domain/token/token-list.tsx';
import { tokenListQuery } from '../domain/token/token.query.ts';
import { Head } from '../platform/head/head.tsx';
import { path } from '../platform/route/path.ts';
import { usePageParameters } from '../platform/route/use-page-parameters.ts';
import { buttonClass } from '../ui/button.tsx';
import { ChipRow } from '../ui/chip-row.tsx';
import { cx } from '../ui/class-name.ts';
import { SkipLink } from '../ui/skip-link.tsx';
import { Tabs } from '../ui/tabs.tsx';

const WORKS_ID = 'works';

export const load = ({ client, url }: LoadContext) =>
  Promise.all([
    client.fetchInfiniteQuery({
      ...tokenListQuery(auctionFilterOf(readAuctions(url.searchParams))),
      pages: readPages(url.searchParams),
    }),
    client.prefetchQuery(categoriesQuery),
    client.prefetchQuery(pricesQuery),
  ]);

const chip = (isChosen: boolean) =>
  cx(
    'inline-flex min-h-9 shrink-0 items-center whitespace-nowrap rounded-full px-4 text-sm font-medium transition-colors focus-visible:-outline-offset-2',
    isChosen ? 'bg-ink-50 text-ink-950' : 'bg-ink-800 text-ink-200 hover:bg-ink-700 hover:text-ink-50',
  );

/** Auctions that take bids, those that end soonest first; and those that start later. */
export const Component = () => {
  const { t, i18n } = useTranslation();
  const [query, change] = usePageParameters();
  const { data: categories } = useQuery(categoriesQuery);
  const asked = readAuctions(query);
  const { view, category } = asked;
  const filter = auctionFilterOf(asked);
  useNextTurn(filter);
  const label = t(`auction.view.${view}`);
  const to = (part: Partial<typeof asked>) => `${path.auctions}${writeAuctions({ ...asked, ...part })}`;
  return (
    <div className="page">
      <Head title={t('auction.title')} description={t('auction.text')} canonical={path.auctions} />
      <SkipLink to={WORKS_ID}>{t('app.skipToWorks')}</SkipLink>
      <header className="mb-6 fluid:mb-10">
        <h1 className="text-3xl font-semibold leading-tight tracking-tight fluid:text-5xl">{t('auction.title')}</h1>
        <p className="mt-2 max-w-3xl text-pretty text-ink-200 fluid:text-lg">{t('auction.text')}</p>
      </header>
      <nav aria-label={t('token.filter.categories')} className="mb-4">
        <ChipRow>
          <li>
            <Link
              to={to({ category: '' })}
              aria-current={category === '' || undefined}
              className={chip(category === '')}
            >
              {t('auction.everything')}
            </Link>
          </li>
          {categories?.map((one) => (
            <li key={one.uuid}>
              <Link
                to={to({ category: one.uuid })}
                aria-current={category === one.uuid || undefined}
                className={chip(category === one.uuid)}
                preventScrollReset
              >
                {categoryName(one, i18n.language)}
              </Link>
            </li>
          ))}
        </ChipRow>
      </nav>
      <Tabs
        label={t('auction.views')}
        tabs={AUCTION_VIEWS.map((value) => ({ value, label: t(`auction.view.${value}`) }))}
        value={view}
        onValueChange={(next) => change({ view: next === AUCTION_VIEWS[0] ? '' : next })}
      >
        <div id={WORKS_ID} tabIndex={-1} className="outline-none">
          <h2 className="sr-only">{label}</h2>
          <TokenList
            key={`${view} ${category}`}
            label={label}
            filter={filter}
            pagesWanted={readPages(query)}
            empty={
              <div className="flex flex-col items-center gap-4 py-20 text-center">
                <p className="text-xl font-semibold">{t(`auction.empty.${view}.title`)}</p>
                <p className="max-w-md text-ink-200">{t(`auction.empty.${view}.text`)}</p>
                {category ? (
                  <Link to={to({ category: '' })} className={buttonClass('outlined')}>
                    {t('auction.empty.allCategories')}
                  </Link>
                ) : (
                  <Link to={`${path.tokens}?state=BUY_NOW`} className={buttonClass('outlined')}>
                    {t('auction.empty.buyNow')}
                  </Link>
                )}
              </div>
            }
          />
        </div>
      </Tabs>
    </div>
  );
};
