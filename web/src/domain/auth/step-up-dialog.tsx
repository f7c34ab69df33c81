import * as accountCalls from '@skarb/schema/calls/account';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { call } from '../../platform/http/api.ts';
import { ApiError } from '@skarb/client';
import { useSession } from '../../platform/session/use-session.ts';
import { PASSKEY_WALLET_ID } from '../../platform/wallet/wallet-store.ts';
import { useWallet } from '../../platform/wallet/wallet.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PasswordField, TextField } from '../../ui/field.tsx';
import { wordsOf } from '../../platform/steps/failure-words.ts';
import { WalletChoices } from '../wallet/wallet-choices.tsx';
import { FormFailure } from './form-failure.tsx';
import { GoogleButton } from './google-button.tsx';
import { googleQuery } from './google.ts';
import { passkeyAnswer } from './passkey-auth.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { signInBy } from './sign-in.ts';
import { signInMethodsQuery } from './sign-in-methods.query.ts';
import { OrLine } from './text-button.tsx';
import { signedMessage } from './wallet-auth.ts';

/** Confirms with one typed value: the password, or a code if the account has no password. */
const SecretForm = ({ kind, onProved }: { kind: 'password' | 'code'; onProved: () => void }) => {
  const { t } = useTranslation();
  const [value, setValue] = useState('');
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const Field = kind === 'password' ? PasswordField : TextField;
  const submit = async () => {
    setFailure(undefined);
    if (!value) return setError(t('auth.field.required'));
    setError(undefined);
    setBusy(true);
    try {
      await call(accountCalls.stepUp, { body: kind === 'password' ? { password: value } : { code: value } });
      onProved();
    } catch (refusal) {
      setBusy(false);
      if (refusal instanceof ApiError && refusal.fields[kind])
        return setError(t(kind === 'password' ? 'auth.stepUp.wrong' : 'auth.code.wrong'));
      setFailure(wordsOf(t, refusal));
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
      <Field
        label={t(kind === 'password' ? 'auth.password' : 'auth.code.label')}
        autoComplete={kind === 'password' ? 'current-password' : 'one-time-code'}
        required
        value={value}
        onChange={(event) => setValue(event.target.value)}
        error={error}
      />
      <FormFailure words={failure} isBusy={isBusy} />
      <Button type="submit" isBusy={isBusy}>
        {t('auth.stepUp.submit')}
      </Button>
    </form>
  );
};

/** Asks for what the account has: its password, a code of its second factor, a passkey, its wallet, or Google. */
export const StepUpDialog = ({ onAnswer }: { onAnswer: (isProved: boolean) => void }) => {
  const { t } = useTranslation();
  const { user } = useSession();
  const { walletId } = useWallet();
  const google = useQuery(googleQuery);
  const hasPasskey = useQuery(signInMethodsQuery).data?.some(({ kind }) => kind === 'passkey') ?? false;
  const [failure, setFailure] = useState<string>();
  if (!user) return null;
  const onProved = () => onAnswer(true);
  const typed = user.hasPassword ? 'password' : user.isTwoFactorAuthenticationEnabled ? 'code' : null;
  const others = [
    hasPasskey && (
      <PasskeyButton
        key="passkey"
        label={t('auth.passkey.stepUp')}
        work={async () => {
          await call(accountCalls.stepUp, { body: { passkey: await passkeyAnswer() } });
          onProved();
        }}
      />
    ),
    user.metamaskWallet && walletId !== PASSKEY_WALLET_ID && (
      <WalletChoices
        key="wallet"
        onConnected={async (address) => {
          await call(accountCalls.stepUp, { body: await signedMessage(address, 'stepUp') });
          onProved();
        }}
      />
    ),
    user.googleId && (google.data || google.isPending) && !user.isTwoFactorAuthenticationEnabled && (
      <GoogleButton
        key="google"
        label={(name) => t('auth.google.login', { name })}
        className="w-full"
        onAnswer={async (answer) => {
          setFailure(undefined);
          try {
            await signInBy(answer);
            onProved();
          } catch (error) {
            setFailure(wordsOf(t, error));
          }
        }}
      />
    ),
  ].filter(Boolean);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onAnswer(false)}
      title={t('auth.stepUp.title')}
      description={t('auth.stepUp.text')}
      size="small"
    >
      <div className="flex flex-col gap-5">
        {typed && <SecretForm kind={typed} onProved={onProved} />}
        {typed && others.length > 0 && <OrLine>{t('auth.or')}</OrLine>}
        {others}
        {failure && <FormFailure words={failure} />}
      </div>
    </Dialog>
  );
};
