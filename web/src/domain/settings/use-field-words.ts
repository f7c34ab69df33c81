import { useCallback } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';

/** The text of a field's error; a text of the server stays as it is. */
export const useFieldWords = () => {
  const { t } = useTranslation();
  return useCallback(
    // The server's own words are no key: looked up, they would be reported as missing.
    (key: string | undefined) => key && (/^\w+$/.test(key) ? t(`settings.field.${key}`, { defaultValue: key }) : key),
    [t],
  );
};
