import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** The words for what is wrong with a field; what the server said stands as it is. */
export const useFieldWords = () => {
  const { t } = useTranslation();
  return useCallback(
    (key: string | undefined) => (key ? t(`settings.field.${key}`, { defaultValue: key }) : undefined),
    [t],
  );
};
