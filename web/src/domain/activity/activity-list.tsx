import type { ActivityChoice } from '@skarb/schema/activity';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { comingOf } from '../../platform/query/pages.ts';
import { usePageParameters } from '../../platform/route/use-page-parameters.ts';
import { ChipRow } from '../../ui/chip-row.tsx';
import { cx } from '../../ui/class-name.ts';
import { ListWait } from '../../ui/list-wait.tsx';
import { useFailure } from '../../ui/list-failure.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { ActivityRow, ActivityRowSkeleton } from './activity-row.tsx';
import { activityQuery, choicesOf, filterOf, kindsOf, newestActivityQuery, type Scope } from './activity.query.ts';
import { NewLines } from './new-lines.tsx';
import { useGathered } from './use-gathered.ts';

const SKELETONS = 8;

type Props = {
  /** Names the list for screen readers. */
  label: string;
  scope?: Scope;
};

/**
 * What happened in a scope, newest first, with a choice of kinds, which the address has. New lines are counted while the
 * reader is here, and added when they ask for them: nothing moves by itself.
 */
export const ActivityList = ({ label, scope = {} }: Props) => {
  const { t } = useTranslation();
  const [query, change] = usePageParameters();
  const choices = choicesOf(scope);
  const kinds = kindsOf(query, scope);
  const filter = filterOf(scope, kinds);
  const list = useInfiniteQuery(activityQuery(filter));
  const isWaiting = !useFailure(list) && list.isPending;
  const pages = list.data?.pages ?? [];
  const { lines, shown } = useGathered(list, activityQuery(filter).queryKey);
  const { data: newest } = useQuery({
    ...newestActivityQuery(filter),
    enabled: list.isSuccess,
    staleTime: Number.POSITIVE_INFINITY,
    initialData: pages[0],
  });
  const toggle = (kind: ActivityChoice) =>
    change({ kind: choices.filter((one) => kinds.includes(one) !== (one === kind)) });
  return (
    <div>
      <ChipRow as="div" role="group" className="mb-3" aria-label={t('activity.kinds')}>
        {choices.map((kind) => (
          <button
            key={kind}
            type="button"
            aria-pressed={kinds.includes(kind)}
            onClick={() => toggle(kind)}
            className={cx(
              'min-h-9 rounded-full border px-3.5 text-sm transition-colors',
              kinds.includes(kind)
                ? 'border-ink-50 bg-ink-50 font-medium text-ink-950'
                : 'border-ink-700 text-ink-200 hover:border-ink-400 hover:text-ink-50',
            )}
          >
            {t(`activity.kind.${kind}`)}
          </button>
        ))}
      </ChipRow>
      <NewLines queryKey={activityQuery(filter).queryKey} shown={lines} newest={newest} />
      {isWaiting && <ListWait list={list} queryKey={activityQuery(filter).queryKey} />}
      <ul aria-label={label} aria-busy={isWaiting} className="divide-y divide-ink-800">
        {isWaiting
          ? Array.from({ length: SKELETONS }, (_, index) => <ActivityRowSkeleton key={index} />)
          : shown.map((one) => <ActivityRow key={one.line.uuid} {...one} of={scope.userUuid ?? undefined} />)}
        {list.isFetchingNextPage &&
          Array.from({ length: comingOf(pages, lines.length) }, (_, index) => <ActivityRowSkeleton key={index} />)}
      </ul>
      {list.isSuccess && lines.length === 0 && (
        <p className="py-16 text-center text-ink-200">
          {t(kinds.length > 0 ? 'activity.noneOfKind' : 'activity.none')}
        </p>
      )}
      <LoadMore list={list} />
    </div>
  );
};
