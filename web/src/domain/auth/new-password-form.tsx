import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { wordsOf } from '../../platform/steps/failure-words.ts';
import { newPasswordForm, type NewPasswordForm as Form } from './auth.form.ts';
import { FormFailure } from './form-failure.tsx';
import { NewPasswordFields, passwordFault } from './new-password-fields.tsx';

type Props = {
  text: string;
  submit: string;
  /** If it is known, password managers store it with the password. */ email?: string;
  /** Its error is shown, beside the field if the field was refused. */
  onSubmit: (password: string) => Promise<void>;
  /** Between the fields and the button. */ children?: ReactNode;
};

/** A form that only sets a new password. */
export const NewPasswordForm = ({ text, submit, email, onSubmit, children }: Props) => {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<string>();
  const form = useForm<Form>({
    resolver: zodResolver(newPasswordForm),
    defaultValues: { password: '', repeated: '' },
  });
  const send = form.handleSubmit(async ({ password }) => {
    setFailure(undefined);
    try {
      await onSubmit(password);
    } catch (error) {
      const fault = passwordFault(error);
      if (fault) form.setError('password', { message: fault }, { shouldFocus: true });
      else setFailure(wordsOf(t, error));
    }
  });
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={send} className="flex w-full flex-col gap-5 text-left">
        <p className="text-ink-200">{text}</p>
        {email && <input type="text" autoComplete="username" value={email} readOnly hidden />}
        <NewPasswordFields label={t('auth.resetPassword.new')} own={email ? [email] : []} />
        {children}
        <FormFailure words={failure} />
        <Button type="submit" isBusy={form.formState.isSubmitting}>
          {submit}
        </Button>
      </form>
    </FormProvider>
  );
};
