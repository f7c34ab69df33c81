import type { OfferWithSteps } from '@skarb/schema/offer';
import type { Step } from '@skarb/schema/primitive';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '@skarb/client';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { session, useSession } from '../../platform/session/use-session.ts';
import { openAuth } from '../auth/auth-dialog.ts';
import { aboutOf, wordsOf } from '../../platform/steps/failure-words.ts';
import { onEndElsewhere } from '../../platform/steps/step-store.ts';
import { useSteps } from '../wallet/use-steps.ts';
import { refreshTrade } from './refresh-trade.ts';

export type Phase = 'form' | 'steps' | 'done';

/** Refused by what is asked for, not by the service's state: the check of the form, which asks the same, finds it too. */
const isRule = (error: unknown): boolean => error instanceof ApiError && (error.status === 409 || error.status === 422);

/**
 * The flow of every trade dialog: a form, its API call, the wallet's steps, done. Typed values survive a failure and a
 * sign-in on the way; a reload resumes what was sent.
 * @param key of the step list, e.g. `bid:<tokenUuid>`
 * @param onDone gets the last answer, undefined if an interrupted run was resumed, and whether the dialog is still open: if
 * not, another one may be
 * @param about the kind of subject, if its refusals have their own texts
 */
export const useTradeFlow = <T extends { steps?: readonly Step[] } = OfferWithSteps>(
  key: string,
  onDone?: (answer: T | undefined, isOpen: boolean) => void,
  about = aboutOf(key),
) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const account = useSession().user?.metamaskWallet ?? '';
  const [reached, setPhase] = useState<Phase>('form');
  const [isSending, setSending] = useState(false);
  // Known at once: a second submission may come before the first one is rendered.
  const isCalling = useRef(false);
  const mark = (isNow: boolean) => {
    isCalling.current = isNow;
    setSending(isNow);
  };
  const [refusal, setRefusal] = useState<string>();
  const [offer, setOffer] = useState<T>();
  // Without steps `onDone` runs before the answer is rendered.
  const answer = useRef<T>(undefined);
  const keep = (next: T) => {
    answer.current = next;
    setOffer(next);
  };
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const steps = useSteps(key, {
    onAnswer: (data) => data !== undefined && keep(data as T),
    onDone: () => {
      setPhase('done');
      void refreshTrade(client);
      onDone?.(answer.current, isOpen.current);
    },
  });
  const { resume, start, reset, isLeft } = steps;
  // Steps without a call are those of a resumed run.
  const phase = reached === 'form' && steps.state.steps.length > 0 ? 'steps' : reached;
  useEffect(() => {
    if (account) void resume(account);
  }, [account, resume]);

  /**
   * Does nothing while a call is running: it would be the same trade twice. If the dialog is closed before the answer, the
   * trade ends there: nobody could see what the sign-in or the wallet asks for.
   * @param isAgain after the sign-in that the first call asked for: the check of the form says what refuses it now
   */
  const send = async (call: () => Promise<{ data: T }>, isAgain = false): Promise<void> => {
    if (isCalling.current || (isAgain && isLeft())) return;
    setRefusal(undefined);
    mark(true);
    try {
      const { data } = await call();
      mark(false);
      // What the answer did without steps is reported anyway.
      if (isLeft() && data.steps?.length) return void refreshTrade(client);
      keep(data);
      setPhase('steps');
      // Read the session now: the user may have connected a wallet since the call.
      await start(data.steps ?? [], session.getState().user?.metamaskWallet ?? '');
    } catch (error) {
      void refreshTrade(client);
      mark(false);
      if (isLeft()) return;
      const isGate = error instanceof ApiError && (error.status === 401 || error.code === 'wallet.missing');
      if (isGate) openAuth('participate', { need: 'wallet', then: () => void send(call, true) });
      else if (!(isAgain && isRule(error))) setRefusal(wordsOf(t, error, about));
    }
  };
  const restart = useCallback(() => {
    reset();
    setRefusal(undefined);
    setPhase('form');
  }, [reset]);
  const isElsewhere = steps.state.status === 'elsewhere';
  const [isOver, setOver] = useState(false);
  // Another tab has done it: what the form offers now, or why it cannot, is read again.
  useEffect(
    () =>
      isElsewhere
        ? onEndElsewhere(key, () => {
            restart();
            setOver(true);
            void refreshTrade(client);
          })
        : undefined,
    [isElsewhere, key, restart, client],
  );
  const dismiss = useCallback(() => setRefusal(undefined), []);
  return {
    phase,
    /** The call is running. */ isSending,
    /** Why the call was refused, as text. */ refusal,
    /** Clears the refusal. */ dismiss,
    /** The offer, or another answer, as last received. */ offer,
    steps,
    account,
    send,
    restart,
    /** Another tab ended the same trade while this one waited for it. */ isOver,
    hasFailed: refusal !== undefined || (phase === 'steps' && steps.state.status === 'failed'),
  };
};
