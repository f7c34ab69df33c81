import * as tokenCalls from '@skarb/schema/calls/token';
import { COLLECTION_PINS_MAX } from '@skarb/schema/limits';
import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useInLanguage } from '../../platform/i18n/use-in-language.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { call } from '../../platform/http/api.ts';
import { buttonClass } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { MoveButtons, moved } from '../../ui/move-buttons.tsx';
import { previewAt } from '../../ui/picture.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import type { Pinned } from './shape.form.ts';

const FOUND = 6;

const Thumb = ({ picture }: { picture: string }) => (
  <img src={previewAt(picture, 320)} alt="" className="size-11 shrink-0 rounded-lg bg-ink-800 object-contain" />
);

/** Works of the collection that are not chosen yet, by name; the newest without one. */
const Finder = ({
  collectionUuid,
  chosen,
  onAdd,
}: {
  collectionUuid: string;
  chosen: readonly Pinned[];
  onAdd: (one: Pinned) => void;
}) => {
  const { t } = useTranslation();
  const own = useInLanguage();
  const [text, setText] = useState('');
  const search = useDebounced(text.trim(), 250);
  const { data } = useQuery({
    queryKey: ['private', 'pinned', collectionUuid, search],
    queryFn: ({ signal }) =>
      call(tokenCalls.list, {
        query: { collectionUuid, limit: FOUND + COLLECTION_PINS_MAX, ...(search && { search }) },
        signal,
      }),
    placeholderData: (before) => before,
  });
  const found = data?.data.filter(({ uuid }) => !chosen.some((one) => one.uuid === uuid)).slice(0, FOUND);
  return (
    <div>
      <TextField
        type="search"
        label={t('create.shape.find')}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        // Enter searches, it does not send the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <ul className="mt-2 grid gap-1 tablet:grid-cols-2">
        {found?.map(own).map(({ uuid, name, image }) => (
          <li key={uuid}>
            <button
              type="button"
              onClick={() => onAdd({ uuid, name, picture: image.preview })}
              aria-label={t('create.shape.add', { name })}
              className="flex w-full items-center gap-3 rounded-xl p-1.5 text-left hover:bg-ink-800"
            >
              <Thumb picture={image.preview} />
              <span className="min-w-0 flex-1 truncate">{name}</span>
              <Plus aria-hidden className="size-4 shrink-0 text-ink-400" />
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className="text-sm text-ink-400">
        {data?.data.length === 0 && t('create.shape.nothing')}
      </p>
    </div>
  );
};

/** The works that come first on a collection's page, to be moved by arrows. The focus goes with the moved row. */
export const PinnedWorks = ({
  collectionUuid,
  value,
  onChange,
}: {
  collectionUuid: string;
  value: readonly Pinned[];
  onChange: (works: Pinned[]) => void;
}) => {
  const { t } = useTranslation();
  const [said, setSaid] = useState('');
  const move = (index: number, by: -1 | 1) => {
    onChange(moved(value, index, by));
    setSaid(t('create.shape.moved', { name: value[index]?.name ?? '', place: index + by + 1, total: value.length }));
  };
  const remove = (index: number) => {
    onChange(value.filter((_, at) => at !== index));
    setSaid(t('create.shape.removed', { name: value[index]?.name ?? '' }));
  };
  return (
    <div className="flex flex-col gap-4">
      <ol aria-label={t('create.shape.pinned')} className="divide-y divide-ink-800 rounded-2xl bg-ink-900">
        {value.map(({ uuid, name, picture }, index) => (
          <li key={uuid} className="flex items-center gap-3 px-3 py-2">
            <span aria-hidden className="num w-5 text-right text-sm text-ink-400">
              {index + 1}
            </span>
            <Thumb picture={picture} />
            <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
            <MoveButtons name={name} index={index} count={value.length} onMove={(by) => move(index, by)} />
            <button
              type="button"
              aria-label={t('create.shape.remove', { name })}
              onClick={() => remove(index)}
              className={buttonClass('icon', 'small')}
            >
              <X aria-hidden className="size-4" />
            </button>
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
      {value.length < COLLECTION_PINS_MAX ? (
        <Finder
          collectionUuid={collectionUuid}
          chosen={value}
          onAdd={(one) => {
            onChange([...value, one]);
            setSaid(t('create.shape.added', { name: one.name, place: value.length + 1 }));
          }}
        />
      ) : (
        <p className="text-sm text-ink-400">{t('create.shape.full', { max: COLLECTION_PINS_MAX })}</p>
      )}
    </div>
  );
};
