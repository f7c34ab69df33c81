import { inLanguage } from '@skarb/schema/work-text';
import { useTranslation } from './use-translation.ts';

/** Gives works their texts in the reader's language, as far as they have them. */
export const useInLanguage = () => {
  const { i18n } = useTranslation();
  return <W extends Parameters<typeof inLanguage>[0]>(work: W): W => inLanguage(work, i18n.language);
};
