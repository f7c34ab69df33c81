import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { api } from '../../platform/http/api.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { session } from '../../platform/session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { wordsOf } from '../wallet/failure-words.ts';
import { newPasswordForm, type NewPasswordForm } from './auth.form.ts';
import { FormFailure } from './form-failure.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';

/** Sets the first password of an account whose registration was confirmed in another browser. */
export const FirstPasswordForm = () => {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<string>();
  const form = useForm<NewPasswordForm>({
    resolver: zodResolver(newPasswordForm),
    defaultValues: { password: '', repeated: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const word = (key: string | undefined) => key && t(`auth.field.${key}`);
  const submit = form.handleSubmit(async ({ password }) => {
    setFailure(undefined);
    try {
      await api.post('/auth/password', { body: { password } });
      await session.reload();
      toast.success(t('auth.confirmation.passwordSaved'));
    } catch (error) {
      if (error instanceof ApiError && error.fields.password)
        return form.setError('password', { message: 'passwordShort' });
      setFailure(wordsOf(t, error));
    }
  });
  return (
    <form noValidate onSubmit={submit} className="flex w-full flex-col gap-5 text-left">
      <p className="text-ink-200">{t('auth.confirmation.choosePassword')}</p>
      <NewPasswordFields
        label={t('auth.resetPassword.new')}
        password={{ ...form.register('password'), error: word(errors.password?.message) }}
        repeated={{ ...form.register('repeated'), error: word(errors.repeated?.message) }}
      />
      <FormFailure words={failure} />
      <Button type="submit" isBusy={isSubmitting}>
        {t('auth.confirmation.savePassword')}
      </Button>
    </form>
  );
};
