import { verify } from '@skarb/schema/calls/moderation';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { call } from '../../platform/http/api.ts';
import { refetchShown } from '../../platform/query/refetch-shown.ts';
import { wordsOf } from '../../platform/steps/failure-words.ts';
import { toast } from '../../ui/toast.tsx';
import type { Subject } from './subject-actions.tsx';

/** An admin gives the verified mark or takes it away; every name on the screen is fetched again. */
export const useVerify = () => {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ subject, isVerified }: { subject: Subject; isVerified: boolean }) =>
      call(verify, {
        body: { subjectType: subject.type as 'collection' | 'user', subjectUuid: subject.uuid, isVerified },
      }),
    onSuccess: async (_answer, { isVerified }) => {
      toast.success(t(isVerified ? 'moderation.verify.given' : 'moderation.verify.taken'));
      await refetchShown(client);
    },
    onError: (error) => toast.error(wordsOf(t, error)),
  });
};
