import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { errorWords } from '../../platform/http/api-error.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { LoadMore } from '../../ui/load-more.tsx';

/** The frame of every list of the dashboard: error, loading, empty state and "show more". */
export const ListFrame = ({
  error,
  isEmpty,
  emptyWords,
  more,
  children,
}: {
  /** Of the first request; what is shown already stays. */
  error: unknown;
  /** undefined while unknown. */
  isEmpty: boolean | undefined;
  emptyWords: string;
  more?: ComponentProps<typeof LoadMore>['list'];
  children: ReactNode;
}) => {
  const { t } = useTranslation();
  if (isEmpty === undefined)
    return error ? (
      <p role="alert" className="rounded-2xl border border-red-400 p-4 text-ink-50">
        {errorWords(t, error)[0]}
      </p>
    ) : (
      <div className="flex flex-col gap-3">
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} className="h-16 rounded-2xl" />
        ))}
      </div>
    );
  if (isEmpty) return <p className="text-ink-200">{emptyWords}</p>;
  return (
    <>
      {children}
      {more && <LoadMore list={more} size="small" />}
    </>
  );
};
