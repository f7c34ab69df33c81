import { LANGUAGES } from '@skarb/schema/language';
import { STATEMENT_MAX } from '@skarb/schema/limits';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { TextArea } from '../../ui/field.tsx';
import type { ProfileForm } from './settings.form.ts';

/**
 * The statement, one text for each language. Says how many characters are left; a longer text is kept and refused, so that
 * nothing that was pasted is lost.
 */
export const StatementFields = ({
  form,
  word,
}: {
  form: UseFormReturn<ProfileForm>;
  word: (key: string | undefined) => string | undefined;
}) => {
  const { t } = useTranslation();
  const statement = useWatch({ control: form.control, name: 'statement' });
  const { errors } = form.formState;
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="font-semibold">{t('settings.profile.statement.title')}</legend>
      <p className="-mt-3 text-sm text-ink-400">{t('settings.profile.statement.text')}</p>
      {LANGUAGES.map((language) => {
        const left = STATEMENT_MAX - statement[language].trim().length;
        return (
          <TextArea
            key={language}
            label={t(`settings.profile.statement.in.${language}`)}
            aside={
              left < 0
                ? t('settings.profile.statement.over', { count: -left })
                : t('settings.profile.statement.left', { count: left })
            }
            rows={6}
            value={statement[language]}
            error={word(errors.statement?.[language]?.message)}
            {...form.register(`statement.${language}`)}
          />
        );
      })}
      {errors.statement?.root?.message && (
        <p role="alert" className="text-sm text-red-400">
          {word(errors.statement.root.message)}
        </p>
      )}
    </fieldset>
  );
};
