import type { LocalizedName } from '@skarb/schema/localization';
import { asLanguage, LANGUAGE } from '@skarb/schema/language';

type Props = {
  id: string;
  localization: LocalizedName;
  /** The locale that is shown. */ shown: string;
  onChoose: (chosen: { id: string; locale: string }) => void;
};

/** The languages of a work other than the shown one, each one press away. */
export const WorkLanguages = ({ id, localization, shown, onChoose }: Props) => (
  <p className="flex flex-wrap gap-x-5">
    {[localization.default, ...localization.texts.map(({ locale }) => locale)]
      .filter((locale) => locale !== shown)
      .map((locale, index) => {
        const language = asLanguage(locale);
        return (
          language && (
            // By place, so that the button keeps the focus when it is pressed.
            <button
              key={index}
              type="button"
              lang={locale}
              onClick={() => onChoose({ id, locale })}
              className="min-h-9 text-sm font-semibold text-ink-200 underline underline-offset-4 hover:text-ink-50"
            >
              {LANGUAGE[language].name}
            </button>
          )
        );
      })}
  </p>
);
