import type { Language } from '@skarb/schema/language';
import type { PortfolioTotals } from '@skarb/schema/portfolio';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { PORTFOLIO_SORTS, portfolioQuery, readPortfolioCsv } from '../domain/portfolio/portfolio.query.ts';
import { PortfolioTable } from '../domain/portfolio/portfolio-table.tsx';
import { SoldWorks } from '../domain/portfolio/sold-works.tsx';
import { notesOf } from '../domain/portfolio/totals-note.ts';
import { Amount, SignedAmount } from '../domain/portfolio/signed-amount.tsx';
import { Head } from '../platform/head/head.tsx';
import { useFormats } from '../platform/format/format.ts';
import { useDisplayCurrency } from '../platform/format/display-currency.ts';
import { errorWords } from '../platform/http/api-error.ts';
import { path } from '../platform/route/path.ts';
import { usePageParameters } from '../platform/route/use-page-parameters.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Select } from '../ui/select.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useFailure } from '../ui/list-failure.tsx';
import { LoadMore } from '../ui/load-more.tsx';

/** Saves a file of this page's making. */
const save = (file: Blob, name: string): void => {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Firefox reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};

const FIGURES = ['works', 'cost', 'worth', 'result', 'soldResult'] as const;
const total = (totals: PortfolioTotals, figure: (typeof FIGURES)[number]) => {
  if (figure === 'works') return totals.tokens;
  if (figure === 'soldResult')
    return <SignedAmount amount={totals.sold.result} of={totals.sold} usd={totals.sold.resultUsd} />;
  if (figure === 'result') return <SignedAmount amount={totals.result} of={totals.compared} />;
  return <Amount amount={totals[figure]} usd={figure === 'cost' ? totals.costUsd : null} />;
};

/** What the result is of, and what is in neither the worth nor the result, or in no figure. */
const TotalsNote = (totals: PortfolioTotals) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const shown = (of: { tokens: number; cost: string; worth?: string; isPartial?: boolean }) => ({
    count: of.tokens,
    cost: `${of.isPartial ? '> ' : ''}${formats.amount(of.cost)}`,
    worth: formats.amount(of.worth ?? '0'),
  });
  const notes = notesOf(totals);
  if (notes.length === 0) return null;
  return (
    <p className="num mb-4 max-w-3xl text-pretty text-sm text-ink-200">
      {notes.map((note) => t(`portfolio.${note}Of`, shown(totals[note]))).join(' ')}
    </p>
  );
};

/** What the signed-in person holds and has sold, with what it cost and what it is worth or brought. */
export const Component = () => {
  const { t, i18n } = useTranslation();
  const [query, change] = usePageParameters();
  const money = useDisplayCurrency();
  const sort = PORTFOLIO_SORTS.find((one) => one === query.get('sort')) ?? PORTFOLIO_SORTS[0];
  const list = useInfiniteQuery(portfolioQuery(sort, i18n.language as Language));
  const failure = useFailure(list);
  const file = useMutation({
    mutationFn: () => readPortfolioCsv(money as 'USD' | 'EUR' | 'UAH', i18n.language as Language),
    onSuccess: (csv) => save(csv, 'skarb-portfolio.csv'),
  });
  const pages = list.data?.pages;
  const totals = pages?.[0]?.totals;
  const hasLeft = totals !== undefined && totals.sold.sales + totals.transferred.tokens > 0;
  const holdings = [...new Map(pages?.flatMap((page) => page.data).map((one) => [one.token.uuid, one])).values()];
  const csv = (
    <Button variant="outlined" isBusy={file.isPending} onClick={() => file.mutate()}>
      <Download aria-hidden className="size-4" />
      <span className="max-tablet:sr-only">{t('portfolio.csv')}</span>
      <span aria-hidden className="tablet:hidden">
        {t('portfolio.csvShort')}
      </span>
    </Button>
  );
  return (
    <div className="page">
      <Head title={t('portfolio.title')} isHidden />
      <header className="mb-8">
        <h1 className="text-3xl font-semibold leading-tight tracking-tight fluid:text-5xl">{t('portfolio.title')}</h1>
        <p className="mt-2 max-w-2xl text-pretty text-ink-200">{t('portfolio.text')}</p>
      </header>
      {file.error && (
        <p role="alert" className="mb-6 text-red-400">
          {errorWords(t, file.error)[0]}
        </p>
      )}
      {!list.isError && (
        <dl className="mb-10 grid grid-cols-2 gap-x-6 gap-y-6 border-y border-ink-800 py-6 tablet:grid-cols-5">
          {FIGURES.map((figure) => (
            <div key={figure} className="max-tablet:first:col-span-2">
              <dt className="text-sm text-ink-400">{t(`portfolio.${figure}`)}</dt>
              <dd className="num mt-1 min-h-12 text-xl font-semibold">
                {totals ? total(totals, figure) : <Skeleton className="h-12 w-24" />}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {totals?.isPartial && <p className="mb-6 text-ink-200">{t('portfolio.partial')}</p>}
      {totals && totals.tokens === 0 ? (
        <div className="flex flex-col items-center gap-4 py-20 text-center">
          <p className="text-xl font-semibold">{t(hasLeft ? 'portfolio.emptyNow' : 'portfolio.empty')}</p>
          <TotalsNote {...totals} />
          <Link to={`${path.tokens}?state=BUY_NOW`} className={buttonClass('outlined')}>
            {t('auction.empty.buyNow')}
          </Link>
        </div>
      ) : (
        <>
          <div className="mb-4 flex items-end justify-between gap-4 print:hidden">
            <Select
              className="min-w-0"
              label={t('token.filter.sorting')}
              value={sort}
              onChange={(event) =>
                change({ sort: event.target.value === PORTFOLIO_SORTS[0] ? '' : event.target.value })
              }
              options={PORTFOLIO_SORTS.map((one) => ({
                value: one,
                label: t(`portfolio.sort.${one.replace(':', '_')}`),
              }))}
            />
            {csv}
          </div>
          {totals ? (
            <>
              <TotalsNote {...totals} />
              <PortfolioTable holdings={holdings} label={t('portfolio.title')} />
            </>
          ) : (
            !failure && <Skeleton className="h-96 rounded-2xl" />
          )}
          <LoadMore list={list} />
        </>
      )}
      {totals && totals.sold.sales > 0 && <SoldWorks totals={totals.sold} />}
      {hasLeft && totals.tokens === 0 && <div className="mt-8 flex justify-end">{csv}</div>}
    </div>
  );
};
