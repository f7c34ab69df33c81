import type { TokensAndUser } from '@skarb/schema/auth';
import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { openAuth } from '../domain/auth/auth-dialog.ts';
import { wordsOf } from '../domain/wallet/failure-words.ts';
import { Head } from '../platform/head/head.tsx';
import { api } from '../platform/http/api.ts';
import { path } from '../platform/route/path.ts';
import { session } from '../platform/session/use-session.ts';
import { Button, buttonClass } from '../ui/button.tsx';

type Outcome = { state: 'running' | 'done' | 'failed'; error?: unknown };

// The token works once: it is handed in once, however often the page is rendered.
const attempts = new Map<string, Promise<Outcome>>();
const confirmOnce = (token: string): Promise<Outcome> => {
  const attempt =
    attempts.get(token) ??
    api.post<{ data: TokensAndUser }>('/auth/confirm/email', { body: { token } }).then(
      ({ data }): Outcome => {
        session.signIn(data);
        return { state: 'done' };
      },
      (error: unknown): Outcome => ({ state: 'failed', error }),
    );
  attempts.set(token, attempt);
  return attempt;
};

/** Confirms the e-mail address by the token of the mail's link, and signs in. */
export const Component = () => {
  const { t } = useTranslation();
  const [query] = useSearchParams();
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
  const isMissing = token === '';
  const state = isMissing ? 'failed' : outcome.state;
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
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        {state === 'done' && (
          <Link to={path.tokens} className={buttonClass()}>
            {t('auth.confirmation.toGallery')}
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
