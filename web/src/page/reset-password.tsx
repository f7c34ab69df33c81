import * as accountCalls from '@skarb/schema/calls/account';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { openAuth } from '../domain/auth/auth-dialog.ts';
import { FormFailure } from '../domain/auth/form-failure.tsx';
import { LateWays } from '../domain/auth/late-ways.tsx';
import { passwordFault } from '../domain/auth/new-password-fields.tsx';
import { NewPasswordForm } from '../domain/auth/new-password-form.tsx';
import { wayBack } from '../domain/auth/resume.ts';
import { wordsOf } from '../platform/steps/failure-words.ts';
import { Head } from '../platform/head/head.tsx';
import { call } from '../platform/http/api.ts';
import { ApiError } from '@skarb/client';
import { path } from '../platform/route/path.ts';
import { session, useSession } from '../platform/session/use-session.ts';
import { usePageParameters } from '../platform/route/use-page-parameters.ts';
import { Button, buttonClass } from '../ui/button.tsx';

/** It takes the place of what had the focus. */
const focus = (control: HTMLElement | null) => control?.focus();

/**
 * Sets a new password with the token of the mail's link; every session of the account ends. The next sign-in leads on to what
 * the forgotten password interrupted.
 */
export const Component = () => {
  const { t } = useTranslation();
  const { token = '' } = useParams();
  const [query] = usePageParameters();
  const navigate = useNavigate();
  const { user } = useSession();
  const next = wayBack(query.get('next'));
  const back = next ?? path.tokens;
  const [state, setState] = useState<'form' | 'done' | 'stale'>('form');
  const [failure, setFailure] = useState<string>();
  const [removed, setRemoved] = useState<string[]>([]);
  // If this fails, the password can be set anyway; the settings list every sign-in method.
  const link = useQuery({
    queryKey: ['reset-password', token],
    queryFn: async () => (await call(accountCalls.resetLink, { body: { token } })).data,
    retry: false,
    enabled: state === 'form',
  });
  const email = link.data?.email ?? undefined;
  const words = useId();
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
        void link.refetch();
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
          <p id={words} role="status" className="text-ink-200">
            {t(user ? 'auth.resetPassword.doneSignedIn' : 'auth.resetPassword.done')}
          </p>
          {user ? (
            <Link ref={focus} to={back} replace aria-describedby={words} className={buttonClass()}>
              {t(next ? 'auth.confirmation.goOn' : 'auth.confirmation.toGallery')}
            </Link>
          ) : (
            <Button
              ref={focus}
              aria-describedby={words}
              onClick={() =>
                openAuth('login', { email, resume: back, then: () => void navigate(back, { replace: true }) })
              }
            >
              {t('auth.signIn')}
            </Button>
          )}
        </>
      )}
      {state === 'stale' && (
        <>
          <FormFailure words={failure} />
          <Button ref={focus} onClick={() => openAuth('resetPassword', { email, resume: back })}>
            {t('auth.resetPassword.newLink')}
          </Button>
        </>
      )}
      {state === 'form' && (
        <NewPasswordForm
          text={t('auth.resetPassword.choose')}
          submit={t('auth.resetPassword.set')}
          email={email}
          onSubmit={submit}
        >
          <LateWays ways={link.data?.ways ?? []} removed={removed} onChange={setRemoved} />
        </NewPasswordForm>
      )}
    </div>
  );
};
