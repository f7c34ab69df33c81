import type { UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '../../ui/field.tsx';

type Field = UseFormRegisterReturn & { error: string | undefined };

/** A password chosen, and typed once more. */
export const NewPasswordFields = ({
  label,
  password,
  repeatedLabel,
  repeated,
}: {
  label: string;
  password: Field;
  /** "Repeat password" where nothing else is said. */ repeatedLabel?: string;
  repeated: Field;
}) => {
  const { t } = useTranslation();
  return (
    <>
      <PasswordField label={label} hint={t('auth.passwordHint')} autoComplete="new-password" required {...password} />
      <PasswordField label={repeatedLabel ?? t('auth.repeated')} autoComplete="new-password" required {...repeated} />
    </>
  );
};
