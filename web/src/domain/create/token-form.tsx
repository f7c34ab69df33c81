import { DESCRIPTION_MAX, EDITION_MAX, EDITION_MIN, ROYALTY_MAX_PERCENT } from '@skarb/schema/limits';
import * as tokenCalls from '@skarb/schema/calls/token';
import type { TokenDetail } from '@skarb/schema/token';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { localName } from '../../platform/i18n/local-name.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useUnsaved } from '../../platform/route/unsaved.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { NumberField, PriceField, TextArea } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { useGate } from '../auth/use-gate.ts';
import { collectionsQuery } from '../collection/collection.query.ts';
import { categoriesQuery, categoryName } from '../reference/reference.query.ts';
import { wordsOf } from '../../platform/steps/failure-words.ts';
import { useNetworks } from '../reference/use-networks.ts';
import { CollectionDialog } from './collection-dialog.tsx';
import { coverOf } from './cover-of.ts';
import { EMPTY_TOKEN, tokenBody, type TokenForm as Form, tokenForm } from './create.form.ts';
import { deepFileProblem, IMAGE_ACCEPT, isImage, TOKEN_ACCEPT } from './file-check.ts';
import { FileRow, NameRow, SendRow } from './form-rows.tsx';
import { LocalizationFields } from './localization-fields.tsx';
import { PropertyFields } from './property-fields.tsx';
import { refusedFields } from './refused-fields.ts';
import type { Repeated } from './repeat.ts';
import { newKey, upload } from './upload.ts';
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
  repeated?: Repeated | undefined;
  onCreated: (token: TokenDetail) => void;
};

/** The form of a new token. What was typed stays after a failure. */
export const TokenForm = ({ repeated, onCreated }: Props) => {
  const { t, i18n } = useTranslation();
  const { user } = useSession();
  const gate = useGate();
  const word = useFieldWord();
  const networks = useNetworks();
  const categories = useQuery(categoriesQuery).data ?? [];
  const { data: ownCollections } = useQuery({ ...collectionsQuery({ creatorUuid: user?.uuid }), enabled: !!user });
  const [isMakingCollection, setMakingCollection] = useState(false);
  const [share, setShare] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const key = useRef(newKey());
  const form = useForm<Form>({
    resolver: zodResolver(tokenForm),
    defaultValues: { ...EMPTY_TOKEN, ...repeated },
    shouldFocusError: false,
  });
  const { control, register, formState } = form;
  const { errors, isDirty } = formState;
  const drop = useUnsaved(isDirty);
  const [file, type, networkUuid] = useWatch({ control, name: ['file', 'type', 'networkUuid'] });
  const collections = (ownCollections ?? []).filter((one) => !networkUuid || one.networkUuid === networkUuid);
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
  const ownNetwork = networks.find(({ isRunning }) => isRunning)?.uuid;
  useEffect(() => {
    if (ownNetwork && !form.getValues('networkUuid')) form.setValue('networkUuid', ownNetwork);
  }, [ownNetwork, form]);
  // The only one there is, as a default: it is no input that could be lost.
  const onlyCollection = collections.length === 1 ? collections[0]?.uuid : undefined;
  useEffect(() => {
    const { isDirty: isChosen, isTouched } = form.getFieldState('collectionUuid');
    if (onlyCollection && !isChosen && !isTouched) form.resetField('collectionUuid', { defaultValue: onlyCollection });
  }, [onlyCollection, form]);

  const [checked, setChecked] = useState<File>();
  const intact = file === checked ? file : null;
  // The cover that is made of a file goes with the file; one that the maker has chosen stays.
  useEffect(() => {
    if (!intact) return;
    let isCurrent = true;
    let drawn: File | null = null;
    void coverOf(intact).then((cover) => {
      if (!cover || !isCurrent || form.getValues('poster')) return;
      drawn = cover;
      form.setValue('poster', cover);
    });
    return () => {
      isCurrent = false;
      if (drawn && form.getValues('poster') === drawn) form.setValue('poster', null);
    };
  }, [intact, form]);

  const send = async (values: Form) => {
    setFailure(undefined);
    const problem = await deepFileProblem(values.file as File, 'token');
    if (problem) return form.setError('file', { message: problem }, { shouldFocus: true });
    setShare(0);
    try {
      const body = tokenBody(isImage(values.file as File) ? { ...values, poster: null } : values);
      const { data } = await upload(tokenCalls.create, { body, key: key.current, onProgress: setShare });
      drop();
      onCreated(data);
    } catch (error) {
      key.current = newKey();
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
          <div className="grid gap-6 tablet:grid-cols-2">
            <Select
              label={t('create.token.type')}
              options={(['ERC721', 'ERC1155'] as const).map((value) => ({
                value,
                label: t(`create.token.kind.${value}`),
              }))}
              {...register('type', {
                // An edition has at least two copies, a single token one.
                onChange: () =>
                  form.setValue('quantity', form.getValues('type') === 'ERC1155' ? String(EDITION_MIN) : '1', {
                    shouldValidate: formState.isSubmitted,
                  }),
              })}
            />
            {type === 'ERC1155' && (
              <Controller
                control={control}
                name="quantity"
                render={({ field, fieldState }) => (
                  <NumberField
                    label={t('create.token.quantity')}
                    min={EDITION_MIN}
                    max={EDITION_MAX}
                    value={field.value}
                    onValueChange={field.onChange}
                    onBlur={field.onBlur}
                    ref={field.ref}
                    error={word(fieldState.error?.message)}
                  />
                )}
              />
            )}
            <Controller
              control={control}
              name="royalty"
              render={({ field, fieldState }) => (
                <PriceField
                  label={t('create.token.royalty')}
                  hint={t('create.token.royaltyNote', { max: ROYALTY_MAX_PERCENT })}
                  symbol="%"
                  maxDecimals={2}
                  value={field.value}
                  onValueChange={field.onChange}
                  onBlur={field.onBlur}
                  ref={field.ref}
                  error={word(fieldState.error?.message)}
                />
              )}
            />
          </div>
          <div className="grid gap-6 tablet:grid-cols-2">
            <div className="flex flex-col gap-2">
              <Controller
                control={control}
                name="collectionUuid"
                render={({ field }) => (
                  // Controlled, like the two selects below: a value may be chosen before its option is rendered.
                  <Select
                    label={t('create.token.collection')}
                    placeholder={t(collections.length ? 'create.choose' : 'create.token.noCollection')}
                    options={collections.map(({ uuid, name }) => ({ value: uuid, label: name }))}
                    required
                    error={word(errors.collectionUuid?.message)}
                    {...field}
                  />
                )}
              />
              <Button
                variant="outlined"
                size="small"
                className="self-start"
                onClick={() => gate('wallet', () => setMakingCollection(true))}
              >
                <Plus aria-hidden className="size-4" />
                {t('create.token.newCollection')}
              </Button>
            </div>
            <Controller
              control={control}
              name="categoryUuid"
              render={({ field }) => (
                <Select
                  label={t('create.token.category')}
                  placeholder={t('create.choose')}
                  options={categories.map((category) => ({
                    value: category.uuid,
                    label: categoryName(category, i18n.language),
                  }))}
                  required
                  error={word(errors.categoryUuid?.message)}
                  {...field}
                />
              )}
            />
          </div>
          <Controller
            control={control}
            name="networkUuid"
            render={({ field }) => (
              <Select
                label={t('create.token.network')}
                options={networks.map(({ uuid, humanName }) => ({ value: uuid, label: localName(t, humanName) }))}
                required
                error={word(errors.networkUuid?.message)}
                {...field}
                onChange={(event) => {
                  field.onChange(event);
                  form.resetField('collectionUuid', { defaultValue: '' });
                }}
              />
            )}
          />
          <PropertyFields form={form} />
          <LocalizationFields form={form} />
          <SendRow failure={failure} share={share} label={t('create.token.submit')} />
          <p className="text-sm text-ink-400">{t('create.token.note')}</p>
        </div>
      </form>
      {isMakingCollection && (
        <CollectionDialog
          networkUuid={networkUuid || undefined}
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
