import type { Localized } from '@skarb/schema/form-value';
import { LANGUAGE, LANGUAGES, tagOf, writtenText, type Language } from '@skarb/schema/language';
import { useState } from 'react';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { cx } from './class-name.ts';
import { LanguageNote } from './language-note.tsx';

/** Above so many characters or lines, the rest is one press away. */
const LONG = { characters: 480, lines: 7 };
const BUTTON = 'min-h-9 text-sm font-semibold text-ink-200 underline underline-offset-4 hover:text-ink-50';

/** A text in the reader's language, or in the one it is written in; the other language is one press away. */
export const LocalizedText = ({ text: texts }: { text: Localized }) => {
  const { t, i18n } = useTranslation();
  const written = LANGUAGES.filter((language) => texts[language]);
  const first = writtenText(texts, i18n.language)?.language;
  const [chosen, setChosen] = useState<Language>();
  const [isWhole, setWhole] = useState(false);
  const shown = chosen && texts[chosen] ? chosen : first;
  if (!shown) return null;
  const text = texts[shown] ?? '';
  const isLong = text.length > LONG.characters || text.split('\n').length > LONG.lines;
  return (
    <div>
      <p
        lang={tagOf(shown)}
        dir="auto"
        className={cx(
          'max-w-2xl whitespace-pre-line text-ink-200 wrap-anywhere fluid:text-lg',
          isLong && !isWhole && 'line-clamp-6',
        )}
      >
        {text}
      </p>
      <div className="mt-1 flex flex-wrap items-center gap-x-5">
        {isLong && (
          <button type="button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)} className={BUTTON}>
            {t(isWhole ? 'profile.statement.less' : 'profile.statement.more')}
          </button>
        )}
        {written
          .filter((language) => language !== shown)
          .map((language) => (
            <button
              key={language}
              type="button"
              lang={tagOf(language)}
              onClick={() => setChosen(language)}
              className={BUTTON}
            >
              {LANGUAGE[language].name}
            </button>
          ))}
        <LanguageNote language={shown} />
      </div>
    </div>
  );
};
