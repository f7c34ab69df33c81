import type { SubjectType } from '@skarb/schema/hidden';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useFailure } from '../../ui/list-failure.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { CaseCard } from './case-card.tsx';
import { casesQuery } from './moderation.query.ts';

const TYPES = ['token', 'collection', 'user'] as const;

/** The admin's queue: open reports, and what is hidden. */
export const ModerationSection = () => {
  const { t } = useTranslation();
  const [show, setShow] = useState<'reported' | 'hidden'>('reported');
  const [subjectType, setType] = useState<SubjectType | ''>('');
  const list = useInfiniteQuery(casesQuery({ show, ...(subjectType ? { subjectType } : {}) }));
  const failure = useFailure(list);
  const cases = list.data?.pages.flatMap(({ data }) => data);
  return (
    <div>
      <Tabs
        label={t('moderation.dashboard.tabs')}
        tabs={(['reported', 'hidden'] as const).map((value) => ({ value, label: t(`moderation.dashboard.${value}`) }))}
        value={show}
        onValueChange={(value) => setShow(value as typeof show)}
      >
        <Select
          label={t('moderation.dashboard.type')}
          isLabelHidden
          size="small"
          className="max-w-56"
          value={subjectType}
          onChange={({ target }) => setType(target.value as SubjectType | '')}
          options={[
            { value: '', label: t('moderation.dashboard.all') },
            ...TYPES.map((value) => ({ value, label: t(`moderation.dashboard.many.${value}`) })),
          ]}
        />
        {list.isPending && !failure && <Skeleton className="mt-6 h-48 rounded-2xl" />}
        {cases?.length === 0 && <p className="mt-6 text-ink-200">{t(`moderation.dashboard.none.${show}`)}</p>}
        {cases && cases.length > 0 && (
          <ul className="mt-6 flex flex-col gap-4">
            {cases.map((one) => (
              <li key={`${one.subjectType} ${one.subjectUuid}`}>
                <CaseCard one={one} />
              </li>
            ))}
          </ul>
        )}
        <LoadMore list={list} size="small" />
      </Tabs>
    </div>
  );
};
