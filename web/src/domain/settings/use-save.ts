import type { User } from '@skarb/schema/auth';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { session } from '../../platform/session/use-session.ts';
import { toast } from '../../ui/toast.tsx';
import { wordsOf } from '../../platform/steps/failure-words.ts';

/**
 * Runs a change of the account: stores the answered user, shows a toast, and keeps the text of a failure. Typed values
 * are not touched.
 */
export const useSave = () => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const save = useCallback(
    async (
      work: () => Promise<User | void>,
      options: {
        done?: string;
        /** Handles the failures it answers true for. */ refused?: (error: unknown) => boolean;
      } = {},
    ): Promise<boolean> => {
      setBusy(true);
      setFailure(undefined);
      try {
        const user = await work();
        if (user) session.setUser(user);
        void client.invalidateQueries({ queryKey: ['profile'] });
        if (options.done) toast.success(options.done);
        return true;
      } catch (error) {
        if (!options.refused?.(error)) setFailure(wordsOf(t, error));
        return false;
      } finally {
        setBusy(false);
      }
    },
    [client, t],
  );
  return { save, isBusy, failure };
};
