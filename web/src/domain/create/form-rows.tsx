import { NAME_MAX } from '@skarb/schema/limits';
import { useRef, useState } from 'react';
import { Controller, type Control, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { partOf } from '../../ui/part-of-form.ts';
import { FormFailure } from '../auth/form-failure.tsx';
import { deepFileProblem, type FileProblem } from './file-check.ts';
import { ProgressBar } from './progress-bar.tsx';
import { useFieldWord } from './use-field-word.ts';

/** A file field that accepts a drop or a choice. */
export const FileRow = <F extends FieldValues>({
  control,
  name,
  kind = 'image',
  onChecked,
  ...rest
}: {
  control: Control<F>;
  name: FieldPath<F>;
  kind?: 'token' | 'image';
  /** Called with a chosen file in which nothing wrong was found. */ onChecked?: (file: File) => void;
  label: string;
  note: string;
  accept: string;
  /** The picture that a new one replaces. */ currentUrl?: string | null;
  frameClassName?: string;
}) => {
  const word = useFieldWord();
  const [problem, setProblem] = useState<FileProblem>();
  const chosen = useRef<File | null>(null);
  // Show the error at once. Ignore it if another file was chosen meanwhile.
  const look = async (file: File | null) => {
    chosen.current = file;
    setProblem(undefined);
    const found = file ? await deepFileProblem(file, kind) : undefined;
    if (chosen.current !== file) return;
    setProblem(found);
    if (file && !found) onChecked?.(file);
  };
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <FileDrop
          value={field.value}
          onValueChange={(file) => {
            field.onChange(file);
            void look(file);
          }}
          onBlur={field.onBlur}
          ref={field.ref}
          error={word(fieldState.error?.message ?? problem)}
          {...rest}
        />
      )}
    />
  );
};

/** The name of a token or a collection. */
export const NameRow = <F extends { name: string }>({ form }: { form: UseFormReturn<F> }) => {
  const { t } = useTranslation();
  const word = useFieldWord();
  const { register, formState }: UseFormReturn<{ name: string }> = partOf(form);
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

/** The end of a form that uploads: the error, the progress and the button. */
export const SendRow = ({
  failure,
  share,
  label,
}: {
  failure: string | undefined;
  /** Uploaded share, 0–1; undefined while nothing is being sent. */ share: number | undefined;
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
