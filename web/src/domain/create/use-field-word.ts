import {
  EDITION_MAX,
  EDITION_MIN,
  IMAGE_MAX_BYTES,
  LINKS_MAX,
  PROPERTIES_MAX,
  ROYALTY_MAX_PERCENT,
  UPLOAD_MAX_BYTES,
} from '@skarb/schema/limits';
import { useCallback } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';

const MEGABYTE = 1024 * 1024;
const numbers = {
  editionMin: EDITION_MIN,
  editionMax: EDITION_MAX,
  links: LINKS_MAX,
  properties: PROPERTIES_MAX,
  royalty: ROYALTY_MAX_PERCENT,
  image: IMAGE_MAX_BYTES / MEGABYTE,
  upload: UPLOAD_MAX_BYTES / MEGABYTE,
};

/** The text of a field's error; a text of the server stays as it is. */
export const useFieldWord = () => {
  const { t } = useTranslation();
  return useCallback(
    // The server's own words are no key: looked up, they would be reported as missing.
    (key: string | undefined) => key && (/^\w+$/.test(key) ? t(`create.field.${key}`, numbers) : key),
    [t],
  );
};
