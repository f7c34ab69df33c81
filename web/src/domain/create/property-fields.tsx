import { PROPERTIES_MAX, PROPERTY_TEXT_MAX } from '@skarb/schema/limits';
import { isNumeric } from '@skarb/schema/numeric';
import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray, useWatch, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import type { TokenForm } from './create.form.ts';
import { useFieldWord } from './use-field-word.ts';

/** Up to twenty properties; a numeric value is marked as a number. */
export const PropertyFields = ({ form }: { form: UseFormReturn<TokenForm> }) => {
  const { t } = useTranslation();
  const word = useFieldWord();
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'properties' });
  const values = useWatch({ control: form.control, name: 'properties' });
  const errors = form.formState.errors.properties;
  const whole = errors?.root?.message ?? errors?.message;
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1.5 text-sm font-medium text-ink-200">{t('create.properties')}</legend>
      <p className="text-sm text-ink-400">{t('create.propertiesNote', { max: PROPERTIES_MAX })}</p>
      {fields.map((field, index) => (
        <div key={field.id} className="grid grid-cols-[1fr_1fr_auto] items-start gap-3">
          <TextField
            label={t('create.propertyName', { number: index + 1 })}
            isLabelHidden
            placeholder={t('create.propertyNameHint')}
            maxLength={PROPERTY_TEXT_MAX}
            error={word(errors?.[index]?.name?.message)}
            {...form.register(`properties.${index}.name`, {
              // Whether a name is there twice is for all of them to say.
              deps: fields.map((_, other) => `properties.${other}.name` as const),
            })}
          />
          <TextField
            label={t('create.propertyValue', { number: index + 1 })}
            isLabelHidden
            placeholder={t('create.propertyValueHint')}
            maxLength={PROPERTY_TEXT_MAX}
            hint={isNumeric(values[index]?.value ?? '') ? t('create.isNumber') : undefined}
            error={word(errors?.[index]?.value?.message)}
            {...form.register(`properties.${index}.value`)}
          />
          <button
            type="button"
            aria-label={t('create.removeProperty', { number: index + 1 })}
            onClick={() => remove(index)}
            className={buttonClass('icon', 'medium')}
          >
            <Trash2 aria-hidden className="size-5" />
          </button>
        </div>
      ))}
      {fields.length < PROPERTIES_MAX && (
        <Button variant="outlined" size="small" className="self-start" onClick={() => append({ name: '', value: '' })}>
          <Plus aria-hidden className="size-4" />
          {t('create.addProperty')}
        </Button>
      )}
      {whole && (
        <p role="alert" className="text-sm text-red-400">
          {word(whole)}
        </p>
      )}
    </fieldset>
  );
};
