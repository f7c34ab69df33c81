import * as accountCalls from '@skarb/schema/calls/account';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { openAuth } from '../domain/auth/auth-dialog.ts';
import { FormFailure } from '../domain/auth/form-failure.tsx';
import { wordsOf } from '../platform/steps/failure-words.ts';
import { Head } from '../platform/head/head.tsx';
import { call } from '../platform/http/api.ts';
import { ApiError } from '@skarb/client';
import { session } from '../platform/session/use-session.ts';
import { usePageParameters } from '../platform/route/use-page-parameters.ts';
import { Button } from '../ui/button.tsx';

/**
 * Undoes a change of the sign-in methods, or everything since a sign-in, with the link of its mail. Only a button
 * press does it, because mail programs open links.
 */
export const Component = () => {
  const { t } = useTranslation();
  const { token = '' } = useParams();
  const of = usePageParameters()[0].get('of');
  const words = (key: string) => {
    if (of === 'sign-in') return t(`auth.undo.signIn.${key}`);
    return t(of === 'deletion' ? `auth.undo.deletion.${key}` : `auth.undo.${key}`);
  };
  const [state, setState] = useState<'ask' | 'done' | 'stale'>('ask');
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const undo = async () => {
    setFailure(undefined);
    setBusy(true);
    try {
      await call(accountCalls.undoChange, { body: { token } });
      await session.reload();
      setState('done');
    } catch (error) {
      if (error instanceof ApiError && !error.isPassing) setState('stale');
      setFailure(wordsOf(t, error));
    }
    setBusy(false);
  };
  return (
    <div className="mx-auto flex min-h-[60dvh] max-w-md flex-col justify-center gap-5 px-6 py-12">
      <Head title={words('title')} isHidden />
      <h1 className="text-2xl font-semibold">{words('title')}</h1>
      <p role="status" className="text-ink-200">
        {words(state === 'done' ? 'done' : 'text')}
      </p>
      <FormFailure words={failure} />
      {state === 'ask' ? (
        <Button isBusy={isBusy} onClick={() => void undo()}>
          {words('submit')}
        </Button>
      ) : (
        <Button onClick={() => openAuth('resetPassword')}>{t('auth.undo.newPassword')}</Button>
      )}
    </div>
  );
};
