import { useState } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { wordsOf } from '../../platform/steps/failure-words.ts';
import { FormFailure } from './form-failure.tsx';
import { passkeyAnswer } from './passkey-auth.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { isWrongCode, type Second } from './sign-in.ts';
import { OrLine, TextButton } from './text-button.tsx';

/** The second factor of a sign-in: an authenticator code, a recovery code, or a passkey of the account. */
export const CodeForm = ({
  onSecond,
  onBack,
}: {
  onSecond: (second: Second) => Promise<void>;
  onBack?: () => void;
}) => {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    setFailure(undefined);
    if (!code.trim()) return setError(t('auth.field.required'));
    setError(undefined);
    setBusy(true);
    try {
      await onSecond({ code: code.trim() });
    } catch (refusal) {
      if (isWrongCode(refusal)) setError(t('auth.code.wrong'));
      else setFailure(wordsOf(t, refusal));
      setBusy(false);
    }
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <p className="text-ink-200">{t('auth.code.text')}</p>
      <TextField
        label={t('auth.code.label')}
        hint={t('auth.code.hint')}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={20}
        // It takes the place of the field that had the focus.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        required
        value={code}
        onChange={(event) => setCode(event.target.value)}
        error={error}
      />
      <FormFailure words={failure} isBusy={isBusy} />
      <Button type="submit" isBusy={isBusy}>
        {t('auth.login.submit')}
      </Button>
      <OrLine>{t('auth.or')}</OrLine>
      <PasskeyButton label={t('auth.passkey.second')} work={async () => onSecond({ passkey: await passkeyAnswer() })} />
      {onBack && (
        <p className="text-center">
          <TextButton onClick={onBack}>{t('auth.code.back')}</TextButton>
        </p>
      )}
    </form>
  );
};
