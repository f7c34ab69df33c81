import { localeOf, tagOf, type Language } from '@skarb/schema/language';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { cx } from './class-name.ts';

/** Names the language of a text that is not written in the reader's; nothing for one that is. */
export const LanguageNote = ({ language, className }: { language: Language; className?: string }) => {
  const { t, i18n } = useTranslation();
  if (tagOf(language) === tagOf(i18n.language)) return null;
  const names = new Intl.DisplayNames(localeOf(i18n.language), { type: 'language' });
  return (
    <span className={cx('text-sm text-ink-400', className)}>
      {t('app.textLanguage', { language: names.of(tagOf(language)) })}
    </span>
  );
};
