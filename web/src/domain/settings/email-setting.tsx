import * as authCalls from '@skarb/schema/calls/auth';
import type { User } from '@skarb/schema/auth';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { call } from '../../platform/http/api.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { emailForm, type EmailForm } from '../auth/auth.form.ts';
import { TextButton } from '../auth/text-button.tsx';
import { refusedFields } from '../create/refused-fields.ts';
import { Badge } from './badge.tsx';
import { SaveRow } from './save-row.tsx';
import { Setting } from './settings-section.tsx';
import { useFieldWords } from './use-field-words.ts';
import { useSave } from './use-save.ts';
import { useUnsaved } from '../../platform/route/unsaved.ts';

const change = async (email: string): Promise<User> => (await call(authCalls.editProfile, { body: { email } })).data;

/** A new address that is not confirmed yet. */
const Pending = ({ user, pending }: { user: User; pending: string }) => {
  const { t } = useTranslation();
  const { save, isBusy, failure } = useSave();
  const { email } = user;
  const resend = () => void save(() => change(pending), { done: t('settings.email.sent', { email: pending }) });
  return (
    <div className="flex flex-col gap-2 rounded-2xl bg-ink-900 p-4">
      <p role="status" className="text-ink-200 wrap-anywhere">
        {t('settings.email.pending', { email: pending })}
      </p>
      <div className="flex flex-wrap gap-x-5 gap-y-2 text-sm" aria-busy={isBusy}>
        <TextButton onClick={resend}>{t('settings.email.resend')}</TextButton>
        {email && (
          <TextButton onClick={() => void save(() => change(email), { done: t('settings.email.calledOff') })}>
            {t('settings.email.callOff')}
          </TextButton>
        )}
      </div>
      {failure && (
        <p role="alert" className="text-sm text-red-400">
          {failure}
        </p>
      )}
    </div>
  );
};

const ChangeForm = ({ user, onEnd }: { user: User; onEnd: () => void }) => {
  const { t } = useTranslation();
  const word = useFieldWords();
  const { save, isBusy, failure } = useSave();
  const form = useForm<EmailForm>({ resolver: zodResolver(emailForm), defaultValues: { email: '' } });
  const { errors, isDirty } = form.formState;
  useUnsaved(isDirty);
  const submit = form.handleSubmit(async ({ email }) => {
    if (email.toLowerCase() === user.email) return form.setError('email', { message: 'emailSame' });
    const hasSaved = await save(() => change(email), {
      done: t('settings.email.sent', { email }),
      refused: (error) => {
        const refused = refusedFields(t, error, ['email']);
        for (const [field, words] of refused) form.setError(field, { message: words }, { shouldFocus: true });
        return refused.length > 0;
      },
    });
    if (hasSaved) onEnd();
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label={t('settings.email.new')}
        hint={t('settings.email.hint')}
        type="email"
        inputMode="email"
        autoComplete="email"
        required
        // It opens by a press on the button above it.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        error={word(errors.email?.message)}
        {...form.register('email')}
      />
      <SaveRow
        isDirty={isDirty}
        isBusy={isBusy}
        failure={failure}
        label={t('settings.email.submit')}
        onCancel={onEnd}
      />
    </form>
  );
};

/** The sign-in address; a new one replaces it once its mail is confirmed. */
export const EmailSetting = ({ user }: { user: User }) => {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <Setting
      title={t('auth.email')}
      text={user.email ?? t('settings.email.none')}
      badge={
        user.email && (
          <Badge isGood={user.isEmailConfirmed}>
            {t(user.isEmailConfirmed ? 'settings.confirmed' : 'settings.unconfirmed')}
          </Badge>
        )
      }
      action={
        !isOpen && (
          <Button variant="outlined" size="small" onClick={() => setOpen(true)}>
            {t(user.email ? 'settings.email.change' : 'settings.email.add')}
          </Button>
        )
      }
    >
      {user.pendingEmail && <Pending user={user} pending={user.pendingEmail} />}
      {isOpen && <ChangeForm user={user} onEnd={() => setOpen(false)} />}
    </Setting>
  );
};
