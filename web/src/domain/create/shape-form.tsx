import * as collectionCalls from '@skarb/schema/calls/collection';
import type { CollectionDetail } from '@skarb/schema/collection';
import { COLLECTION_TEXT_MAX } from '@skarb/schema/limits';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { call } from '../../platform/http/api.ts';
import { refetchShown } from '../../platform/query/refetch-shown.ts';
import { path } from '../../platform/route/path.ts';
import { useUnsaved } from '../../platform/route/unsaved.ts';
import { wordsOf } from '../../platform/steps/failure-words.ts';
import { BANNER_SHAPE } from '../../ui/banner.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { LinkFields } from '../../ui/link-fields.tsx';
import { LocalizedFields } from '../../ui/localized-fields.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.tsx';
import { FormFailure } from '../auth/form-failure.tsx';
import { LosesMark } from '../profile/loses-mark.tsx';
import { deepFileProblem, IMAGE_ACCEPT } from './file-check.ts';
import { FileRow, NameRow } from './form-rows.tsx';
import { PinnedWorks } from './pinned-works.tsx';
import { refusedFields } from './refused-fields.ts';
import { type Pinned, shapeBody, type ShapeForm as Form, shapeForm, shapeValues } from './shape.form.ts';
import { useFieldWord } from './use-field-word.ts';
import { useIsGone } from './use-is-gone.ts';

const FIELDS = ['name', 'text', 'links', 'file', 'banner', 'order', 'pinned'] as const;
/** Pictures may upload slowly from a phone. */
const UPLOAD_MS = 60_000;

/** What the maker of a collection shapes: name, texts, pictures, links and the order of its works. */
export const ShapeForm = ({
  collection,
  pinned,
  onSaved,
}: {
  collection: CollectionDetail;
  /** The works that come first now. */ pinned: Pinned[];
  onSaved: () => void;
}) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const word = useFieldWord();
  const [before] = useState(() => shapeValues(collection, pinned));
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const form = useForm<Form>({ resolver: zodResolver(shapeForm), defaultValues: before });
  const { errors, isDirty } = form.formState;
  const drop = useUnsaved(isDirty);
  const isGone = useIsGone();
  const [name, order, banner] = useWatch({ control: form.control, name: ['name', 'order', 'banner'] });
  const isRenamed = name.trim() !== before.name;
  const send = async (values: Form) => {
    setFailure(undefined);
    for (const field of ['file', 'banner'] as const) {
      const file = values[field];
      const problem = file ? await deepFileProblem(file, 'image') : undefined;
      if (problem) return form.setError(field, { message: problem }, { shouldFocus: true });
    }
    setBusy(true);
    try {
      const body = shapeBody(values, before);
      if (Object.keys(body).length > 0)
        await call(collectionCalls.edit, { params: { id: collection.uuid }, body, timeoutMs: UPLOAD_MS });
      // Its name is on cards, activity and searches, too.
      await refetchShown(client);
      drop();
      // Who has left the form meanwhile stays where they are, and reads that it is saved.
      if (isGone.current) toast.success(t('create.shape.saved'));
      else onSaved();
    } catch (error) {
      const refused = refusedFields(t, error, FIELDS);
      for (const [field, words] of refused) form.setError(field, { message: words }, { shouldFocus: true });
      if (refused.length === 0) setFailure(wordsOf(t, error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form noValidate className="flex flex-col gap-8" onSubmit={(event) => void form.handleSubmit(send)(event)}>
      <div className="flex flex-col gap-2">
        <NameRow form={form} />
        {isRenamed && (
          <p role="status" className="text-sm text-ink-200">
            {collection.contracts.some(({ isDeployed }) => isDeployed) &&
              `${t('create.shape.contract', { name: collection.contractName ?? collection.name })} `}
            {collection.isVerified && <LosesMark of="collection" />}
          </p>
        )}
      </div>
      <FileRow
        control={form.control}
        name="file"
        label={t('create.collection.file')}
        note={t('create.imageNote')}
        accept={IMAGE_ACCEPT}
        currentUrl={collection.image.preview}
      />
      <Controller
        control={form.control}
        name="banner"
        render={({ field, fieldState }) => (
          <div className="flex flex-col gap-2">
            <FileDrop
              value={field.value || null}
              onValueChange={field.onChange}
              onBlur={field.onBlur}
              ref={field.ref}
              label={t('create.shape.banner')}
              note={t('create.shape.bannerNote')}
              accept={IMAGE_ACCEPT}
              currentUrl={field.value === '' ? null : collection.banner}
              error={word(fieldState.error?.message)}
              frameClassName={BANNER_SHAPE}
            />
            {banner === null && collection.banner && (
              <button
                type="button"
                onClick={() => field.onChange('')}
                className={buttonClass('outlined', 'small', 'self-start')}
              >
                <Trash2 aria-hidden className="size-4" />
                {t('create.shape.removeBanner')}
              </button>
            )}
          </div>
        )}
      />
      <LocalizedFields
        form={form}
        name="text"
        title={t('create.description')}
        hint={t('create.shape.textNote')}
        max={COLLECTION_TEXT_MAX}
        word={word}
      />
      <LinkFields form={form} hint={t('create.shape.linksNote')} word={word} />
      <fieldset className="flex flex-col gap-4">
        <legend className="font-semibold">{t('create.shape.works')}</legend>
        <Select
          className="mt-3"
          label={t('create.shape.order')}
          hint={t(`create.shape.orderNote.${order}`)}
          options={(['newest', 'number', 'own'] as const).map((value) => ({
            value,
            label: t(`create.shape.orders.${value}`),
          }))}
          {...form.register('order')}
        />
        {order === 'own' && (
          <Controller
            control={form.control}
            name="pinned"
            render={({ field }) => (
              <PinnedWorks collectionUuid={collection.uuid} value={field.value} onChange={field.onChange} />
            )}
          />
        )}
        {errors.pinned?.message && (
          <p role="alert" className="text-sm text-red-400">
            {word(errors.pinned.message)}
          </p>
        )}
      </fieldset>
      <div className="flex flex-col gap-4">
        <FormFailure words={failure} isBusy={isBusy} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" size="large" isBusy={isBusy}>
            {t('settings.save')}
          </Button>
          <Link to={path.collection(collection.uuid)} className={buttonClass('outlined', 'large')}>
            {t('settings.cancel')}
          </Link>
        </div>
      </div>
    </form>
  );
};
