import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { cx } from '../../ui/class-name.ts';
import { CollectionCard } from './collection-card.tsx';
import { CollectionRow } from './collection-strip.tsx';
import { madeCollectionsQuery } from './made-collections.query.ts';

type Props = {
  /** Undefined while the person is loading. */
  creatorUuid: string | undefined;
  isOwn?: boolean;
  /** What is below: invisible until it is known whether there are any, so that the row moves nothing. */
  children: ReactNode;
};

/** The collections that a person made, as a row under its heading; nothing without any. */
export const MadeCollections = ({ creatorUuid = '', isOwn = false, children }: Props) => {
  const { t } = useTranslation();
  const { data, isLoading } = useQuery({ ...madeCollectionsQuery(creatorUuid, isOwn), enabled: creatorUuid !== '' });
  return (
    <>
      {data && data.length > 0 && (
        <>
          <h2 className="mt-8 text-sm font-semibold text-ink-400">{t('collection.strip')}</h2>
          <CollectionRow label={t('collection.strip')} className="mt-3" arrows="top-6">
            {data.map((collection) => (
              <li key={collection.uuid} className="w-64 shrink-0 fluid:w-72">
                <CollectionCard
                  collection={collection}
                  note={t('collection.items', { count: collection.stats.items })}
                />
              </li>
            ))}
          </CollectionRow>
        </>
      )}
      <div className={cx(isLoading && 'invisible')}>{children}</div>
    </>
  );
};
