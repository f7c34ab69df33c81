import * as accountCalls from '@skarb/schema/calls/account';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { openAuth } from '../domain/auth/auth-dialog.ts';
import { FormFailure } from '../domain/auth/form-failure.tsx';
import { passwordFault } from '../domain/auth/new-password-fields.tsx';
import { NewPasswordForm } from '../domain/auth/new-password-form.tsx';
import { wordsOf } from '../platform/steps/failure-words.ts';
import { Head } from '../platform/head/head.tsx';
import { call } from '../platform/http/api.ts';
import { ApiError } from '@skarb/client';
import { session } from '../platform/session/use-session.ts';
import { Button } from '../ui/button.tsx';

/** Sets a new password with the token of the mail's link; every session of the account ends. */
export const Component = () => {
  const { t } = useTranslation();
  const { token = '' } = useParams();
  const [state, setState] = useState<'form' | 'done' | 'stale'>('form');
  const [failure, setFailure] = useState<string>();
  const submit = async (password: string) => {
    try {
      await call(accountCalls.resetPassword, { body: { token, password } });
      // The session of this browser has ended with the old password.
      await session.reload();
      setState('done');
    } catch (error) {
      // The link is no longer valid; the form shows any other error.
      if (!(error instanceof ApiError) || error.isPassing || passwordFault(error)) throw error;
      setFailure(wordsOf(t, error));
      setState('stale');
    }
  };
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
        <NewPasswordForm text={t('auth.resetPassword.choose')} submit={t('auth.resetPassword.set')} onSubmit={submit} />
      )}
    </div>
  );
};
