import * as authCalls from '@skarb/schema/calls/auth';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { call } from '../../platform/http/api.ts';
import { wordsOf } from '../../platform/steps/failure-words.ts';
import { Button } from '../../ui/button.tsx';
import { timeText } from '../../ui/time-text.ts';
import { switchAuth } from './auth-dialog.ts';
import { FormFailure } from './form-failure.tsx';

/** When a mail can be sent again, in milliseconds. */
export const timeIn = ({ nextInSeconds }: { nextInSeconds: number }): number => Date.now() + nextInSeconds * 1000;

const everySecond = (onSecond: () => void) => {
  const timer = setInterval(onSecond, 1000);
  return () => clearInterval(timer);
};
/** The seconds until a time, counted down; 0 from then on. */
const useSecondsUntil = (at: number): number =>
  useSyncExternalStore(everySecond, () => Math.max(0, Math.ceil((at - Date.now()) / 1000)));

/**
 * Sends the mail of this browser's registration again, or says how long to wait. Its answer stands beside the button.
 * @param at when that is possible, in milliseconds
 */
export const SendAgain = ({ email, at }: { email: string; at: number }) => {
  const { t } = useTranslation();
  const seconds = useSecondsUntil(at);
  const [isBusy, setBusy] = useState(false);
  const [words, setWords] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const send = async () => {
    setBusy(true);
    setFailure(undefined);
    setWords(undefined);
    try {
      const { data } = await call(authCalls.registerAgain, { body: { email } });
      switchAuth('registered', { mailAt: timeIn(data) });
      setWords(data.isSent ? t('auth.registered.sentAgain', { email }) : t('auth.registered.wait'));
    } catch (error) {
      setFailure(wordsOf(t, error));
    }
    setBusy(false);
  };
  return (
    <>
      <div role="status" className="empty:-mb-5">
        {words && <p className="rounded-xl bg-ink-800 p-4 text-ink-200">{words}</p>}
      </div>
      <FormFailure words={failure} isBusy={isBusy} />
      <Button
        variant="outlined"
        className="whitespace-normal tabular-nums"
        isBusy={isBusy}
        disabled={seconds > 0}
        onClick={() => void send()}
      >
        {seconds > 0 ? t('auth.registered.sendAgainIn', { time: timeText(seconds) }) : t('auth.registered.sendAgain')}
      </Button>
    </>
  );
};
