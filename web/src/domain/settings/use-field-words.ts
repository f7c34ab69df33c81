import { useCallback } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';

/** The text of a field's error; a text of the server stays as it is. */
export const useFieldWords = () => {
  const { t } = useTranslation();
  return useCallback(
    (key: string | undefined) => (key ? t(`settings.field.${key}`, { defaultValue: key }) : undefined),
    [t],
  );
};
