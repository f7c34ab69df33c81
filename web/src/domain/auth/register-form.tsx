import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { api } from '../../platform/http/api.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField, TextField } from '../../ui/field.tsx';
import { wordsOf } from '../wallet/failure-words.ts';
import { switchAuth } from './auth-dialog.ts';
import { type RegisterForm as Form, registerForm } from './auth.form.ts';
import { FormFailure } from './form-failure.tsx';

const EMPTY: Form = { email: '', username: '', password: '', repeated: '' };

/** Register by e-mail; a mail with a link confirms it. */
export const RegisterForm = () => {
  const { t, i18n } = useTranslation();
  const [failure, setFailure] = useState<string>();
  const form = useForm<Form>({ resolver: zodResolver(registerForm), defaultValues: EMPTY });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ email, username, password }) => {
    setFailure(undefined);
    try {
      const language = i18n.language === 'ukr' ? 'ukr' : 'en';
      await api.post('/auth/register/email', {
        body: { email, password, language, ...(username ? { username } : {}) },
      });
      switchAuth('registered', { email });
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      for (const name of ['email', 'username', 'password'] as const)
        if (fields[name]) form.setError(name, { message: name === 'password' ? 'passwordShort' : name });
      if (!Object.keys(fields).some((name) => name in EMPTY)) setFailure(wordsOf(t, error));
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
      <TextField
        label={t('auth.username')}
        hint={t('auth.usernameHint')}
        autoComplete="username"
        error={word(errors.username?.message)}
        {...form.register('username')}
      />
      <PasswordField
        label={t('auth.password')}
        hint={t('auth.passwordHint')}
        autoComplete="new-password"
        required
        error={word(errors.password?.message)}
        {...form.register('password')}
      />
      <PasswordField
        label={t('auth.repeated')}
        autoComplete="new-password"
        required
        error={word(errors.repeated?.message)}
        {...form.register('repeated')}
      />
      <FormFailure words={failure} />
      <Button type="submit" isBusy={isSubmitting}>
        {t('auth.register.submit')}
      </Button>
      <p className="text-center text-ink-200">
        {t('auth.register.hasAccount')}{' '}
        <button
          type="button"
          className="min-h-6 font-semibold text-gold-400 underline-offset-4 hover:underline"
          onClick={() => switchAuth('login')}
        >
          {t('auth.register.login')}
        </button>
      </p>
    </form>
  );
};
