import * as ownDataCalls from '@skarb/schema/calls/own-data';
import type { User } from '@skarb/schema/auth';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useFormats } from '../../platform/format/format.ts';
import { call } from '../../platform/http/api.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { session } from '../../platform/session/use-session.ts';
import { wordsOf } from '../../platform/steps/failure-words.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';

/** The cache key of the pending deletion and its obstacles. */
export const DELETION_KEY = ['private', 'deletion'];

/** Withdraws the deletion of the account. */
export const KeepButton = () => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const keep = useMutation({
    mutationFn: () => call(ownDataCalls.keepAccount),
    onSuccess: async () => {
      await session.reload();
      toast.success(t('settings.ownData.kept'));
    },
    onError: (failure) => toast.error(wordsOf(t, failure)),
    onSettled: () => client.invalidateQueries({ queryKey: DELETION_KEY }),
  });
  return (
    <Button className="self-start" isBusy={keep.isPending} onClick={() => keep.mutate()}>
      {t('settings.ownData.keep')}
    </Button>
  );
};

/**
 * Above the pages of one's own while the account is about to be deleted: whoever fills in a form there reads first that it
 * would be refused, and keeps the account without leaving it. Nothing otherwise.
 */
export const LeavingNotice = ({ user }: { user: User }) => {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  if (user.deletionAt === null) return null;
  return (
    <div className="page pb-0!">
      <div role="status" className="flex flex-col gap-3 rounded-2xl border border-gold-400 bg-ink-900 p-4 fluid:p-5">
        <p className="font-semibold">{t('settings.ownData.leaving', { date: dateTime(user.deletionAt) })}</p>
        <p className="max-w-2xl text-ink-200">{t('settings.ownData.leavingText')}</p>
        <KeepButton />
      </div>
    </div>
  );
};
