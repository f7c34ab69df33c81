import { EDITION_MAX, EDITION_MIN, ROYALTY_MAX_PERCENT } from '@skarb/schema/limits';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useEffect, type ComponentProps } from 'react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { localName } from '../../platform/i18n/local-name.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { NumberField, PriceField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { collectionsQuery } from '../collection/collection.query.ts';
import { categoriesQuery, categoryName } from '../reference/reference.query.ts';
import { useNetworks } from '../reference/use-networks.ts';
import type { TokenForm } from './create.form.ts';
import { useFieldWord } from './use-field-word.ts';

type SelectProps = Pick<ComponentProps<typeof Select>, 'label' | 'options' | 'placeholder' | 'required'> & {
  form: UseFormReturn<TokenForm>;
  name: 'type' | 'collectionUuid' | 'categoryUuid' | 'networkUuid';
  /** Called after the form has the new value. */
  onChosen?: () => void;
};

/** A select of the form. Controlled: a value may be chosen before its option is rendered. */
const FormSelect = ({ form, name, onChosen, ...props }: SelectProps) => {
  const word = useFieldWord();
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <Select
          {...props}
          {...field}
          error={word(fieldState.error?.message)}
          onChange={(event) => {
            field.onChange(event);
            onChosen?.();
          }}
        />
      )}
    />
  );
};

/** The type of a token, the copies of an edition, and the royalty. */
export const EditionFields = ({ form }: { form: UseFormReturn<TokenForm> }) => {
  const { t } = useTranslation();
  const word = useFieldWord();
  const { control } = form;
  const type = useWatch({ control, name: 'type' });
  return (
    <div className="grid gap-6 tablet:grid-cols-2">
      <FormSelect
        form={form}
        name="type"
        label={t('create.token.type')}
        options={(['ERC721', 'ERC1155'] as const).map((value) => ({
          value,
          label: t(`create.token.kind.${value}`),
        }))}
        // An edition has at least two copies, a single token one.
        onChosen={() =>
          form.setValue('quantity', form.getValues('type') === 'ERC1155' ? String(EDITION_MIN) : '1', {
            shouldValidate: form.formState.isSubmitted,
          })
        }
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
  );
};

/** The collection, the category and the network of a token. */
export const PlaceFields = ({
  form,
  onNewCollection,
}: {
  form: UseFormReturn<TokenForm>;
  onNewCollection: () => void;
}) => {
  const { t, i18n } = useTranslation();
  const { user } = useSession();
  const { control } = form;
  const networks = useNetworks();
  const categories = useQuery(categoriesQuery).data ?? [];
  const { data: ownCollections } = useQuery({ ...collectionsQuery({ creatorUuid: user?.uuid }), enabled: !!user });
  const networkUuid = useWatch({ control, name: 'networkUuid' });
  const collections = (ownCollections ?? []).filter((one) => !networkUuid || one.networkUuid === networkUuid);
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
  return (
    <>
      <div className="grid gap-6 tablet:grid-cols-2">
        <div className="flex flex-col gap-2">
          <FormSelect
            form={form}
            name="collectionUuid"
            label={t('create.token.collection')}
            placeholder={t(collections.length ? 'create.choose' : 'create.token.noCollection')}
            options={collections.map(({ uuid, name }) => ({ value: uuid, label: name }))}
            required
          />
          <Button variant="outlined" size="small" className="self-start" onClick={onNewCollection}>
            <Plus aria-hidden className="size-4" />
            {t('create.token.newCollection')}
          </Button>
        </div>
        <FormSelect
          form={form}
          name="categoryUuid"
          label={t('create.token.category')}
          placeholder={t('create.choose')}
          options={categories.map((category) => ({
            value: category.uuid,
            label: categoryName(category, i18n.language),
          }))}
          required
        />
      </div>
      <FormSelect
        form={form}
        name="networkUuid"
        label={t('create.token.network')}
        options={networks.map(({ uuid, humanName }) => ({ value: uuid, label: localName(t, humanName) }))}
        required
        onChosen={() => form.resetField('collectionUuid', { defaultValue: '' })}
      />
    </>
  );
};
