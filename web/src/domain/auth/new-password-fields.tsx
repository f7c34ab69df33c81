import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ApiError } from '@skarb/client';
import { PasswordField } from '../../ui/field.tsx';
import type { NewPasswordForm } from './auth.form.ts';
import { PasswordMeter } from './password-meter.tsx';

type Props = {
  label: string;
  /** "Password again" where nothing else is said. */ repeatedLabel?: string;
  /** E-mail address and username, as far as they are known: no good passwords. */ own?: readonly string[];
};

/** A password chosen, and typed once more. Stands in a `FormProvider` whose form has `password` and `repeated`. */
export const NewPasswordFields = ({ label, repeatedLabel, own = [] }: Props) => {
  const { t } = useTranslation();
  const { register, watch, formState } = useFormContext<NewPasswordForm>();
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
      <PasswordMeter password={watch('password')} own={own} />
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

/** Why the server refused a new password, as a key below `auth.field`; undefined where it did not. */
export const passwordFault = (error: unknown): string | undefined => {
  if (!(error instanceof ApiError) || error.isPassing || !error.fields.password) return undefined;
  const faults: Record<string, string> = { 'password.breached': 'passwordBreached', 'password.own': 'passwordOwn' };
  return faults[error.code] ?? 'passwordShort';
};
