import { ApiError } from '@skarb/client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { setProofAsker, setWorkDoer } from '../../platform/http/api.ts';
import { doWork } from '../../platform/http/work.ts';
import { session, useSession } from '../../platform/session/use-session.ts';
import { wordsOf } from '../../platform/steps/failure-words.ts';
import { toast } from '../../ui/toast.tsx';
import { lazyDialog } from '../../platform/lazy/lazy-dialog.tsx';
import { startWallets } from '../../platform/wallet/wallet.ts';
import { DemoWallet } from '../wallet/demo-wallet.tsx';
import { authDialogState, closeAuth, isAuthHeld, openAuth, proceed, useAuthDialogState } from './auth-dialog.ts';
import { startKeyWallet } from './key-wallet.ts';
import { forgetRegistration, readRegistration } from './kept-registration.ts';
import { keepPreferences } from './preferences.ts';
import { keepCachePrivate } from './private-cache.ts';
import { wayBack } from './resume.ts';
import { askForProof, useProofAsked } from './step-up.ts';

const StepUpDialog = lazyDialog(
  async () => (await import('./step-up-dialog.tsx')).StepUpDialog,
  ({ onAnswer }) => onAnswer(false),
);
const AuthDialogs = lazyDialog(async () => (await import('./auth-dialogs.tsx')).loadAuthDialogs(), closeAuth);

/**
 * After a reload of a tab whose registration waits for its code: opens the dialog again, or goes on if the mail's link has
 * signed in meanwhile.
 */
const useReopenedRegistration = () => {
  const navigate = useNavigate();
  const isReady = useSession().status !== 'loading';
  useEffect(() => {
    const kept = readRegistration();
    if (!isReady || !kept || authDialogState()) return;
    // The page of a mailed link says how it ended, and leads on.
    if (!wayBack(location.pathname)) return forgetRegistration();
    openAuth('registered', { ...kept, then: () => kept.resume && void navigate(kept.resume) });
    const { user } = session.getState();
    if (user) proceed(user);
  }, [isReady, navigate]);
};

/** Starts the wallets and what API calls need from dialogs. */
const Services = () => {
  const client = useQueryClient();
  const { t, i18n } = useTranslation();
  useEffect(() => {
    startWallets();
    setProofAsker(askForProof);
    setWorkDoer(doWork);
    const stops = [keepCachePrivate(session, client), startKeyWallet(client, i18n)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, i18n]);
  useEffect(() => keepPreferences(session, i18n), [i18n]);
  useReopenedRegistration();
  useEffect(() => session.onEnd((code) => toast.error(wordsOf(t, new ApiError(401, code)))), [t]);
  useEffect(
    () =>
      session.onIdentity((user) => {
        const waiting = authDialogState();
        if (!user || !waiting || isAuthHeld()) return;
        // A sign-in in this tab continues by itself; one in another tab, such as a mail's link opens, continues here.
        queueMicrotask(() => authDialogState() === waiting && proceed(user));
      }),
    [],
  );
  return null;
};

/** Mounted once per page: the authentication dialogs, the wallets, and the cache that must not outlive a session. */
export const AuthHost = () => {
  const state = useAuthDialogState();
  const answerProof = useProofAsked();
  return (
    <>
      {/* Before the demo wallet, which announces itself to the wallets. */}
      <Services />
      {state && <AuthDialogs state={state} />}
      {answerProof && <StepUpDialog onAnswer={answerProof} />}
      <DemoWallet />
    </>
  );
};
