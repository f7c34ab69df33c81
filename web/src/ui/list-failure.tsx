import { useState } from 'react';
import { errorWords } from '../platform/http/api-error.ts';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { Button } from './button.tsx';

/** A query, as far as its failure goes. */
export type FallibleList = {
  data: unknown;
  error: unknown;
  errorUpdateCount: number;
  errorUpdatedAt: number;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
};

/**
 * Why a list could not be read at all. The query forgets it as soon as it asks again; the answer stays here until the next one
 * is known, so that the button that asks again stays, too, and the focus goes from it to the list.
 */
export const useFailure = ({ data, error, errorUpdateCount, isFetching }: FallibleList): unknown => {
  const [last, setLast] = useState(error);
  if (error && error !== last) setLast(error);
  if (data !== undefined) return null;
  return error ?? (isFetching && errorUpdateCount > 0 ? last : null);
};

/** In place of a list that cannot be read: why, and another try. */
export const ListFailure = ({ error, list }: { error: unknown; list: FallibleList }) => {
  const { t } = useTranslation();
  return (
    <div role="alert" className="flex flex-col items-center gap-4 py-20 text-center">
      {/* A new element after each try: a screen reader says it again. */}
      <p key={list.errorUpdatedAt} className="max-w-md text-balance text-ink-200">
        {errorWords(t, error)[0]}
      </p>
      <Button variant="outlined" isBusy={list.isFetching} onClick={() => void list.refetch()}>
        {t('app.retry')}
      </Button>
    </div>
  );
};
