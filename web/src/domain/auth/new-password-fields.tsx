import { useFormContext, useWatch } from 'react-hook-form';
import { ApiError } from '@skarb/client';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { PasswordField } from '../../ui/field.tsx';
import type { NewPasswordForm } from './auth.form.ts';
import { PasswordMeter } from './password-meter.tsx';

type Props = {
  label: string;
  /** "Password again" by default. */ repeatedLabel?: string;
  /** The user's e-mail address and username, as far as they are known: both are bad passwords. */ own?: readonly string[];
};

/** A new password and its repetition. Needs a `FormProvider` whose form has `password` and `repeated`. */
export const NewPasswordFields = ({ label, repeatedLabel, own = [] }: Props) => {
  const { t } = useTranslation();
  const { control, register, formState } = useFormContext<NewPasswordForm>();
  const typed = useWatch({ control, name: 'password' });
  const { password, repeated } = formState.errors;
  const word = (key: string | undefined) => key && t(`auth.field.${key}`);
  return (
    <>
      <PasswordField
        label={label}
        hint={t('auth.passwordHint')}
        autoComplete="new-password"
        required
        error={word(password?.message)}
        {...register('password')}
      />
      <PasswordMeter password={typed} own={own} />
      <PasswordField
        label={repeatedLabel ?? t('auth.repeated')}
        autoComplete="new-password"
        required
        error={word(repeated?.message)}
        {...register('repeated')}
      />
    </>
  );
};

/** Why the server refused a new password, as a key below `auth.field`; undefined if it did not. */
export const passwordFault = (error: unknown): string | undefined => {
  if (!(error instanceof ApiError) || error.isPassing || !error.fields.password) return undefined;
  const faults: Record<string, string> = { 'password.breached': 'passwordBreached', 'password.own': 'passwordOwn' };
  return faults[error.code] ?? 'passwordShort';
};
