import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField, TextField } from '../../ui/field.tsx';
import { wordsOf } from '../../platform/steps/failure-words.ts';
import { rememberedKeys } from '../../platform/wallet/passkey/announce-passkey.ts';
import { authDialogState, switchAuth } from './auth-dialog.ts';
import { type LoginForm as Form, loginForm } from './auth.form.ts';
import { CodeForm } from './code-form.tsx';
import { FormFailure } from './form-failure.tsx';
import { GoogleButton } from './google-button.tsx';
import type { GoogleAnswer } from './google.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { keepResume, wayBack } from './resume.ts';
import { isUnconfirmed, type Proof, signInBy, signInByPasskey, wantsCode } from './sign-in.ts';
import { OrLine, TextButton } from './text-button.tsx';

type Props = {
  /** The address typed in another dialog. */ email?: string;
  /** A Google sign-in that waits for its code. */ google?: GoogleAnswer;
};

/** Sign in by e-mail and password or with Google, with a second factor if the account has one. */
export const LoginForm = ({ email = '', google }: Props) => {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<string>();
  /** The credentials that wait for the second factor. */
  const [proof, setProof] = useState<Proof | undefined>(google);
  const form = useForm<Form>({ resolver: zodResolver(loginForm), defaultValues: { email, password: '' } });
  const { errors, isSubmitting } = form.formState;
  const attempt = async (given: Proof) => {
    setFailure(undefined);
    try {
      await signInBy(given);
    } catch (error) {
      if (wantsCode(error)) return setProof(given);
      if (isUnconfirmed(error) && 'email' in given) {
        keepResume(wayBack(authDialogState()?.resume) ?? '/');
        return switchAuth('registered', { email: given.email, isUnconfirmed: true, mailAt: undefined });
      }
      setFailure(wordsOf(t, error));
    }
  };
  const goTo = (name: 'register' | 'resetPassword' | 'loginWallet') =>
    switchAuth(name, { email: form.getValues().email, google: undefined });
  const word = (key: string | undefined) => key && t(`auth.field.${key}`);
  if (proof) return <CodeForm onSecond={(second) => signInBy(proof, second)} onBack={() => setProof(undefined)} />;
  return (
    <form onSubmit={form.handleSubmit(attempt)} noValidate className="flex flex-col gap-5">
      <TextField
        label={t('auth.email')}
        type="email"
        autoComplete="username"
        inputMode="email"
        required
        error={word(errors.email?.message)}
        {...form.register('email')}
      />
      <PasswordField
        label={t('auth.password')}
        autoComplete="current-password"
        required
        error={word(errors.password?.message)}
        {...form.register('password')}
      />
      <p className="-mt-3 text-right text-sm">
        <TextButton onClick={() => goTo('resetPassword')}>{t('auth.login.forgot')}</TextButton>
      </p>
      <FormFailure words={failure} isBusy={isSubmitting} />
      <Button type="submit" isBusy={isSubmitting}>
        {t('auth.login.submit')}
      </Button>
      <OrLine>{t('auth.or')}</OrLine>
      <div className="flex flex-col gap-3">
        <GoogleButton label={(name) => t('auth.google.login', { name })} onAnswer={attempt} className="w-full" />
        <PasskeyButton
          label={t('auth.passkey.login')}
          work={signInByPasskey}
          otherwise={
            !rememberedKeys.hasKeys() && (
              <p className="text-sm text-ink-200">
                {t('auth.login.noKey')}{' '}
                <TextButton onClick={() => goTo('register')}>{t('auth.login.register')}</TextButton>
              </p>
            )
          }
        />
        <Button variant="outlined" onClick={() => goTo('loginWallet')}>
          {t('auth.login.byWallet')}
        </Button>
      </div>
      <p className="text-center text-ink-200">
        {t('auth.login.noAccount')} <TextButton onClick={() => goTo('register')}>{t('auth.login.register')}</TextButton>
      </p>
    </form>
  );
};
