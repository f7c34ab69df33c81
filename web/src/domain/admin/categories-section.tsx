import * as adminCalls from '@skarb/schema/calls/admin';
import type { AdminCategory } from '@skarb/schema/admin';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useFormats } from '../../platform/format/format.ts';
import { call } from '../../platform/http/api.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { allCategoriesQuery } from './admin.query.ts';
import { changedFields } from './changed-fields.ts';
import { FormDialog } from './form-dialog.tsx';
import { ListFrame } from './list-frame.tsx';
import { ListHead, OrderList } from './order-list.tsx';
import { useAct } from './use-act.ts';

const NAME_MAX = 40;

const CategoryDialog = ({ category, onClose }: { category: AdminCategory | null; onClose: () => void }) => {
  const { t } = useTranslation();
  const { act, isBusy, failure, fields } = useAct();
  const [name, setName] = useState(category?.name ?? '');
  const [nameUkr, setNameUkr] = useState(category?.nameUkr ?? '');
  const body = { name: name.trim(), nameUkr: nameUkr.trim() };
  const save = async () => {
    const isDone = await act(
      () =>
        category
          ? call(adminCalls.editCategory, { params: { id: category.uuid }, body: changedFields(category, body) })
          : call(adminCalls.addCategory, { body }),
      t(category ? 'admin.saved' : 'admin.added', { name: body.name }),
    );
    if (isDone) onClose();
  };
  const remove = async () => {
    if (
      category &&
      (await act(
        () => call(adminCalls.removeCategory, { params: { id: category.uuid } }),
        t('admin.removed', { name: category.name }),
      ))
    )
      onClose();
  };
  return (
    <FormDialog
      title={t(category ? 'admin.category.edit' : 'admin.category.add')}
      submit={t(category ? 'admin.save' : 'admin.add')}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => void save()}
      onClose={onClose}
      aside={
        category?.tokens === 0 && (
          <Button variant="outlined" isBusy={isBusy} onClick={() => void remove()}>
            {t('admin.remove')}
          </Button>
        )
      }
    >
      <TextField
        label={t('admin.category.name')}
        value={name}
        maxLength={NAME_MAX}
        required
        error={fields.name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label={t('admin.category.nameUkr')}
        value={nameUkr}
        lang="uk"
        maxLength={NAME_MAX}
        required
        error={fields.nameUkr}
        onChange={(event) => setNameUkr(event.target.value)}
      />
    </FormDialog>
  );
};

export const CategoriesSection = () => {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const { data: categories, error } = useQuery(allCategoriesQuery);
  const [edited, setEdited] = useState<AdminCategory | 'new'>();
  return (
    <>
      <ListHead text={t('admin.category.text')}>
        <Button size="small" onClick={() => setEdited('new')}>
          <Plus aria-hidden className="size-4" />
          {t('admin.category.add')}
        </Button>
      </ListHead>
      <ListFrame error={error} isEmpty={categories && categories.length === 0} emptyWords={t('admin.category.none')}>
        <OrderList
          kind="category"
          onEdit={(uuid) => setEdited(categories?.find((one) => one.uuid === uuid))}
          rows={(categories ?? []).map((one) => {
            const [name, other] =
              i18n.language === 'ukr' && one.nameUkr ? [one.nameUkr, one.name] : [one.name, one.nameUkr];
            return {
              uuid: one.uuid,
              name,
              isEnabled: one.isEnabled,
              note: [
                other,
                t('admin.category.tokens', { count: one.tokens, shown: formats.count(one.tokens) }),
                one.isEnabled ? null : t('admin.off'),
              ]
                .filter(Boolean)
                .join(' · '),
            };
          })}
        />
      </ListFrame>
      {edited && <CategoryDialog category={edited === 'new' ? null : edited} onClose={() => setEdited(undefined)} />}
    </>
  );
};
