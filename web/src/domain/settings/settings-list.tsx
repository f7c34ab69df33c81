import type { ReactNode } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { wordsOf } from '../../platform/steps/failure-words.ts';

/** A list that is loading: a skeleton of one row, then the rows, or the error. */
export const SettingsList = <T,>({
  rows,
  error,
  children,
}: {
  rows: readonly T[] | undefined;
  error: unknown;
  children: (row: T) => ReactNode;
}) => {
  const { t } = useTranslation();
  return (
    <>
      {!!error && !rows && (
        <p role="alert" className="text-red-400">
          {wordsOf(t, error)}
        </p>
      )}
      <ul className="divide-y divide-ink-800" aria-busy={!rows && !error}>
        {rows
          ? rows.map(children)
          : !error && (
              <li className="flex items-center gap-4 py-4">
                <Skeleton className="size-6" />
                <Skeleton className="h-12 flex-1" />
              </li>
            )}
      </ul>
    </>
  );
};
