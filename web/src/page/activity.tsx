import { ActivityList } from '../domain/activity/activity-list.tsx';
import { activityQuery, filterOf, kindsOf } from '../domain/activity/activity.query.ts';
import { pricesQuery } from '../domain/price/fiat.tsx';
import { networksQuery } from '../domain/reference/reference.query.ts';
import { Head } from '../platform/head/head.tsx';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import type { LoadContext } from '../platform/route/page-module.ts';
import { path } from '../platform/route/path.ts';

export const load = ({ client, url }: LoadContext) =>
  Promise.all([
    client.prefetchInfiniteQuery(activityQuery(filterOf({}, kindsOf(url.searchParams, {})))),
    client.prefetchQuery(networksQuery),
    client.prefetchQuery(pricesQuery),
  ]);

/** What happens on the marketplace. */
export const Component = () => {
  const { t } = useTranslation();
  return (
    <div className="page">
      <Head title={t('activity.title')} description={t('activity.text')} canonical={path.activity} />
      <header className="mb-6 fluid:mb-10">
        <h1 className="text-3xl font-semibold leading-tight tracking-tight fluid:text-5xl">{t('activity.title')}</h1>
        <p className="mt-2 max-w-xl text-pretty text-ink-200 fluid:text-lg">{t('activity.text')}</p>
      </header>
      <ActivityList label={t('activity.title')} />
    </div>
  );
};
