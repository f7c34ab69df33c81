import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { FeedEmpty } from '../domain/follow/feed-empty.tsx';
import { feedQuery, newestFeedQuery } from '../domain/follow/feed.query.ts';
import { FollowedList } from '../domain/follow/followed-list.tsx';
import { FeedCard, FeedCardSkeleton } from '../domain/activity/feed-card.tsx';
import { NewLines } from '../domain/activity/new-lines.tsx';
import { useGathered } from '../domain/activity/use-gathered.ts';
import { Head } from '../platform/head/head.tsx';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { comingOf } from '../platform/query/pages.ts';
import { usePageParameters } from '../platform/route/use-page-parameters.ts';
import { ListFailure, useFailure } from '../ui/list-failure.tsx';
import { ListWait } from '../ui/list-wait.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { PageViews } from '../ui/page-views.tsx';

const GRID = 'grid gap-x-6 gap-y-10 tablet:grid-cols-2 fluid:grid-cols-3 desktop:grid-cols-4';
const PLACEHOLDERS = 8;
/** Whom one follows, in place of what they did. */
const FOLLOWED = '?view=followed';

const Entries = () => {
  const { t } = useTranslation();
  const list = useInfiniteQuery(feedQuery);
  const { data } = list;
  const { data: newest } = useQuery({ ...newestFeedQuery, enabled: list.isSuccess, initialData: data?.pages[0] });
  const { lines, shown } = useGathered(list, feedQuery.queryKey);
  const failure = useFailure(list);
  if (failure) return <ListFailure error={failure} list={list} />;
  if (!data)
    return (
      <>
        <NewLines queryKey={feedQuery.queryKey} shown={[]} newest={undefined} />
        <ListWait list={list} queryKey={feedQuery.queryKey} />
        <div className={GRID}>
          {Array.from({ length: PLACEHOLDERS }, (_, index) => (
            <FeedCardSkeleton key={index} />
          ))}
        </div>
      </>
    );
  if (lines.length === 0 && !newest?.data.length) return <FeedEmpty />;
  return (
    <>
      <NewLines queryKey={feedQuery.queryKey} shown={lines} newest={newest} />
      <ul aria-label={t('follow.feed.title')} className={GRID}>
        {shown.map((one, index) => (
          <li key={one.line.uuid} className="min-w-0">
            <FeedCard {...one} isFirst={index < 2} />
          </li>
        ))}
        {Array.from({ length: list.isFetchingNextPage ? comingOf(data.pages, lines.length) : 0 }, (_, index) => (
          <li key={lines.length + index} aria-hidden>
            <FeedCardSkeleton />
          </li>
        ))}
      </ul>
      <LoadMore list={list} />
    </>
  );
};

/** What the people and collections that the user follows did. */
export const Component = () => {
  const { t } = useTranslation();
  const [query] = usePageParameters();
  const isList = query.get('view') === 'followed';
  return (
    <div className="page">
      <Head title={t('follow.feed.title')} isHidden />
      <header className="mb-6 fluid:mb-10">
        <h1 className="text-3xl font-semibold leading-tight tracking-tight fluid:text-5xl">{t('follow.feed.title')}</h1>
        <p className="mt-2 max-w-2xl text-pretty text-ink-200">{t('follow.feed.text')}</p>
      </header>
      <PageViews
        label={t('follow.list.views')}
        views={[
          { to: '?', name: t('follow.list.news') },
          { to: FOLLOWED, name: t('follow.list.title') },
        ]}
        present={isList ? FOLLOWED : '?'}
      />
      {isList ? <FollowedList /> : <Entries />}
    </div>
  );
};
