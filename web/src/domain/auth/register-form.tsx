import * as authCalls from '@skarb/schema/calls/auth';
import { asLanguage } from '@skarb/schema/language';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { call } from '../../platform/http/api.ts';
import { ApiError } from '@skarb/client';
import { hasPasskeys } from '../../platform/wallet/passkey/webauthn.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { wordsOf } from '../../platform/steps/failure-words.ts';
import { authDialogState, switchAuth } from './auth-dialog.ts';
import { type RegisterForm as Form, registerForm } from './auth.form.ts';
import { FormFailure } from './form-failure.tsx';
import { GoogleButton } from './google-button.tsx';
import { googleQuery } from './google.ts';
import { NewPasswordFields, passwordFault } from './new-password-fields.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { keepResume, wayBack } from './resume.ts';
import { timeIn } from './send-again.tsx';
import { registerByPasskey } from './sign-in.ts';
import { OrLine, TextButton } from './text-button.tsx';
import { useGoogleSignIn } from './use-google-sign-in.ts';

const EMPTY: Form = { email: '', username: '', password: '', repeated: '' };

/** Register by e-mail; a mail with a link confirms the address. */
export const RegisterForm = ({ email: typed = '' }: { email?: string }) => {
  const { t, i18n } = useTranslation();
  const cache = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const form = useForm<Form>({
    resolver: zodResolver(registerForm),
    defaultValues: { ...EMPTY, email: typed },
  });
  const google = useQuery(googleQuery);
  const byGoogle = useGoogleSignIn();
  const own = useWatch({ control: form.control, name: ['email', 'username'] });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ email, username, password }) => {
    setFailure(undefined);
    try {
      const language = asLanguage(i18n.language);
      const next = wayBack(authDialogState()?.resume);
      const { mail } = await call(authCalls.register, {
        body: {
          email,
          password,
          language,
          ...(username && { username }),
          ...(next && { next }),
        },
      });
      keepResume(next ?? '/');
      switchAuth('registered', { email, isUnconfirmed: false, mailAt: timeIn(mail) });
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      for (const name of ['email', 'username', 'password'] as const)
        if (fields[name])
          form.setError(name, { message: name === 'password' ? passwordFault(error) : name }, { shouldFocus: true });
      if (!Object.keys(fields).some((name) => name in EMPTY)) setFailure(wordsOf(t, error));
    }
  });
  const word = (key: string | undefined) => key && t(`auth.field.${key}`);
  return (
    <FormProvider {...form}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <TextField
          label={t('auth.email')}
          type="email"
          // The sign-in name that password managers store.
          autoComplete="username"
          inputMode="email"
          required
          error={word(errors.email?.message)}
          {...form.register('email')}
        />
        <TextField
          label={t('auth.username')}
          hint={t('auth.usernameHint')}
          autoComplete="nickname"
          error={word(errors.username?.message)}
          {...form.register('username')}
        />
        <NewPasswordFields label={t('auth.password')} own={own} />
        <FormFailure words={failure ?? byGoogle.failure} isBusy={isSubmitting} />
        <Button type="submit" isBusy={isSubmitting}>
          {t('auth.register.submit')}
        </Button>
        {(google.data || google.isPending) && (
          <>
            <OrLine>{t('auth.or')}</OrLine>
            <GoogleButton
              label={(name) => t('auth.google.login', { name })}
              onAnswer={byGoogle.onAnswer}
              className="w-full"
            />
          </>
        )}
        {!google.data && !google.isPending && hasPasskeys() && <OrLine>{t('auth.or')}</OrLine>}
        <PasskeyButton label={t('auth.passkey.register')} work={() => registerByPasskey(cache)} />
        <p className="text-center text-ink-200">
          {t('auth.register.hasAccount')}{' '}
          <TextButton onClick={() => switchAuth('login', { email: form.getValues().email })}>
            {t('auth.register.login')}
          </TextButton>
        </p>
      </form>
    </FormProvider>
  );
};
