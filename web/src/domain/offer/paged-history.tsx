import type { ListMeta } from '@skarb/schema/primitive';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { errorWords } from '../../platform/http/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { HistoryList, HistorySkeleton, type HistoryLine } from './history-list.tsx';

type Page = { data: HistoryLine[]; meta: ListMeta };
type History = UseInfiniteQueryResult<InfiniteData<Page>>;

/** A history that loads older events on request. */
export const PagedHistory = ({ history, label, empty }: { history: History; label: string; empty: string }) => {
  const { t } = useTranslation();
  if (history.isPending) return <HistorySkeleton />;
  const lines = history.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <>
      {lines.length > 0 && <HistoryList lines={lines} label={label} />}
      {lines.length === 0 && !history.isError && <p className="py-4 text-ink-400">{empty}</p>}
      {history.isError && (
        <p role="alert" className="py-4 text-ink-200">
          {errorWords(t, history.error)[0]}
        </p>
      )}
      {(history.hasNextPage || history.isError) && (
        <Button
          variant="outlined"
          size="small"
          className="mt-3"
          isBusy={history.isFetching}
          onClick={() => void (history.hasNextPage ? history.fetchNextPage() : history.refetch())}
        >
          {t(history.isError ? 'app.retry' : 'app.loadMore')}
        </Button>
      )}
    </>
  );
};
