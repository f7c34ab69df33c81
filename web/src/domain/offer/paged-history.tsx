import type { ListMeta } from '@skarb/schema/primitive';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useFailure } from '../../ui/list-failure.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { HistoryList, HistorySkeleton, type HistoryLine } from './history-list.tsx';

type Page = { data: HistoryLine[]; meta: ListMeta };
type History = UseInfiniteQueryResult<InfiniteData<Page>>;

/** A history that loads older events on request. */
export const PagedHistory = ({ history, label, empty }: { history: History; label: string; empty: string }) => {
  const failure = useFailure(history);
  if (history.isPending && !failure) return <HistorySkeleton />;
  const lines = history.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <>
      {lines.length > 0 && <HistoryList lines={lines} label={label} />}
      {lines.length === 0 && !failure && <p className="py-4 text-ink-400">{empty}</p>}
      <LoadMore list={history} size="small" />
    </>
  );
};
