import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { openAuth } from '../domain/auth/auth-dialog.ts';
import { newPasswordForm, type NewPasswordForm } from '../domain/auth/auth.form.ts';
import { FormFailure } from '../domain/auth/form-failure.tsx';
import { NewPasswordFields } from '../domain/auth/new-password-fields.tsx';
import { wordsOf } from '../domain/wallet/failure-words.ts';
import { Head } from '../platform/head/head.tsx';
import { api } from '../platform/http/api.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { session } from '../platform/session/use-session.ts';
import { Button } from '../ui/button.tsx';

/** Sets a new password by the token of the mail's link; every session of the account ends. */
export const Component = () => {
  const { t } = useTranslation();
  const { token = '' } = useParams();
  const [state, setState] = useState<'form' | 'done' | 'stale'>('form');
  const [failure, setFailure] = useState<string>();
  const form = useForm<NewPasswordForm>({
    resolver: zodResolver(newPasswordForm),
    defaultValues: { password: '', repeated: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ password }) => {
    setFailure(undefined);
    try {
      await api.post('/auth/reset-password', { body: { token, password } });
      // Whoever was signed in here with the old password is not any more.
      await session.reload();
      setState('done');
    } catch (error) {
      const isRefused = error instanceof ApiError && !error.isPassing;
      if (isRefused && error.fields.password) return form.setError('password', { message: 'passwordShort' });
      if (isRefused && !error.fields.password) setState('stale');
      setFailure(wordsOf(t, error));
    }
  });
  const word = (key: string | undefined) => key && t(`auth.field.${key}`);
  return (
    <div className="mx-auto flex min-h-[60dvh] max-w-md flex-col justify-center gap-5 px-6 py-12">
      <Head title={t('auth.resetPassword.title')} isHidden />
      <h1 className="text-2xl font-semibold">{t('auth.resetPassword.title')}</h1>
      {state === 'done' && (
        <>
          <p role="status" className="text-ink-200">
            {t('auth.resetPassword.done')}
          </p>
          <Button onClick={() => openAuth('login')}>{t('auth.signIn')}</Button>
        </>
      )}
      {state === 'stale' && (
        <>
          <FormFailure words={failure} />
          <Button onClick={() => openAuth('resetPassword')}>{t('auth.resetPassword.newLink')}</Button>
        </>
      )}
      {state === 'form' && (
        <form noValidate onSubmit={submit} className="flex flex-col gap-5">
          <p className="text-ink-200">{t('auth.resetPassword.choose')}</p>
          <NewPasswordFields
            label={t('auth.resetPassword.new')}
            password={{ ...form.register('password'), error: word(errors.password?.message) }}
            repeated={{ ...form.register('repeated'), error: word(errors.repeated?.message) }}
          />
          <FormFailure words={failure} />
          <Button type="submit" isBusy={isSubmitting}>
            {t('auth.resetPassword.set')}
          </Button>
        </form>
      )}
    </div>
  );
};
