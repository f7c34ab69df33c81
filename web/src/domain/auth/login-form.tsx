import type { TokensAndUser } from '@skarb/schema/auth';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { api } from '../../platform/http/api.ts';
import { session } from '../../platform/session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField, TextField } from '../../ui/field.tsx';
import { wordsOf } from '../wallet/failure-words.ts';
import { proceed, switchAuth } from './auth-dialog.ts';
import { type LoginForm as Form, loginForm } from './auth.form.ts';
import { FormFailure } from './form-failure.tsx';

/** Sign in by e-mail and password, with the ways to the other dialogs. */
export const LoginForm = () => {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<string>();
  const form = useForm<Form>({ resolver: zodResolver(loginForm), defaultValues: { email: '', password: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    setFailure(undefined);
    try {
      const { data } = await api.post<{ data: TokensAndUser }>('/auth/login', { body });
      session.signIn(data);
      proceed(data.user);
    } catch (error) {
      setFailure(wordsOf(t, error));
    }
  });
  const word = (key: string | undefined) => key && t(`auth.field.${key}`);
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <TextField
        label={t('auth.email')}
        type="email"
        autoComplete="email"
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
      <FormFailure words={failure} />
      <Button type="submit" isBusy={isSubmitting}>
        {t('auth.login.submit')}
      </Button>
      <div className="flex items-center gap-3 text-sm text-ink-400" aria-hidden>
        <span className="h-px flex-1 bg-ink-700" />
        {t('auth.or')}
        <span className="h-px flex-1 bg-ink-700" />
      </div>
      <Button variant="outlined" onClick={() => switchAuth('loginWallet')}>
        {t('auth.login.byWallet')}
      </Button>
      <p className="text-center text-ink-200">
        {t('auth.login.noAccount')}{' '}
        <button
          type="button"
          className="min-h-6 font-semibold text-gold-400 underline-offset-4 hover:underline"
          onClick={() => switchAuth('register')}
        >
          {t('auth.login.register')}
        </button>
      </p>
    </form>
  );
};
