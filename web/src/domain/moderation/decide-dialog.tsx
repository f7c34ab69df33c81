import type { HideReason } from '@skarb/schema/hidden';
import { HIDE_REASONS, REPORT_NOTE_MAX } from '@skarb/schema/limits';
import { useState, type FormEvent } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { wordsOf } from '../../platform/steps/failure-words.ts';
import type { Subject } from './subject-actions.tsx';
import { useDecide } from './use-decide.ts';

/** An admin hides a subject, shows it again, or writes to its creator, who gets the message by mail and in the app. */
export const DecideDialog = ({
  act,
  subject,
  reason: first = 'STOLEN',
  onClose,
}: {
  act: 'hide' | 'restore' | 'note';
  subject: Subject;
  /** The most frequent reason. */
  reason?: HideReason;
  onClose: () => void;
}) => {
  const { t } = useTranslation();
  const [reason, setReason] = useState<HideReason>(first);
  const [note, setNote] = useState('');
  const [isMissing, setMissing] = useState(false);
  const decide = useDecide(onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (act === 'note' && !note.trim()) return setMissing(true);
    decide.mutate({ act, subject, note, ...(act === 'hide' ? { reason } : {}) });
  };
  return (
    <Dialog
      open
      keepsInput
      onOpenChange={(open) => !open && onClose()}
      title={t(`moderation.decide.${act}.title`)}
      description={t(`moderation.decide.${act}.${act === 'note' ? 'any' : subject.type}`, { name: subject.name })}
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        {act === 'hide' && (
          <Select
            label={t('moderation.report.reason')}
            value={reason}
            onChange={({ target }) => setReason(target.value as HideReason)}
            options={HIDE_REASONS.map((value) => ({ value, label: t(`moderation.reason.${value}`) }))}
          />
        )}
        <TextArea
          label={t(act === 'note' ? 'moderation.decide.words' : 'moderation.decide.wordsToo')}
          hint={t('moderation.decide.wordsHint')}
          error={isMissing && t('moderation.decide.missing')}
          value={note}
          onChange={({ target }) => {
            setNote(target.value);
            setMissing(false);
          }}
          maxLength={REPORT_NOTE_MAX}
        />
        <FailureNotice words={decide.error ? wordsOf(t, decide.error) : undefined} />
        <Button type="submit" isBusy={decide.isPending}>
          {t(`moderation.decide.${act}.submit`)}
        </Button>
      </form>
    </Dialog>
  );
};
