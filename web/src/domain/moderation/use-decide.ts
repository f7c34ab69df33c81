import { dismiss, hide, note, restore } from '@skarb/schema/calls/moderation';
import type { HideReason } from '@skarb/schema/hidden';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { call } from '../../platform/http/api.ts';
import { refetchShown } from '../../platform/query/refetch-shown.ts';
import { signInAgain } from '../auth/sign-in-again.ts';
import { toast } from '../../ui/toast.tsx';
import type { Subject } from './subject-actions.tsx';

const CALLS = { hide, restore, dismiss, note };

type Decision = {
  act: keyof typeof CALLS;
  subject: Pick<Subject, 'type' | 'uuid'>;
  reason?: HideReason;
  note?: string;
};

/** An admin's decision; what the screen shows of its subject is fetched again. */
export const useDecide = (onDone?: () => void) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const decide = useMutation({
    mutationFn: ({ act, subject, ...more }: Decision) =>
      call(CALLS[act], {
        body: { subjectType: subject.type, subjectUuid: subject.uuid, ...more },
        // Hiding a large collection takes long.
        timeoutMs: 60_000,
      }),
    onSuccess: async (_answer, { act }) => {
      toast.success(t(`moderation.done.${act}`));
      onDone?.();
      await refetchShown(client);
    },
    onError: (error, decision) => signInAgain(error, () => decide.mutate(decision)),
  });
  return decide;
};
