import * as accountCalls from '@skarb/schema/calls/account';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { call } from '../../platform/http/api.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { wordsOf } from '../../platform/steps/failure-words.ts';
import { authDialogState, switchAuth } from './auth-dialog.ts';
import { emailForm, type EmailForm } from './auth.form.ts';
import { FormFailure } from './form-failure.tsx';
import { wayBack } from './resume.ts';
import { TextButton } from './text-button.tsx';

/** Requests the mail with a link to a new password. The answer never reveals whether the address has an account. */
export const ResetRequestForm = ({ email = '' }: { email?: string }) => {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<string>();
  const [sentTo, setSentTo] = useState<string>();
  const [isAgain, setAgain] = useState(false);
  const form = useForm<EmailForm>({ resolver: zodResolver(emailForm), defaultValues: { email } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ email: to }) => {
    setFailure(undefined);
    try {
      const next = wayBack(authDialogState()?.resume);
      await call(accountCalls.requestReset, { body: { email: to, ...(next && { next }) } });
      setAgain(sentTo !== undefined);
      setSentTo(to);
    } catch (error) {
      setFailure(wordsOf(t, error));
    }
  });
  const toLogin = () => switchAuth('login', { email: form.getValues().email });
  if (sentTo)
    return (
      <div className="flex flex-col gap-5">
        <p role="status" className="text-ink-200">
          {isAgain
            ? t('auth.resetPassword.sentAgain', { email: sentTo })
            : t('auth.resetPassword.sent', { email: sentTo })}
        </p>
        <FormFailure words={failure} isBusy={isSubmitting} />
        <Button variant="outlined" isBusy={isSubmitting} onClick={() => void submit()}>
          {t('auth.resetPassword.again')}
        </Button>
        <p className="text-center">
          <TextButton onClick={toLogin}>{t('auth.resetPassword.toLogin')}</TextButton>
        </p>
      </div>
    );
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <p className="text-ink-200">{t('auth.resetPassword.text')}</p>
      <TextField
        label={t('auth.email')}
        type="email"
        autoComplete="email"
        inputMode="email"
        required
        error={errors.email?.message && t(`auth.field.${errors.email.message}`)}
        {...form.register('email')}
      />
      <FormFailure words={failure} isBusy={isSubmitting} />
      <Button type="submit" isBusy={isSubmitting}>
        {t('auth.resetPassword.submit')}
      </Button>
      <p className="text-center">
        <TextButton onClick={toLogin}>{t('auth.resetPassword.toLogin')}</TextButton>
      </p>
    </form>
  );
};
