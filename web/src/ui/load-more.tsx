import { errorWords } from '../platform/http/api-error.ts';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { Button } from './button.tsx';
import { cx } from './class-name.ts';

type Props = {
  /** An infinite query. */
  list: {
    data: unknown;
    error: unknown;
    isError: boolean;
    isFetching: boolean;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => Promise<unknown>;
    refetch: () => Promise<unknown>;
  };
  size?: 'small';
  className?: string;
};

/** Below a list: loads its next page. If that fails, or the list cannot be read at all: why, and another try. */
export const LoadMore = ({ list, size, className = size ? 'mt-4 items-start' : 'items-center pt-8' }: Props) => {
  const { t } = useTranslation();
  const isUnread = list.isError && !list.data;
  const isFailed = isUnread || list.isFetchNextPageError;
  if (!isFailed && !list.hasNextPage) return null;
  return (
    <div className={cx('flex flex-col gap-3', className)}>
      {isFailed && (
        <p role="alert" className="text-ink-200">
          {errorWords(t, list.error)[0]}
        </p>
      )}
      <Button
        variant="outlined"
        size={size}
        isBusy={isUnread ? list.isFetching : list.isFetchingNextPage}
        onClick={() => void (isUnread ? list.refetch() : list.fetchNextPage())}
      >
        {t(isFailed ? 'app.retry' : 'app.loadMore')}
      </Button>
    </div>
  );
};
