import type { ChartRange } from '@skarb/schema/chart';
import { CHART_RANGES } from '@skarb/schema/limits';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useFormats } from '../../platform/format/format.ts';
import { errorWords } from '../../platform/http/api-error.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import { Switch } from '../../ui/check.tsx';
import { cx } from '../../ui/class-name.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Price } from '../price/price.tsx';
import { collectionChartQuery } from './chart.query.ts';
import { Figures } from './figures.tsx';
import { usualMax } from './outliers.rules.ts';

/** A collection's floor price as a line and its volume as bars, over a range the viewer chooses. */
export const CollectionChart = ({ id }: { id: string }) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const [range, setRange] = useState<ChartRange>('month');
  const { data: periods, error, isPlaceholderData } = useQuery(collectionChartQuery(id, range));
  const [hasOutliers, setOutliers] = useState(true);
  const numbersOf = (values: readonly (string | null)[]) =>
    values.flatMap((value) => (value !== null && Number(value) > 0 ? [Number(value)] : []));
  const most = {
    floor: usualMax(numbersOf(periods?.map(({ floor }) => floor) ?? [])),
    volume: usualMax(numbersOf(periods?.map(({ volume }) => volume) ?? [])),
  };
  const isOutlier = ({ floor, volume }: { floor: string | null; volume: string }) =>
    Number(floor) > most.floor || Number(volume) > most.volume;
  const isHourly = range === 'day' || range === 'week';
  const timeOf = (at: string) => (isHourly ? formats.dateTime(at) : formats.date(at, 'UTC'));
  const eth = (amount: string | null) => (amount === null ? '—' : `${formats.amount(amount)} ETH`);
  const cell = (amount: string | null) =>
    amount === null ? '—' : <Price isRounded amount={amount} currency="ETH" hasMark={false} />;
  return (
    <section aria-label={t('chart.collection')} className="rounded-2xl bg-ink-900 p-5 fluid:p-6">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-200">
          <span className="flex items-center gap-2">
            <span aria-hidden className="h-0.5 w-4 rounded bg-gold-400" />
            {t('collection.stats.floor')}
          </span>
          <span className="flex items-center gap-2">
            <span aria-hidden className="h-3 w-2 rounded-sm bg-ink-700" />
            {t('collection.stats.volume')}
          </span>
        </p>
        <div role="group" aria-label={t('chart.range')} className="flex gap-1">
          {CHART_RANGES.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === range}
              onClick={() => setRange(name)}
              className={cx(
                'min-h-9 rounded-lg px-3 text-sm font-medium transition-colors',
                name === range ? 'bg-ink-700 text-ink-50' : 'text-ink-200 hover:text-ink-50',
              )}
            >
              {t(`chart.ranges.${name}`)}
            </button>
          ))}
        </div>
      </div>
      {error && !periods ? (
        <p role="alert" className="text-ink-200">
          {errorWords(t, error)[0]}
        </p>
      ) : !periods ? (
        <Skeleton className="h-60 rounded-xl" />
      ) : periods.filter(({ floor, sales }) => floor !== null || sales > 0).length < 2 ? (
        <p className="py-6 text-ink-200">{t('chart.tooEarly')}</p>
      ) : (
        <div className={cx('transition-opacity', isPlaceholderData && 'opacity-50')}>
          <Chart
            label={t('chart.collection')}
            points={periods.map(({ at, floor, volume }) => ({
              at: Date.parse(at),
              line: floor === null || (!hasOutliers && Number(floor) > most.floor) ? null : Number(floor),
              bar: !hasOutliers && Number(volume) > most.volume ? 0 : Number(volume),
            }))}
            formatValue={(value) => formats.amount(String(value))}
            formatTime={(at) => timeOf(new Date(at).toISOString())}
            describe={(index) => {
              const period = periods[index];
              if (!period) return [];
              return [
                timeOf(period.at),
                `${t('collection.stats.floor')}: ${eth(period.floor)}`,
                `${t('collection.stats.volume')}: ${eth(period.volume)}`,
                `${t('chart.trades')}: ${formats.count(period.sales)}`,
              ];
            }}
          />
          {periods.some(isOutlier) && (
            <div className="mt-2 w-fit text-sm">
              <Switch isOn={!hasOutliers} onChange={(isOn) => setOutliers(!isOn)}>
                {t('chart.withoutOutliers')}
              </Switch>
            </div>
          )}
          <Figures
            heads={[t('chart.when'), t('collection.stats.floor'), t('collection.stats.volume'), t('chart.trades')]}
            rows={periods
              .map(({ at, floor, volume, sales }) => ({
                key: at,
                cells: [timeOf(at), cell(floor), cell(volume), formats.count(sales)],
              }))
              .reverse()}
          />
        </div>
      )}
    </section>
  );
};
