import { readLink } from '@skarb/schema/link';
import { LINKS_MAX } from '@skarb/schema/limits';
import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray, useWatch, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { Button } from './button.tsx';
import { TextField } from './field.tsx';
import { linkName } from './link-list.tsx';
import { partOf } from './part-of-form.ts';
import { asTypedLink } from './typed-link.ts';

type Links = { links: { url: string }[] };

/** The field `links` of a form: one field for each link; beside it the name under which it is shown. */
export const LinkFields = <F extends Links>({
  form,
  hint,
  word,
}: {
  form: UseFormReturn<F>;
  hint: string;
  word: (key: string | undefined) => string | undefined;
}) => {
  const { t } = useTranslation();
  const { control, register, formState }: UseFormReturn<Links> = partOf(form);
  const { fields, append, remove } = useFieldArray({ control, name: 'links' });
  const links = useWatch({ control, name: 'links' });
  const { errors } = formState;
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-1 font-semibold">{t('settings.profile.links.title')}</legend>
      <p className="text-sm text-ink-400">{hint}</p>
      {fields.map((field, index) => {
        const link = readLink(asTypedLink(links[index]?.url ?? ''));
        return (
          <div key={field.id} className="flex items-start gap-2">
            <TextField
              type="url"
              inputMode="url"
              label={t('settings.profile.links.one', { number: index + 1 })}
              aside={link && linkName(link)}
              autoComplete="url"
              autoCapitalize="none"
              spellCheck={false}
              error={word(errors.links?.[index]?.url?.message)}
              className="min-w-0 flex-1"
              {...register(`links.${index}.url`)}
            />
            <Button
              variant="icon"
              aria-label={t('settings.profile.links.remove', { number: index + 1 })}
              onClick={() => remove(index)}
              className="mt-6.5 shrink-0"
            >
              <Trash2 aria-hidden className="size-5" />
            </Button>
          </div>
        );
      })}
      {(errors.links?.root?.message ?? errors.links?.message) && (
        <p role="alert" className="text-sm text-red-400">
          {word(errors.links?.root?.message ?? errors.links?.message)}
        </p>
      )}
      {fields.length < LINKS_MAX && (
        <Button
          variant="outlined"
          size="small"
          className="self-start"
          onClick={() => append({ url: '' }, { shouldFocus: true })}
        >
          <Plus aria-hidden className="size-4" />
          {t('settings.profile.links.add')}
        </Button>
      )}
    </fieldset>
  );
};
