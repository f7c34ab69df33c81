import { errorWords } from '../platform/http/api-error.ts';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { Button } from './button.tsx';
import { cx } from './class-name.ts';
import { useFailure, type FallibleList } from './list-failure.tsx';

type Props = {
  /** An infinite query. */
  list: FallibleList & {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
  size?: 'small';
  className?: string;
};

/** Below a list: loads its next page. If that fails, or the list cannot be read at all: why, and another try. */
export const LoadMore = ({ list, size, className = size ? 'mt-4 items-start' : 'items-center pt-8' }: Props) => {
  const { t } = useTranslation();
  const unread = useFailure(list);
  const error = unread ?? (list.isFetchNextPageError ? list.error : null);
  if (!error && !list.hasNextPage) return null;
  return (
    <div className={cx('flex flex-col gap-3', className)}>
      {!!error && (
        <p key={list.errorUpdatedAt} role="alert" className="text-ink-200">
          {errorWords(t, error)[0]}
        </p>
      )}
      <Button
        variant="outlined"
        size={size}
        isBusy={unread ? list.isFetching : list.isFetchingNextPage}
        onClick={() => void (unread ? list.refetch() : list.fetchNextPage())}
      >
        {t(error ? 'app.retry' : 'app.loadMore')}
      </Button>
    </div>
  );
};
