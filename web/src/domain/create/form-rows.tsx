import { NAME_MAX } from '@skarb/schema/limits';
import { Controller, type Control, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { FormFailure } from '../auth/form-failure.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { useFieldWord } from './use-field-word.ts';

/** A file that is dropped or chosen. */
export const FileRow = <F extends FieldValues>({
  control,
  name,
  ...look
}: {
  control: Control<F>;
  name: FieldPath<F>;
  label: string;
  note: string;
  accept: string;
  frameClassName?: string;
}) => {
  const word = useFieldWord();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <FileDrop
          value={field.value}
          onValueChange={field.onChange}
          onBlur={field.onBlur}
          ref={field.ref}
          error={word(fieldState.error?.message)}
          {...look}
        />
      )}
    />
  );
};

/** What a work, or a collection, is called. */
export const NameRow = <F extends { name: string }>({ form }: { form: UseFormReturn<F> }) => {
  const { t } = useTranslation();
  const word = useFieldWord();
  const { register, formState } = form as unknown as UseFormReturn<{ name: string }>;
  return (
    <TextField
      label={t('create.name')}
      maxLength={NAME_MAX}
      required
      error={word(formState.errors.name?.message)}
      {...register('name')}
    />
  );
};

/** The end of a form that uploads: why it was refused, how far it is, and the button. */
export const SendRow = ({
  failure,
  share,
  label,
}: {
  failure: string | undefined;
  /** How much is sent, 0–1; undefined while nothing is. */ share: number | undefined;
  label: string;
}) => (
  <>
    <FormFailure words={failure} />
    {share !== undefined && <ProgressBar share={share} />}
    <Button type="submit" size="large" isBusy={share !== undefined}>
      {label}
    </Button>
  </>
);
