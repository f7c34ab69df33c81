import type { Collection } from '@skarb/schema/collection';
import { isolated } from '@skarb/schema/isolated';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useFailure } from '../../ui/list-failure.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { nameOf } from '@skarb/schema/person-name';
import { CollectionCard } from './collection-card.tsx';
import { allCollectionsQuery } from './collection.query.ts';

/** Collections side by side: picture, name, creator and number of works. */
export const CollectionGrid = ({ label, collections }: { label: string; collections: readonly Collection[] }) => {
  const { t } = useTranslation();
  return (
    <ul aria-label={label} className="grid grid-cols-1 gap-3 tablet:grid-cols-2 wide:grid-cols-3">
      {collections.map((collection) => (
        <li key={collection.uuid}>
          <CollectionCard
            collection={collection}
            note={`${isolated(nameOf(collection.creator))} · ${t('search.worksCount', { count: collection.stats.items })}`}
          />
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
  const found = useInfiniteQuery(allCollectionsQuery(search));
  const failure = useFailure(found);
  const collections = found.data?.pages.flatMap(({ data }) => data).filter(({ stats }) => stats.items > 0);
  if (!collections && !failure) return fallback;
  return (
    <>
      {collections && <CollectionGrid label={label} collections={collections} />}
      <LoadMore list={found} />
    </>
  );
};
