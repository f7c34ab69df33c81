import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

/** The space of a token's chart, so that nothing below moves when it arrives. */
export const TokenChartSkeleton = () => {
  const { t } = useTranslation();
  return (
    <section className="mt-12 print:hidden">
      <h2 className="mb-4 text-xl font-semibold">{t('chart.sales')}</h2>
      <Skeleton className="h-70 rounded-xl" />
    </section>
  );
};
