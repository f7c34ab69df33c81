import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { ApiError } from '@skarb/client';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { errorWords } from '../../platform/http/api-error.ts';
import { toast } from '../../ui/toast.tsx';

/**
 * Runs an admin's action, then reloads the dashboard and the reference data of pages. A failure is kept as text, those
 * of refused fields by field; with `isToast` it is shown at once.
 */
export const useAct = ({ isToast = false }: { isToast?: boolean } = {}) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [fields, setFields] = useState<Record<string, string>>({});
  const act = useCallback(
    async (work: () => Promise<unknown>, done?: string): Promise<boolean> => {
      setBusy(true);
      setFailure(undefined);
      setFields({});
      const reload = () =>
        Promise.all([
          client.invalidateQueries({ queryKey: ['private', 'admin'] }),
          client.invalidateQueries({ queryKey: ['reference'] }),
        ]);
      try {
        await work();
      } catch (error) {
        const words = errorWords(t, error);
        if (isToast) toast.error(words.join(' '));
        const wrong = error instanceof ApiError ? error.complaints.filter(({ property }) => property) : [];
        setFields(Object.fromEntries(wrong.map(({ property }, index) => [property, words[index] ?? words[0] ?? ''])));
        if (wrong.length === 0) setFailure(words.join(' '));
        setBusy(false);
        await reload();
        return false;
      }
      if (done) toast.success(done);
      try {
        await reload();
        return true;
      } finally {
        // Not sooner: a form is open until then, and a second press would repeat what is done.
        setBusy(false);
      }
    },
    [client, isToast, t],
  );
  return { act, isBusy, failure, fields };
};
