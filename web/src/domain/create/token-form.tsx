import { DESCRIPTION_MAX } from '@skarb/schema/limits';
import * as tokenCalls from '@skarb/schema/calls/token';
import type { TokenDetail } from '@skarb/schema/token';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useUnsaved } from '../../platform/route/unsaved.ts';
import { TextArea } from '../../ui/field.tsx';
import { useGate } from '../auth/use-gate.ts';
import { wordsOf } from '../../platform/steps/failure-words.ts';
import { CollectionDialog } from './collection-dialog.tsx';
import { EMPTY_TOKEN, tokenBody, type TokenForm as Form, tokenForm } from './create.form.ts';
import { deepFileProblem, IMAGE_ACCEPT, isImage, TOKEN_ACCEPT } from './file-check.ts';
import { FileRow, NameRow, SendRow } from './form-rows.tsx';
import { LocalizationFields } from './localization-fields.tsx';
import { PropertyFields } from './property-fields.tsx';
import { refusedFields } from './refused-fields.ts';
import type { Repeated } from './repeat.ts';
import { EditionFields, PlaceFields } from './token-fields.tsx';
import { createUpload } from './upload.ts';
import { useCover } from './use-cover.ts';
import { useFieldWord } from './use-field-word.ts';

const FIELDS = [
  'file',
  'poster',
  'name',
  'description',
  'type',
  'quantity',
  'royalty',
  'networkUuid',
  'collectionUuid',
  'categoryUuid',
  'properties',
  'localization',
] as const;

type Props = {
  /** Taken over from the maker's last work. */
  repeated?: Partial<Repeated> | undefined;
  onCreated: (token: TokenDetail) => void;
};

/** The form of a new token. What was typed stays after a failure. */
export const TokenForm = ({ repeated, onCreated }: Props) => {
  const { t } = useTranslation();
  const gate = useGate();
  const word = useFieldWord();
  const [isMakingCollection, setMakingCollection] = useState(false);
  const [share, setShare] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const [upload] = useState(() => createUpload(tokenCalls.create));
  const form = useForm<Form>({
    resolver: zodResolver(tokenForm),
    defaultValues: { ...EMPTY_TOKEN, ...repeated },
    shouldFocusError: false,
  });
  const { control, register, formState } = form;
  const { errors, isDirty } = formState;
  const drop = useUnsaved(isDirty);
  const file = useWatch({ control, name: 'file' });
  const box = useRef<HTMLFormElement>(null);
  const { submitCount } = formState;
  const hasErrors = Object.keys(errors).length > 0;
  // The first on the page, which the form's library does not know: it registers some fields before others.
  const focusFirstInvalid = useEffectEvent(() => {
    if (hasErrors) box.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  });
  useEffect(() => {
    if (submitCount > 0) focusFirstInvalid();
  }, [submitCount]);

  const [checked, setChecked] = useState<File>();
  const intact = file === checked ? file : null;
  useCover(form, intact);

  const send = async (values: Form) => {
    setFailure(undefined);
    const problem = await deepFileProblem(values.file as File, 'token');
    if (problem) return form.setError('file', { message: problem }, { shouldFocus: true });
    setShare(0);
    try {
      const body = tokenBody(isImage(values.file as File) ? { ...values, poster: null } : values);
      const { data } = await upload({ body, onProgress: setShare });
      drop();
      onCreated(data);
    } catch (error) {
      const refused = refusedFields(t, error, FIELDS);
      for (const [field, words] of refused) form.setError(field, { message: words }, { shouldFocus: true });
      if (refused.length === 0) setFailure(wordsOf(t, error));
    } finally {
      setShare(undefined);
    }
  };
  return (
    <>
      <form
        ref={box}
        onSubmit={(event) => void form.handleSubmit((values) => gate('wallet', () => void send(values)))(event)}
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] gap-8 wide:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)] wide:gap-12"
      >
        <div className="flex flex-col gap-6 wide:sticky wide:top-24 wide:self-start">
          <FileRow
            control={control}
            name="file"
            kind="token"
            onChecked={setChecked}
            label={t('create.token.file')}
            note={t('create.fileNote')}
            accept={TOKEN_ACCEPT}
            frameClassName="wide:min-h-96"
          />
          {intact && !isImage(intact) && (
            <FileRow
              control={control}
              name="poster"
              label={t('create.token.poster')}
              note={t('create.token.posterNote')}
              accept={IMAGE_ACCEPT}
            />
          )}
        </div>
        <div className="flex flex-col gap-6">
          <NameRow form={form} />
          <TextArea
            label={t('create.description')}
            maxLength={DESCRIPTION_MAX}
            required
            error={word(errors.description?.message)}
            {...register('description')}
          />
          <EditionFields form={form} />
          <PlaceFields form={form} onNewCollection={() => gate('wallet', () => setMakingCollection(true))} />
          <PropertyFields form={form} />
          <LocalizationFields form={form} />
          <SendRow failure={failure} share={share} label={t('create.token.submit')} />
          <p className="text-sm text-ink-400">{t('create.token.note')}</p>
        </div>
      </form>
      {isMakingCollection && (
        <CollectionDialog
          networkUuid={form.getValues('networkUuid') || undefined}
          onClose={() => setMakingCollection(false)}
          onCreated={(uuid) => {
            setMakingCollection(false);
            form.setValue('collectionUuid', uuid, { shouldValidate: true });
          }}
        />
      )}
    </>
  );
};
