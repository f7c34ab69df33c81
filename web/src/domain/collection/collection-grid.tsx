import type { Collection } from '@skarb/schema/collection';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { errorWords } from '../../platform/http/api-error.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { path } from '../../platform/route/path.ts';
import { Button } from '../../ui/button.tsx';
import { Picture } from '../../ui/picture.tsx';
import { MarkedName } from '../../ui/verified-mark.tsx';
import { nameOf } from '../profile/person.tsx';
import { allCollectionsQuery } from './collection.query.ts';

/** Collections side by side: picture, name, creator and number of works. */
export const CollectionGrid = ({ label, collections }: { label: string; collections: readonly Collection[] }) => {
  const { t } = useTranslation();
  return (
    <ul aria-label={label} className="grid grid-cols-1 gap-3 tablet:grid-cols-2 wide:grid-cols-3">
      {collections.map((collection) => (
        <li key={collection.uuid}>
          <Link
            to={path.collection(collection.uuid)}
            className="flex items-center gap-4 rounded-2xl bg-ink-900 p-3 transition-colors hover:bg-ink-800"
          >
            <span className="size-16 shrink-0 overflow-hidden rounded-xl">
              <Picture image={collection.image} alt="" sizes="64px" ratio={1} />
            </span>
            <span className="min-w-0">
              <MarkedName {...collection} className="font-semibold text-ink-50" />
              <span className="block truncate text-sm text-ink-400">
                {nameOf(collection.creator)} · {t('search.worksCount', { count: collection.stats.items })}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
};

/** All collections that have works, or all that a text finds. */
export const AllCollections = ({
  label,
  search,
  fallback,
}: {
  label: string;
  search?: string;
  /** Shown while they load. */ fallback: ReactNode;
}) => {
  const { t } = useTranslation();
  const found = useInfiniteQuery(allCollectionsQuery(search));
  const collections = found.data?.pages.flatMap(({ data }) => data).filter(({ stats }) => stats.items > 0);
  if (!collections && !found.isError) return fallback;
  return (
    <>
      {collections && <CollectionGrid label={label} collections={collections} />}
      {found.isError && (
        <p role="alert" className="py-6 text-center text-ink-200">
          {errorWords(t, found.error)[0]}
        </p>
      )}
      {(found.hasNextPage || found.isError) && (
        <div className="flex justify-center pt-8">
          <Button
            variant="outlined"
            isBusy={found.isFetching}
            onClick={() => void (found.hasNextPage ? found.fetchNextPage() : found.refetch())}
          >
            {t(found.isError ? 'app.retry' : 'app.loadMore')}
          </Button>
        </div>
      )}
    </>
  );
};
