import * as recoveryCalls from '@skarb/schema/calls/account-recovery';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { openAuth } from '../domain/auth/auth-dialog.ts';
import { FormFailure } from '../domain/auth/form-failure.tsx';
import { Head } from '../platform/head/head.tsx';
import { call } from '../platform/http/api.ts';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { useSession } from '../platform/session/use-session.ts';
import { path } from '../platform/route/path.ts';
import { wordsOf } from '../platform/steps/failure-words.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { When } from '../platform/format/when.tsx';

/** How often a proposal without a date is read again. */
const UNDATED_MS = 2_000;

/**
 * The link in the mails about a new key: confirms the request, or stops it. Only a button press does either, because
 * mail programs open links.
 */
export const Component = () => {
  const { t } = useTranslation();
  const { token = '' } = useParams();
  const { user } = useSession();
  const { data, error, refetch } = useQuery({
    queryKey: ['recovery', token],
    queryFn: async () => (await call(recoveryCalls.recoveryLink, { body: { token } })).data,
    retry: false,
    // The date comes with the block of the proposal.
    refetchInterval: ({ state }) =>
      state.data?.status === 'CONFIRMED' && !state.data.effectiveAt ? UNDATED_MS : false,
  });
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState<'confirm' | 'stop'>();
  const act = async (what: 'confirm' | 'stop') => {
    setFailure(undefined);
    setBusy(what);
    try {
      if (what === 'confirm') await call(recoveryCalls.confirmRecovery, { body: { token } });
      else await call(recoveryCalls.stopRecovery, { body: { token }, isAnonymous: true });
      await refetch();
    } catch (refusal) {
      setFailure(wordsOf(t, refusal));
    }
    setBusy(undefined);
  };
  const status = data?.status;
  const isOpen = status === 'ASKED' || status === 'CONFIRMED';
  return (
    <div className="mx-auto flex min-h-[60dvh] max-w-md flex-col justify-center gap-5 px-6 py-12">
      <Head title={t('auth.recovery.title')} isHidden />
      <h1 className="text-2xl font-semibold">{t('auth.recovery.title')}</h1>
      <p role="status" className="text-ink-200">
        {status && t(`auth.recovery.state.${status}`)}
      </p>
      {status === 'CONFIRMED' && (
        <p className="text-ink-200">
          {data?.effectiveAt ? (
            <>
              {t('auth.recovery.from')} <When at={data.effectiveAt} form="exact" /> (<When at={data.effectiveAt} />)
            </>
          ) : (
            t('auth.recovery.undated')
          )}
        </p>
      )}
      <FormFailure words={failure ?? (error ? wordsOf(t, error) : undefined)} />
      {status === 'ASKED' &&
        (user ? (
          <Button isBusy={busy === 'confirm'} onClick={() => void act('confirm')}>
            {t('auth.recovery.confirm')}
          </Button>
        ) : (
          <Button onClick={() => openAuth('login')}>{t('auth.recovery.signIn')}</Button>
        ))}
      {isOpen && (
        <Button variant="outlined" isBusy={busy === 'stop'} onClick={() => void act('stop')}>
          {t('auth.recovery.stop')}
        </Button>
      )}
      {(error || (status && !isOpen)) && (
        <Link to={path.tokens} className={buttonClass('outlined')}>
          {t('error.page.toGallery')}
        </Link>
      )}
    </div>
  );
};
