import { asLanguage, LANGUAGE } from '@skarb/schema/language';
import type { Translations } from '../platform/i18n/translations.ts';
import { toast } from './toast.tsx';

/** Changes the language. If it cannot be loaded, the reader learns so in the language that stays. */
export const changeLanguage = async (
  i18n: Pick<Translations, 'changeLanguage' | 't'>,
  language: string,
): Promise<void> => {
  if (await i18n.changeLanguage(language)) return;
  const known = asLanguage(language);
  toast.error(i18n.t('app.language.failed', { language: known ? LANGUAGE[known].name : language }));
};
