import type { PastSale, SaleTotals } from '@skarb/schema/portfolio';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useFormats } from '../../platform/format/format.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useFailure } from '../../ui/list-failure.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { TransactionLink } from '../reference/transaction-link.tsx';
import { cell, PaidBelow, Work, WorkTable } from './portfolio-table.tsx';
import { soldQuery } from './portfolio.query.ts';
import { Amount, SignedAmount } from './signed-amount.tsx';

const Row = ({ sale }: { sale: PastSale }) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const { token, quantity, bought, cost, txHash } = sale;
  return (
    <tr>
      {/* The link inside has the name. */}
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
      <td className="w-full max-w-0 py-3">
        {token ? (
          <Work token={token} quantity={quantity} from={`sale ${sale.uuid}`} />
        ) : (
          <span className="text-ink-400">{t('portfolio.sold.hidden')}</span>
        )}
        <span className="num mt-1 flex min-h-6 items-center gap-1 text-sm text-ink-400">
          <time dateTime={sale.soldAt}>{formats.date(sale.soldAt)}</time>
          {txHash && <TransactionLink hash={txHash} isIcon otherwise={null} />}
        </span>
      </td>
      <td className={`${cell} max-tablet:hidden`}>
        <Amount
          amount={cost}
          usd={sale.costUsd}
          note={bought > 0 && bought < quantity ? t('portfolio.boughtOf', { bought, all: quantity }) : undefined}
        />
      </td>
      <td className={cell}>
        <Amount amount={sale.received} usd={sale.receivedUsd} />
        <PaidBelow cost={cost} />
      </td>
      <td className={cell}>
        <SignedAmount amount={sale.result} of={sale} usd={sale.resultUsd} />
      </td>
    </tr>
  );
};

/** What was sold, what it had cost and what it brought: one line for each sale. */
export const SoldWorks = ({ totals }: { totals: SaleTotals }) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const list = useInfiniteQuery(soldQuery);
  const failure = useFailure(list);
  const sales = [...new Map(list.data?.pages.flatMap((page) => page.data).map((sale) => [sale.uuid, sale])).values()];
  const amounts = { received: formats.amount(totals.received), cost: formats.amount(totals.cost) };
  const notes = [
    t(totals.result === null ? 'portfolio.sold.totalMade' : 'portfolio.sold.total', {
      count: totals.sales,
      ...amounts,
    }),
    ...(totals.result !== null && totals.unbought !== '0'
      ? [t('portfolio.sold.unbought', { amount: formats.amount(totals.unbought) })]
      : []),
    ...(totals.isPartial ? [t('portfolio.sold.partial')] : []),
  ];
  return (
    <section className="mt-16">
      <h2 className="text-2xl font-semibold tracking-tight">{t('portfolio.sold.title')}</h2>
      <p className="mt-2 max-w-3xl text-pretty text-sm text-ink-200">{t('portfolio.sold.text')}</p>
      <p className="num mb-4 mt-2 max-w-3xl text-pretty text-sm text-ink-200">{notes.join(' ')}</p>
      {list.isPending && !failure && <Skeleton className="h-48 rounded-2xl" />}
      {sales.length > 0 && (
        <WorkTable label={t('portfolio.sold.title')} amount={t('portfolio.sold.received')}>
          {sales.map((sale) => (
            <Row key={sale.uuid} sale={sale} />
          ))}
        </WorkTable>
      )}
      <LoadMore list={list} />
    </section>
  );
};
