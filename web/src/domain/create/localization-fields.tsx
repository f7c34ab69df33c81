import { DESCRIPTION_MAX, NAME_MAX, PROPERTY_TEXT_MAX } from '@skarb/schema/limits';
import { asLanguage, LANGUAGE, LANGUAGES, languageOfText, tagOf } from '@skarb/schema/language';
import { isNumeric } from '@skarb/schema/numeric';
import { Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { otherLanguage, type TokenForm } from './create.form.ts';
import { useFieldWord } from './use-field-word.ts';

/** The texts of a work in its other language: a button, until somebody wants them. What was typed stays when it is left out. */
export const LocalizationFields = ({ form }: { form: UseFormReturn<TokenForm> }) => {
  const { t, i18n } = useTranslation();
  const word = useFieldWord();
  const { control, register, setFocus, setValue, formState } = form;
  const [isLocalized, chosen, properties, ...written] = useWatch({
    control,
    name: ['isLocalized', 'localization.default', 'properties', 'name', 'description'],
  });
  const add = useRef<HTMLButtonElement>(null);
  const isToggled = useRef(false);
  // The pressed button is gone.
  useEffect(() => {
    if (!isToggled.current) return;
    if (isLocalized) setFocus('localization.name');
    else add.current?.focus();
  }, [isLocalized, setFocus]);
  const main = asLanguage(chosen) ?? languageOfText(written.join(' ')) ?? asLanguage(i18n.language) ?? LANGUAGES[0];
  const toggle = (to: boolean) => {
    isToggled.current = true;
    setValue('isLocalized', to);
    // From now on it is the text's language, whatever the interface is switched to.
    setValue('localization.default', tagOf(main));
  };
  const other = otherLanguage(main);
  if (!isLocalized)
    return (
      <Button variant="outlined" size="small" className="self-start" onClick={() => toggle(true)} ref={add}>
        <Plus aria-hidden className="size-4" />
        {t(`create.localization.add.${other}`)}
      </Button>
    );
  const { errors } = formState;
  const whole = errors.localization?.root?.message ?? errors.localization?.message;
  const numbered = (key: string, index: number) => t(`create.localization.${key}.${other}`, { number: index + 1 });
  return (
    <fieldset className="flex flex-col gap-6 rounded-2xl border border-ink-700 p-5">
      <legend className="sr-only">{t(`create.localization.in.${other}`)}</legend>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <p className="min-w-0 flex-1 basis-64 text-sm text-ink-400">{t('create.localization.note')}</p>
        <Button variant="outlined" size="small" onClick={() => toggle(false)}>
          {t('create.localization.remove')}
        </Button>
      </div>
      <Select
        label={t('create.localization.main')}
        options={LANGUAGES.map((language) => ({ value: tagOf(language), label: LANGUAGE[language].name }))}
        value={tagOf(main)}
        onChange={(event) => setValue('localization.default', event.target.value)}
      />
      <TextField
        label={t(`create.localization.name.${other}`)}
        lang={tagOf(other)}
        maxLength={NAME_MAX}
        required
        error={word(errors.localization?.name?.message)}
        {...register('localization.name')}
      />
      <TextArea
        label={t(`create.localization.description.${other}`)}
        lang={tagOf(other)}
        maxLength={DESCRIPTION_MAX}
        required
        error={word(errors.localization?.description?.message)}
        {...register('localization.description')}
      />
      {properties.map(
        ({ name, value }, index) =>
          name.trim() !== '' && (
            // By place: properties have no ids here.
            <div key={index} className="grid grid-cols-2 items-start gap-3">
              <TextField
                label={numbered('propertyName', index)}
                isLabelHidden
                placeholder={name}
                lang={tagOf(other)}
                maxLength={PROPERTY_TEXT_MAX}
                error={word(errors.properties?.[index]?.otherName?.message)}
                {...register(`properties.${index}.otherName`)}
              />
              {isNumeric(value) ? (
                <p className="num px-4 py-3 text-ink-400">{value}</p>
              ) : (
                <TextField
                  label={numbered('propertyValue', index)}
                  isLabelHidden
                  placeholder={value}
                  lang={tagOf(other)}
                  maxLength={PROPERTY_TEXT_MAX}
                  error={word(errors.properties?.[index]?.otherValue?.message)}
                  {...register(`properties.${index}.otherValue`)}
                />
              )}
            </div>
          ),
      )}
      {properties.length > 0 && <p className="-mt-4 text-sm text-ink-400">{t('create.localization.propertiesNote')}</p>}
      {whole && (
        <p role="alert" className="text-sm text-red-400">
          {word(whole)}
        </p>
      )}
    </fieldset>
  );
};
