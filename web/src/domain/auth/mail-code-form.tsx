import { ApiError } from '@skarb/client';
import * as authCalls from '@skarb/schema/calls/auth';
import { MAIL_CODE_PATTERN } from '@skarb/schema/limits';
import { useRef, useState } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { call } from '../../platform/http/api.ts';
import { session } from '../../platform/session/use-session.ts';
import { wordsOf } from '../../platform/steps/failure-words.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { holdAuth, proceed, switchAuth } from './auth-dialog.ts';
import { FormFailure } from './form-failure.tsx';
import { forgetResume } from './resume.ts';
import { SendAgain } from './send-again.tsx';
import { TextButton } from './text-button.tsx';

/**
 * The code of a registration's mail: its last digit confirms the address, signs in and continues what the person was
 * about to do. The mail's link does the same from elsewhere.
 */
export const MailCodeForm = ({ email, mailAt = 0 }: { email: string; mailAt?: number | undefined }) => {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const submit = async (typed: string) => {
    setFailure(undefined);
    if (!MAIL_CODE_PATTERN.test(typed)) {
      field.current?.focus();
      return setError(t('auth.registered.incomplete'));
    }
    setError(undefined);
    setBusy(true);
    try {
      const { data } = await call(authCalls.confirmEmailByCode, { body: { email, code: typed } });
      forgetResume();
      await holdAuth(async () => {
        session.signIn(data);
        proceed(data.user, { makesKey: true });
      });
    } catch (refusal) {
      setBusy(false);
      if (refusal instanceof ApiError && refusal.fields.code) {
        setError(wordsOf(t, refusal));
        field.current?.focus();
      } else setFailure(wordsOf(t, refusal));
    }
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void submit(code);
      }}
    >
      <TextField
        ref={field}
        label={t('auth.registered.code')}
        hint={t('auth.registered.hint')}
        autoComplete="one-time-code"
        inputMode="numeric"
        // It takes the place of the form that had the focus.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        required
        value={code}
        onChange={({ target }) => {
          // Pasted with spaces, or with the words around it.
          const typed = target.value.replace(/\D/g, '').slice(0, 6);
          setCode(typed);
          setError(undefined);
          if (typed.length === 6 && typed !== code && !isBusy) void submit(typed);
        }}
        error={error}
      />
      <FormFailure words={failure} isBusy={isBusy} />
      <Button type="submit" isBusy={isBusy}>
        {t('auth.registered.submit')}
      </Button>
      <SendAgain key={email} email={email} at={mailAt} />
      <p className="text-center">
        <TextButton onClick={() => switchAuth('login')}>{t('auth.registered.toLogin')}</TextButton>
      </p>
    </form>
  );
};
