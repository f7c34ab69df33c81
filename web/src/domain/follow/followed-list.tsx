import type { FollowedEntry } from '@skarb/schema/follow';
import { nameOf } from '@skarb/schema/person-name';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useFormats } from '../../platform/format/format.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { path } from '../../platform/route/path.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { ListFailure, useFailure } from '../../ui/list-failure.tsx';
import { ListWait } from '../../ui/list-wait.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { MarkedName } from '../../ui/verified-mark.tsx';
import { FeedEmpty } from './feed-empty.tsx';
import { followedQuery } from './feed.query.ts';
import { FollowButton } from './follow-button.tsx';

const GRID = 'grid grid-cols-1 gap-x-10 fluid:grid-cols-2 wide:grid-cols-3';
const SKELETONS = 6;
const ROW = 'flex min-h-20 items-center gap-3 border-b border-ink-800 py-3';

const Entry = ({ entry }: { entry: FollowedEntry }) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const { uuid, person, collection, followerCount } = entry;
  const name = collection?.name ?? (person ? nameOf(person) : '');
  return (
    <li className={ROW}>
      {collection ? (
        <Picture image={collection.image} alt="" sizes="48px" fit="thumb" className="size-12 shrink-0 rounded-xl" />
      ) : (
        <Avatar src={person?.avatar ?? null} seed={uuid} className="size-12" />
      )}
      <div className="min-w-0 flex-1">
        <Link
          to={collection ? path.collection(uuid) : path.publicProfile(uuid)}
          className="flex min-h-6 items-center font-semibold text-ink-50 underline-offset-4 hover:underline"
        >
          <MarkedName name={name} isVerified={(collection ?? person)?.isVerified ?? false} />
        </Link>
        <p className="num truncate text-sm text-ink-400">
          <span className="max-tablet:sr-only">
            {collection ? t('follow.list.collection') : t('follow.list.person')} ·{' '}
          </span>
          {t('follow.followers', { count: followerCount, shown: formats.compact(followerCount) })}
        </p>
      </div>
      <FollowButton subject={entry} name={name} className="shrink-0" />
    </li>
  );
};

/** The people and collections that the user follows, each with the button that ends it. */
export const FollowedList = () => {
  const { t } = useTranslation();
  const list = useInfiniteQuery(followedQuery);
  const failure = useFailure(list);
  if (failure) return <ListFailure error={failure} list={list} />;
  if (!list.data)
    return (
      <>
        <ListWait list={list} queryKey={followedQuery.queryKey} />
        <div aria-hidden className={GRID}>
          {Array.from({ length: SKELETONS }, (_, index) => (
            <div key={index} className={ROW}>
              <Skeleton className="size-12 rounded-full" />
              <Skeleton className="h-4 w-1/2" />
            </div>
          ))}
        </div>
      </>
    );
  const entries = list.data.pages.flatMap(({ data }) => data);
  if (entries.length === 0) return <FeedEmpty />;
  return (
    <>
      <ul aria-label={t('follow.list.title')} className={GRID}>
        {[...new Map(entries.map((entry) => [entry.uuid, entry])).values()].map((entry) => (
          <Entry key={entry.uuid} entry={entry} />
        ))}
      </ul>
      <LoadMore list={list} />
    </>
  );
};
