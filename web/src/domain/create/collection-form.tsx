import * as collectionCalls from '@skarb/schema/calls/collection';
import type { Collection } from '@skarb/schema/collection';
import { DESCRIPTION_MAX } from '@skarb/schema/limits';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useUnsaved } from '../../platform/route/unsaved.ts';
import { TextArea } from '../../ui/field.tsx';
import { useGate } from '../auth/use-gate.ts';
import { wordsOf } from '../../platform/steps/failure-words.ts';
import { type CollectionForm as Form, collectionForm } from './create.form.ts';
import { deepFileProblem, IMAGE_ACCEPT } from './file-check.ts';
import { FileRow, NameRow, SendRow } from './form-rows.tsx';
import { refusedFields } from './refused-fields.ts';
import { createUpload } from './upload.ts';
import { useFieldWord } from './use-field-word.ts';
import { useIsGone } from './use-is-gone.ts';

/** Name, picture and description of a collection; its contract is deployed with the first mint. */
export const CollectionForm = ({
  networkUuid,
  onCreated,
}: {
  networkUuid?: string;
  onCreated: (collection: Collection) => void;
}) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const gate = useGate();
  const word = useFieldWord();
  const [upload] = useState(() => createUpload(collectionCalls.create));
  const [share, setShare] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const form = useForm<Form>({
    resolver: zodResolver(collectionForm),
    defaultValues: { name: '', description: '', file: null },
  });
  const { errors, isDirty } = form.formState;
  const drop = useUnsaved(isDirty);
  const isGone = useIsGone();
  const send = async ({ name, description, file }: Form) => {
    setFailure(undefined);
    const problem = await deepFileProblem(file as File, 'image');
    if (problem) return form.setError('file', { message: problem }, { shouldFocus: true });
    setShare(0);
    try {
      const { data } = await upload({
        body: { name, description, networkUuid: networkUuid || undefined, file: file as File },
        onProgress: setShare,
      });
      // Also the lists of pages that are not open, so that the maker's profile already has it when they go there.
      void client.invalidateQueries({ queryKey: ['collection'], refetchType: 'all' });
      drop();
      // Who has left the form during the upload stays where they are.
      if (!isGone.current) onCreated(data);
    } catch (error) {
      const refused = refusedFields(t, error, ['name', 'description', 'file']);
      for (const [field, words] of refused) form.setError(field, { message: words });
      if (refused.length === 0) setFailure(wordsOf(t, error));
    } finally {
      setShare(undefined);
    }
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        // The form may be in a dialog over another form.
        event.stopPropagation();
        void form.handleSubmit((values) => gate('wallet', () => void send(values)))(event);
      }}
    >
      <FileRow
        control={form.control}
        name="file"
        label={t('create.collection.file')}
        note={t('create.imageNote')}
        accept={IMAGE_ACCEPT}
      />
      <NameRow form={form} />
      <TextArea
        label={t('create.descriptionOptional')}
        maxLength={DESCRIPTION_MAX}
        error={word(errors.description?.message)}
        {...form.register('description')}
      />
      <SendRow failure={failure} share={share} label={t('create.collection.submit')} />
    </form>
  );
};
