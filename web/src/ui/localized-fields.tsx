import type { Localized } from '@skarb/schema/form-value';
import { LANGUAGES, type Language } from '@skarb/schema/language';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { TextArea } from './field.tsx';

type Texts<N extends string> = Record<N, Record<keyof Localized, string>>;

/**
 * One text, a field for each language. Says how many characters are left; a longer text is kept and refused, so that
 * nothing that was pasted is lost.
 */
export const LocalizedFields = <N extends string, F extends Texts<N>>({
  form,
  name,
  title,
  hint,
  max,
  rows = 6,
  word,
}: {
  form: UseFormReturn<F>;
  /** The field with the texts, by language. */ name: N;
  title: string;
  hint: string;
  /** In characters, for each language. */ max: number;
  rows?: number;
  word: (key: string | undefined) => string | undefined;
}) => {
  const { t } = useTranslation();
  const { register, control, formState } = form as unknown as UseFormReturn<Texts<string>>;
  const texts = useWatch({ control, name });
  const errors = formState.errors[name] as
    | ({ [language in Language]?: { message?: string } } & { message?: string; root?: { message?: string } })
    | undefined;
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-1 font-semibold">{title}</legend>
      <p className="text-sm text-ink-400">{hint}</p>
      {LANGUAGES.map((language) => {
        const text = texts?.[language] ?? '';
        // As the rule counts: a picture of two units is one character.
        const left = max - [...text.trim()].length;
        return (
          <TextArea
            key={language}
            label={t(`settings.profile.statement.in.${language}`)}
            aside={
              left < 0
                ? t('settings.profile.statement.over', { count: -left })
                : t('settings.profile.statement.left', { count: left })
            }
            rows={rows}
            value={text}
            error={word(errors?.[language]?.message)}
            {...register(`${name}.${language}`)}
          />
        );
      })}
      {(errors?.root?.message ?? errors?.message) && (
        <p role="alert" className="text-sm text-red-400">
          {word(errors.root?.message ?? errors.message)}
        </p>
      )}
    </fieldset>
  );
};
