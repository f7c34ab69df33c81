import { LANGUAGE, LANGUAGES, tagOf } from '@skarb/schema/language';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { pageHydrated } from '../platform/lazy/hydration.tsx';
import { usePageParameters } from '../platform/route/use-page-parameters.ts';
import { changeLanguage } from '../ui/change-language.ts';
import { SwitchRow } from './switch-row.tsx';

/** Switches to the other language and stores the choice for the next visit. */
export const LanguageSwitch = ({ className }: { className?: string }) => {
  const { t, i18n } = useTranslation();
  const [query, change] = usePageParameters();
  const choose = (language: string) => {
    // Words that change before make React drop the server's HTML of what is not hydrated yet.
    void pageHydrated().then(() => changeLanguage(i18n, language));
    // Otherwise a language in the URL would override the choice at the next load.
    if (query.has('lng')) change({ lng: '' }, { replace: true });
  };
  return (
    <SwitchRow
      label={t('app.language.label')}
      options={LANGUAGES.map((value) => ({
        value,
        text: LANGUAGE[value].short,
        title: LANGUAGE[value].name,
        lang: tagOf(value),
        // Text in the other language's script would make the page load another font file.
        className: i18n.language !== value && LANGUAGE[value].font && '[font-family:system-ui]',
      }))}
      chosen={i18n.language}
      onChoose={choose}
      className={className}
    />
  );
};
