import { LANGUAGE, LANGUAGES, tagOf } from '@skarb/schema/language';
import { useSearchParams } from 'react-router';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { pageHydrated } from '../platform/lazy/hydration.tsx';
import { cx } from '../ui/class-name.ts';

/** Switches to the other language and stores the choice for the next visit. */
export const LanguageSwitch = ({ className }: { className?: string }) => {
  const { t, i18n } = useTranslation();
  const [, setQuery] = useSearchParams();
  const choose = (language: string) => {
    // Words that change before make React drop the server's HTML of what is not hydrated yet.
    void pageHydrated().then(() => i18n.changeLanguage(language));
    // Otherwise a language in the URL would override the choice at the next load.
    if (new URLSearchParams(location.search).has('lng'))
      setQuery(
        (now) => {
          const rest = new URLSearchParams(now);
          rest.delete('lng');
          return rest;
        },
        { replace: true, preventScrollReset: true },
      );
  };
  return (
    <div role="group" aria-label={t('app.language.label')} className={cx('flex items-baseline', className)}>
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="button"
          lang={tagOf(language)}
          aria-pressed={i18n.language === language}
          title={LANGUAGE[language].name}
          onClick={() => choose(language)}
          className={cx(
            'min-h-9 min-w-9 rounded-lg px-1.5 text-sm font-medium transition-colors hover:text-ink-50',
            i18n.language === language ? 'text-ink-50' : 'text-ink-400',
            // Text in the other language's script would make the page load another font file.
            i18n.language !== language && LANGUAGE[language].font && '[font-family:system-ui]',
          )}
        >
          {LANGUAGE[language].short}
        </button>
      ))}
    </div>
  );
};
