import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** The text of a field's error; a text of the server stays as it is. */
export const useFieldWords = () => {
  const { t } = useTranslation();
  return useCallback(
    (key: string | undefined) => (key ? t(`settings.field.${key}`, { defaultValue: key }) : undefined),
    [t],
  );
};
