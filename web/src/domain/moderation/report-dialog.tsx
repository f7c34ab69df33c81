import { ApiError } from '@skarb/client';
import * as moderationCalls from '@skarb/schema/calls/moderation';
import type { HideReason } from '@skarb/schema/hidden';
import { HIDE_REASONS, REPORT_NOTE_MAX } from '@skarb/schema/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { call } from '../../platform/http/api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { signInAgain } from '../auth/sign-in-again.ts';
import { wordsOf } from '../../platform/steps/failure-words.ts';
import { reportedQuery } from './reported.query.ts';
import type { Subject } from './subject-actions.tsx';

/** Reports a subject: a reason and an optional note. */
export const ReportDialog = ({ subject, onClose }: { subject: Subject; onClose: () => void }) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [reason, setReason] = useState<HideReason | ''>('');
  const [note, setNote] = useState('');
  const [isMissing, setMissing] = useState(false);
  const send = useMutation({
    mutationFn: (chosen: HideReason) =>
      call(moderationCalls.report, {
        body: { subjectType: subject.type, subjectUuid: subject.uuid, reason: chosen, note },
      }),
    onSuccess: () => {
      client.setQueryData(reportedQuery(subject).queryKey, true);
      toast.success(t('moderation.report.sent'));
      onClose();
    },
    onError: (error, chosen) => {
      signInAgain(error, () => send.mutate(chosen));
      if (error instanceof ApiError && error.code === 'report.open')
        client.setQueryData(reportedQuery(subject).queryKey, true);
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setMissing(reason === '');
    if (reason === '') event.currentTarget.querySelector('select')?.focus();
    else send.mutate(reason);
  };
  return (
    <Dialog
      open
      keepsInput
      onOpenChange={(open) => !open && onClose()}
      title={t(`moderation.report.title.${subject.type}`)}
      description={t('moderation.report.text', { name: subject.name })}
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <Select
          label={t('moderation.report.reason')}
          value={reason}
          onChange={({ target }) => {
            setReason(target.value as HideReason | '');
            setMissing(false);
          }}
          placeholder={t('moderation.report.choose')}
          options={HIDE_REASONS.map((value) => ({ value, label: t(`moderation.reason.${value}`) }))}
          error={isMissing && t('moderation.report.missing')}
        />
        <TextArea
          label={t('moderation.report.note')}
          hint={t('moderation.report.noteHint')}
          value={note}
          onChange={({ target }) => setNote(target.value)}
          maxLength={REPORT_NOTE_MAX}
        />
        <FailureNotice words={send.error ? wordsOf(t, send.error) : undefined} />
        <Button type="submit" isBusy={send.isPending}>
          {t('moderation.report.submit')}
        </Button>
      </form>
    </Dialog>
  );
};
