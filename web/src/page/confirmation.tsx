import * as accountCalls from '@skarb/schema/calls/account';
import * as authCalls from '@skarb/schema/calls/auth';
import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { openAuth } from '../domain/auth/auth-dialog.ts';
import { CodeForm } from '../domain/auth/code-form.tsx';
import { NewPasswordForm } from '../domain/auth/new-password-form.tsx';
import { forgetResume, readResume } from '../domain/auth/resume.ts';
import { type Second, wantsCode } from '../domain/auth/sign-in.ts';
import { wordsOf } from '../platform/steps/failure-words.ts';
import { Head } from '../platform/head/head.tsx';
import { call } from '../platform/http/api.ts';
import { path } from '../platform/route/path.ts';
import { session, useSession } from '../platform/session/use-session.ts';
import { usePageParameters } from '../platform/route/use-page-parameters.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { toast } from '../ui/toast.tsx';

type Outcome = { state: 'running' | 'done' | 'failed' | 'code'; error?: unknown };

// The token works once: submit it once, however often the page renders.
const attempts = new Map<string, Promise<Outcome>>();
const confirm = async (token: string, second: Partial<Second> = {}): Promise<void> => {
  const body = { token, ...second };
  session.signIn((await call(authCalls.confirmEmail, { body })).data);
};
const confirmOnce = (token: string): Promise<Outcome> => {
  const attempt =
    attempts.get(token) ??
    confirm(token).then(
      (): Outcome => ({ state: 'done' }),
      // The account asks for its second factor; the mail's token stays valid until then.
      (error: unknown): Outcome => (wantsCode(error) ? { state: 'code' } : { state: 'failed', error }),
    );
  attempts.set(token, attempt);
  return attempt;
};

/** Confirms the e-mail address with the token of the mail's link, and signs in. */
export const Component = () => {
  const { t } = useTranslation();
  const [query] = usePageParameters();
  const token = query.get('token') ?? '';
  const [outcome, setOutcome] = useState<Outcome>({ state: 'running' });
  useEffect(() => {
    let isGone = false;
    if (token) void confirmOnce(token).then((result) => !isGone && setOutcome(result));
    return () => {
      isGone = true;
    };
  }, [token]);
  const retry = () => {
    attempts.delete(token);
    setOutcome({ state: 'running' });
    void confirmOnce(token).then(setOutcome);
  };
  const { user } = useSession();
  // Rendered only once the address is confirmed, in the browser.
  const [isSaved, setSaved] = useState(false);
  const [resume] = useState(() => readResume(query.get('next')));
  const isMissing = token === '';
  const state = isMissing ? 'failed' : outcome.state;
  const needsPassword = state === 'done' && user !== null && !user.hasPassword && !user.googleId;
  if (state === 'code')
    return (
      <div className="mx-auto flex min-h-[60dvh] max-w-md flex-col justify-center gap-5 px-6">
        <Head title={t('auth.confirmation.title')} isHidden />
        <h1 className="text-2xl font-semibold">{t('auth.confirmation.title')}</h1>
        <CodeForm
          onSecond={async (second) => {
            await confirm(token, second);
            setOutcome({ state: 'done' });
          }}
        />
      </div>
    );
  const Icon = { done: CircleCheck, failed: CircleAlert, running: LoaderCircle }[state];
  return (
    <div className="mx-auto flex min-h-[60dvh] max-w-md flex-col items-center justify-center gap-4 px-6 text-center">
      <Head title={t('auth.confirmation.title')} isHidden />
      <Icon
        aria-hidden
        className={
          {
            done: 'size-12 text-green-400',
            failed: 'size-12 text-red-400',
            running: 'size-12 animate-spin text-ink-400',
          }[state]
        }
      />
      <h1 className="text-2xl font-semibold">{t(`auth.confirmation.${state}`)}</h1>
      <p role={state === 'failed' ? 'alert' : 'status'} className="text-ink-200">
        {state === 'done' && t('auth.confirmation.welcome')}
        {state === 'running' && t('auth.confirmation.wait')}
        {state === 'failed' && (isMissing ? t('auth.confirmation.noToken') : wordsOf(t, outcome.error))}
      </p>
      {needsPassword && (
        // The registration was confirmed in another browser than it was made in.
        <NewPasswordForm
          text={t('auth.confirmation.choosePassword')}
          submit={t('auth.confirmation.savePassword')}
          email={user.email ?? ''}
          onSubmit={async (password) => {
            await call(accountCalls.changePassword, { body: { password } });
            await session.reload();
            setSaved(true);
            toast.success(t('auth.confirmation.passwordSaved'));
          }}
        />
      )}
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        {state === 'done' && !needsPassword && (
          <Link
            // It takes the place of the form that had the focus.
            ref={(link) => void (isSaved && link?.focus())}
            to={resume ?? path.tokens}
            onClick={forgetResume}
            className={buttonClass()}
          >
            {t(resume && resume !== path.tokens ? 'auth.confirmation.goOn' : 'auth.confirmation.toGallery')}
          </Link>
        )}
        {state === 'failed' && !isMissing && (
          <Button variant="outlined" onClick={retry}>
            {t('app.retry')}
          </Button>
        )}
        {state === 'failed' && <Button onClick={() => openAuth('login')}>{t('auth.signIn')}</Button>}
      </div>
    </div>
  );
};
