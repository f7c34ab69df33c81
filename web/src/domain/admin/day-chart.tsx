import type { ReactNode } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useFormats } from '../../platform/format/format.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import { Figures } from '../chart/figures.tsx';

export type Day = {
  day: string;
  line: number;
  bar?: number;
  /** Other values of the day, by name; `cell` is shown instead in the table. */
  values: readonly { name: string; value: string; cell?: ReactNode }[];
};

/** One point per day as a line, optional bars, and the same data as a table. */
export const DayChart = ({
  title,
  legend,
  days,
  formatValue,
}: {
  title: string;
  /** Names of the line and of the bars. */
  legend: readonly string[];
  days: readonly Day[];
  formatValue: (value: number) => string;
}) => {
  const { t } = useTranslation();
  const formats = useFormats();
  // The axis is the line's: bars have a height only beside the highest.
  const mostBar = Math.max(0, ...days.map(({ bar }) => bar ?? 0));
  const date = (day: string) => formats.date(`${day}T00:00:00Z`, 'UTC');
  return (
    <section aria-label={title} className="min-w-0 rounded-2xl bg-ink-900 p-5 fluid:p-6">
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h3 className="font-semibold">{title}</h3>
        <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-200">
          {legend.map((name, index) => (
            <span key={name} className="flex items-center gap-2">
              <span
                aria-hidden
                className={index === 0 ? 'h-0.5 w-4 rounded bg-gold-400' : 'h-3 w-2 rounded-sm bg-ink-700'}
              />
              {index === 1 && mostBar > 0 ? t('chart.upTo', { name, most: formats.count(mostBar) }) : name}
            </span>
          ))}
        </p>
      </div>
      <Chart
        label={title}
        points={days.map(({ day, line, bar }) => ({
          at: Date.parse(day),
          line,
          ...(bar === undefined ? {} : { bar }),
        }))}
        formatValue={formatValue}
        formatTime={(at) => date(new Date(at).toISOString().slice(0, 10))}
        describe={(index) => {
          const found = days[index];
          return found ? [date(found.day), ...found.values.map(({ name, value }) => `${name}: ${value}`)] : [];
        }}
      />
      <Figures
        heads={[t('chart.when'), ...(days[0]?.values ?? []).map(({ name }) => name)]}
        rows={days
          .map(({ day, values }) => ({
            key: day,
            cells: [date(day), ...values.map(({ value, cell }) => cell ?? value)],
          }))
          .reverse()}
      />
    </section>
  );
};
