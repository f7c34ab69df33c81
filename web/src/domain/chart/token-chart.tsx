import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useFormats } from '../../platform/format/format.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import { useDollars } from '../price/fiat.tsx';
import { tokenChartQuery } from './chart.query.ts';
import { Figures } from './figures.tsx';
import { TokenChartSkeleton } from './token-chart-skeleton.tsx';

/** A token's sale prices over time; renders nothing before the second sale. */
export const TokenChart = ({ id }: { id: string }) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const dollars = useDollars();
  const { data: trades } = useQuery(tokenChartQuery(id));
  if (!trades) return <TokenChartSkeleton />;
  if (trades.length < 2) return null;
  const worthOf = (index: number) => {
    const worth = trades[index]?.usd;
    return worth ? dollars.write(worth) : '—';
  };
  return (
    <section className="mt-12">
      <h2 className="mb-4 text-xl font-semibold">{t('chart.sales')}</h2>
      <Chart
        label={t('chart.salesLabel', { count: trades.length })}
        isByTime
        points={trades.map(({ at, price }) => ({ at: Date.parse(at), line: Number(price) }))}
        formatValue={(value) => formats.amount(String(value))}
        formatTime={(at) => formats.date(new Date(at).toISOString())}
        describe={(index) => {
          const trade = trades[index];
          if (!trade) return [];
          return [
            formats.dateTime(trade.at),
            `${formats.amount(trade.price)} ETH`,
            ...(trade.usd ? [worthOf(index)] : []),
          ];
        }}
      />
      <Figures
        heads={[t('chart.when'), 'ETH', dollars.money]}
        rows={trades
          .map(({ at, price }, index) => ({
            key: `${at}${index}`,
            cells: [
              formats.dateTime(at),
              <span key="price" title={price}>
                {formats.amount(price)}
              </span>,
              worthOf(index),
            ],
          }))
          .reverse()}
      />
    </section>
  );
};
