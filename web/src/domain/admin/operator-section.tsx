import type { OperatorReport } from '@skarb/schema/admin';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useFormats } from '../../platform/format/format.ts';
import { When } from '../../platform/format/when.tsx';
import { Price } from '../price/price.tsx';
import { operatorQuery } from './admin.query.ts';
import { Figure } from './figure.tsx';
import { ListFrame } from './list-frame.tsx';
import { ListHead } from './order-list.tsx';
import { TableScroller } from './table-scroller.tsx';

type Spent = OperatorReport['total'];

const CELL = 'px-2 py-3 first:pl-3 last:pr-3 fluid:px-5 fluid:first:pl-5 fluid:last:pr-5';
const NUMBER = `${CELL} num whitespace-nowrap text-right`;

const Table = ({
  title,
  first,
  rows,
  symbol,
}: {
  title: string;
  first: string;
  rows: (Spent & { key: string; name: ReactNode })[];
  symbol: string;
}) => {
  const { t } = useTranslation();
  const formats = useFormats();
  // Without its symbol, which the caption has: four columns fit a phone.
  const amount = (value: string) => <span title={`${formats.exact(value)} ${symbol}`}>{formats.amount(value)}</span>;
  return (
    <TableScroller label={title} className="mt-8">
      <table className="w-full rounded-2xl bg-ink-900 text-left max-tablet:text-sm">
        <caption className="mb-3 text-left text-base font-semibold text-ink-50">
          {title} <span className="font-normal text-ink-400">· {symbol}</span>
        </caption>
        <thead className="align-bottom text-sm text-ink-400 max-tablet:text-xs">
          <tr>
            <th scope="col" className={`${CELL} font-normal`}>
              {first}
            </th>
            {['day', 'month', 'transactions'].map((name) => (
              <th key={name} scope="col" className={`${CELL} text-right font-normal`}>
                {t(`admin.operator.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-ink-800">
          {rows.map((row) => (
            <tr key={row.key}>
              <th
                scope="row"
                className={`${CELL} min-w-20 max-w-60 font-medium text-ink-50 wrap-anywhere tablet:min-w-32`}
              >
                {row.name}
              </th>
              <td className={NUMBER}>{amount(row.day)}</td>
              <td className={NUMBER}>{amount(row.month)}</td>
              <td className={NUMBER}>{formats.count(row.transactions)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroller>
  );
};

/** What the marketplace's wallet holds, and what it spent by task and by user. */
export const OperatorSection = () => {
  const { t } = useTranslation();
  const formats = useFormats();
  const { data, error } = useQuery(operatorQuery);
  const symbol = data?.symbol ?? '';
  const coins = (amount: string) => <Price isRounded amount={amount} currency={symbol} hasMark={false} />;
  /** A sentence with amounts; the exact ones are its title. */
  const sentence = (
    key: 'admin.operator.leftNote' | 'admin.operator.dutyLeftNote' | 'admin.operator.dropLeftNote',
    amounts: Record<string, string>,
  ) => {
    const shown = (text: (amount: string) => string) =>
      t(key, Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, `${text(amount)} ${symbol}`])));
    return <span title={shown(formats.exact)}>{shown(formats.amount)}</span>;
  };
  return (
    <>
      <ListHead text={t('admin.operator.text')} />
      {data && data.foreignRoots.length > 0 && (
        <div role="alert" className="mb-5 rounded-2xl border border-red-400 p-4 text-ink-50">
          <p>{t('admin.operator.foreign')}</p>
          <ul className="mt-3 grid gap-2 text-sm text-ink-200">
            {data.foreignRoots.map(({ batch, root }) => (
              <li key={batch} className="wrap-anywhere">
                {t('admin.operator.foreignRoot', { batch, root })}
              </li>
            ))}
          </ul>
        </div>
      )}
      <ListFrame error={error} isEmpty={data && !data.wallet} emptyWords={t('admin.operator.none')}>
        {data?.wallet && (
          <>
            {data.wallet.isLow && (
              <p role="alert" className="mb-5 rounded-2xl border border-red-400 p-4 text-ink-50">
                {t('admin.operator.low', { address: data.wallet.address })}
              </p>
            )}
            <dl className="grid gap-3 tablet:grid-cols-2 fluid:gap-4 desktop:grid-cols-3">
              <Figure name={t('admin.operator.balance')} note={<When at={data.wallet.seenAt} />}>
                {coins(data.wallet.balance)}
              </Figure>
              <Figure name={t('admin.operator.lasts')} note={t('admin.operator.lastsNote')}>
                {data.wallet.daysLeft === null
                  ? '—'
                  : data.wallet.daysLeft > 365
                    ? t('admin.operator.overYear')
                    : t('admin.operator.days', {
                        count: Math.floor(data.wallet.daysLeft),
                        shown: formats.count(Math.floor(data.wallet.daysLeft)),
                      })}
              </Figure>
              <Figure
                name={t('admin.operator.left')}
                note={sentence('admin.operator.leftNote', {
                  all: data.budget.day,
                  one: data.budget.accountDay,
                  reserve: data.budget.reserve,
                })}
              >
                {coins(data.budget.dayLeft)}
              </Figure>
              <Figure
                name={t('admin.operator.dutyLeft')}
                note={sentence('admin.operator.dutyLeftNote', {
                  all: data.budget.dutyDay,
                  one: data.budget.dutyCauseDay,
                })}
              >
                {coins(data.budget.dutyDayLeft)}
              </Figure>
              <Figure
                name={t('admin.operator.dropLeft')}
                note={sentence('admin.operator.dropLeftNote', { all: data.budget.dropDay, one: data.budget.drop })}
              >
                {coins(data.budget.dropDayLeft)}
              </Figure>
              <Figure
                name={t('admin.operator.held')}
                note={t('admin.operator.tooDear', { count: data.tooDear, shown: formats.count(data.tooDear) })}
              >
                {formats.count(data.held)}
              </Figure>
            </dl>
            <Table
              title={t('admin.operator.byKind')}
              first={t('admin.operator.kind')}
              symbol={data.symbol}
              rows={[
                ...data.kinds.map((row) => ({ ...row, key: row.kind, name: t(`admin.operator.kinds.${row.kind}`) })),
                { ...data.total, key: 'total', name: t('admin.operator.total') },
              ]}
            />
            <Table
              title={t('admin.operator.byPerson')}
              first={t('admin.operator.person')}
              symbol={data.symbol}
              rows={data.people.map((row) => ({
                ...row,
                key: row.person?.uuid ?? row.address ?? 'nobody',
                name: row.person
                  ? (row.person.name ?? row.person.username ?? row.person.uuid)
                  : (row.address ?? t('admin.operator.nobody')),
              }))}
            />
          </>
        )}
      </ListFrame>
    </>
  );
};
