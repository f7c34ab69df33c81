import type { Dashboard } from '@skarb/schema/admin';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useFormats } from '../../platform/format/format.ts';
import { When } from '../../platform/format/when.tsx';
import { cx } from '../../ui/class-name.ts';
import { Fiat } from '../price/fiat.tsx';
import { Price } from '../price/price.tsx';
import { path } from '../../platform/route/path.ts';
import { dashboardQuery, readinessQuery } from './admin.query.ts';
import { DayChart } from './day-chart.tsx';
import { Figure } from './figure.tsx';
import { ListFrame } from './list-frame.tsx';

const RANGES = [7, 30, 90] as const;

const To = ({ section, children }: { section: string; children: ReactNode }) => (
  <Link
    to={`?section=${section}`}
    preventScrollReset
    className="inline-block min-h-6 underline decoration-ink-700 underline-offset-4 hover:text-ink-50 hover:decoration-current"
  >
    {children}
  </Link>
);

/** What the operator has not made their own yet, with what to do about it. */
const AsShipped = ({ isContactMissing, pages }: Dashboard['asShipped']) => {
  const { t } = useTranslation();
  if (!isContactMissing && pages.length === 0) return null;
  return (
    <section aria-labelledby="as-shipped" className="rounded-2xl border border-gold-400 p-4 text-ink-200">
      <h3 id="as-shipped" className="font-semibold text-ink-50">
        {t('admin.dashboard.asShipped.title')}
      </h3>
      <ul className="mt-2 flex list-disc flex-col gap-1 pl-5">
        {isContactMissing && <li>{t('admin.dashboard.asShipped.contact')}</li>}
        {pages.map((name) => (
          <li key={name} className="wrap-anywhere">
            <Link to={path[name]} className="underline decoration-ink-700 underline-offset-4 hover:text-ink-50">
              {t(`app.footer.${name}`)}
            </Link>
            : {t('admin.dashboard.asShipped.page', { name })}
          </li>
        ))}
      </ul>
      {pages.length > 0 && <p className="mt-2">{t('admin.dashboard.asShipped.where')}</p>}
    </section>
  );
};

/** Who and what an admin is to look at again. */
const LostMarks = ({ marks }: { marks: Dashboard['lostMarks'] }) => {
  const { t } = useTranslation();
  if (marks.length === 0) return null;
  return (
    <section aria-labelledby="lost-marks" className="rounded-2xl border border-ink-700 p-4 text-ink-200">
      <h3 id="lost-marks" className="font-semibold text-ink-50">
        {t('admin.dashboard.lostMarks.title')}
      </h3>
      <ul className="mt-2 flex list-disc flex-col gap-1 pl-5">
        {marks.map(({ subjectType, subjectUuid, name, nameThen, at }) => (
          <li key={subjectUuid} className="wrap-anywhere">
            <Link
              to={subjectType === 'user' ? path.publicProfile(subjectUuid) : path.collection(subjectUuid)}
              className="underline decoration-ink-700 underline-offset-4 hover:text-ink-50"
            >
              <bdi>{name}</bdi>
            </Link>{' '}
            <span className="text-ink-400">
              {t('admin.dashboard.lostMarks.was', { name: nameThen })} · <When at={at} form="past" />
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-2">{t('admin.dashboard.lostMarks.text')}</p>
    </section>
  );
};

export const DashboardSection = () => {
  const { t } = useTranslation();
  const formats = useFormats();
  const [range, setRange] = useState<(typeof RANGES)[number]>(30);
  const { data, error } = useQuery(dashboardQuery);
  const { data: ready, isError: isUnavailable } = useQuery(readinessQuery);
  const eth = (amount: string) => <Price isRounded amount={amount} currency="ETH" hasMark={false} />;
  const ethText = (amount: string) => `${formats.amount(amount)} ETH`;
  const { count } = formats;
  return (
    <ListFrame error={error} isEmpty={data ? false : undefined} emptyWords="">
      {data && (
        <div className="flex flex-col gap-6">
          <AsShipped {...data.asShipped} />
          <LostMarks marks={data.lostMarks} />
          <dl className="grid grid-cols-2 gap-3 fluid:gap-4 desktop:grid-cols-4">
            <Figure name={t('admin.dashboard.volume')} note={<Fiat amount={data.trade.volume} currency="ETH" />}>
              {eth(data.trade.volume)}
            </Figure>
            <Figure
              name={t('admin.dashboard.fees')}
              note={t('admin.dashboard.fee', { percent: formats.percent(data.marketplaceFeePercent / 100) })}
            >
              {eth(data.trade.fees)}
            </Figure>
            <Figure name={t('admin.dashboard.sales')}>{count(data.trade.sales)}</Figure>
            <Figure
              name={t('admin.dashboard.works')}
              note={t('admin.dashboard.onSale', { count: data.tokens.onSale, shown: count(data.tokens.onSale) })}
            >
              {count(data.tokens.minted)}
            </Figure>
            <Figure
              name={t('admin.section.users')}
              note={
                data.users.blocked > 0 ? (
                  <To section="users">
                    {t('admin.dashboard.blocked', { count: data.users.blocked, shown: count(data.users.blocked) })}
                  </To>
                ) : (
                  t('admin.dashboard.noneBlocked')
                )
              }
            >
              {count(data.users.total)}
            </Figure>
            <Figure
              name={t('admin.lag')}
              note={
                isUnavailable ? (
                  <To section="status">{t('admin.dashboard.away')}</To>
                ) : (
                  ready && t('admin.chainId', { id: ready.chain.chainId })
                )
              }
            >
              {ready ? count(ready.worker.lagBlocks) : '—'}
            </Figure>
            <Figure
              name={t('admin.dashboard.jobs')}
              note={
                data.jobs.failed > 0 ? (
                  <To section="jobs">
                    {t('admin.dashboard.failedJobs', { count: data.jobs.failed, shown: count(data.jobs.failed) })}
                  </To>
                ) : (
                  t('admin.dashboard.noneFailed')
                )
              }
            >
              {count(data.jobs.waiting)}
            </Figure>
            <Figure
              name={t('admin.dashboard.mails')}
              note={t('admin.dashboard.mailsNote', {
                failed: count(data.mails.failed),
                waiting: count(data.mails.waiting),
              })}
            >
              {count(data.mails.sent)}
            </Figure>
          </dl>
          {data.missingWords > 0 && (
            <p className="text-ink-200">
              <To section="words">
                {t('admin.dashboard.missing', { count: data.missingWords, shown: count(data.missingWords) })}
              </To>
            </p>
          )}
          <div role="group" aria-label={t('chart.range')} className="-mb-2 flex gap-1 self-end">
            {RANGES.map((days) => (
              <button
                key={days}
                type="button"
                aria-pressed={days === range}
                onClick={() => setRange(days)}
                className={cx(
                  'min-h-9 rounded-lg px-3 text-sm font-medium transition-colors',
                  days === range ? 'bg-ink-700 text-ink-50' : 'text-ink-200 hover:text-ink-50',
                )}
              >
                {t('admin.dashboard.days', { count: days })}
              </button>
            ))}
          </div>
          <DayChart
            title={t('admin.dashboard.trade')}
            legend={[t('admin.dashboard.volume'), t('admin.dashboard.sales')]}
            formatValue={(value) => formats.amount(String(value))}
            days={data.trade.days.slice(-range).map(({ day, volume, fees, sales }) => ({
              day,
              line: Number(volume),
              bar: sales,
              values: [
                { name: t('admin.dashboard.volume'), value: ethText(volume), cell: eth(volume) },
                { name: t('admin.dashboard.fees'), value: ethText(fees), cell: eth(fees) },
                { name: t('admin.dashboard.sales'), value: count(sales) },
              ],
            }))}
          />
          <DayChart
            title={t('admin.dashboard.joined')}
            legend={[t('admin.dashboard.newUsers')]}
            formatValue={(value) => formats.compact(value)}
            days={data.users.days.slice(-range).map(({ day, joined }) => ({
              day,
              line: joined,
              values: [{ name: t('admin.dashboard.newUsers'), value: count(joined) }],
            }))}
          />
        </div>
      )}
    </ListFrame>
  );
};
