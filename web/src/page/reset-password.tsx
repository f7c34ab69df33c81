import * as accountCalls from '@skarb/schema/calls/account';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { openAuth } from '../domain/auth/auth-dialog.ts';
import { FormFailure } from '../domain/auth/form-failure.tsx';
import { LateWays } from '../domain/auth/late-ways.tsx';
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
  const [removed, setRemoved] = useState<string[]>([]);
  // If this fails, the password can be set anyway; the settings list every sign-in method.
  const late = useQuery({
    queryKey: ['reset-password', token],
    queryFn: async () => (await call(accountCalls.resetLink, { body: { token } })).data.ways,
    retry: false,
    enabled: state === 'form',
  });
  const submit = async (password: string) => {
    try {
      const removedWays = removed.length > 0 ? { removedWays: removed } : {};
      await call(accountCalls.resetPassword, { body: { token, password, ...removedWays } });
      // The session of this browser has ended with the old password.
      await session.reload();
      setState('done');
    } catch (error) {
      // The link is no longer valid; the form shows any other error.
      if (!(error instanceof ApiError) || error.isPassing || passwordFault(error)) throw error;
      if (error.code !== 'resetToken.invalid') {
        // Meanwhile another one of the methods was removed, or signed an offer.
        setRemoved([]);
        void late.refetch();
        throw error;
      }
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
        <NewPasswordForm text={t('auth.resetPassword.choose')} submit={t('auth.resetPassword.set')} onSubmit={submit}>
          <LateWays ways={late.data ?? []} removed={removed} onChange={setRemoved} />
        </NewPasswordForm>
      )}
    </div>
  );
};
