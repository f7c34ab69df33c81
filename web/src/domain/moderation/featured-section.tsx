import * as collectionCalls from '@skarb/schema/calls/collection';
import * as moderationCalls from '@skarb/schema/calls/moderation';
import type { Collection } from '@skarb/schema/collection';
import { FEATURED_MAX } from '@skarb/schema/limits';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { call } from '../../platform/http/api.ts';
import { errorWords } from '../../platform/http/api-error.ts';
import { path } from '../../platform/route/path.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { MoveButtons, moved } from '../../ui/move-buttons.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { wordsOf } from '../../platform/steps/failure-words.ts';
import { featuredQuery } from './moderation.query.ts';

const FOUND = 5;

/** Reorders the list, shown at once; reverted if the server refuses. */
const useFeature = () => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { queryKey } = featuredQuery;
  return useMutation({
    scope: { id: 'featured' },
    mutationFn: (wanted: Collection[]) =>
      call(moderationCalls.feature, { body: { collectionUuids: wanted.map(({ uuid }) => uuid) } }),
    onMutate: async (wanted) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, wanted);
    },
    onSuccess: () => toast.success(t('moderation.featured.saved')),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey }),
        client.invalidateQueries({ queryKey: ['collection', 'list'] }),
      ]),
  });
};

/** Searches collections by name to feature one more. */
const Finder = ({ chosen, onAdd }: { chosen: readonly Collection[]; onAdd: (one: Collection) => void }) => {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const search = text.trim();
  const { data } = useQuery({
    queryKey: ['private', 'featured', 'found', search],
    queryFn: ({ signal }) => call(collectionCalls.list, { query: { search, limit: FOUND + FEATURED_MAX }, signal }),
    enabled: search !== '',
    placeholderData: (before) => before,
  });
  const found = search ? data?.data.filter(({ uuid }) => !chosen.some((one) => one.uuid === uuid)).slice(0, FOUND) : [];
  return (
    <div className="mt-8 max-w-md">
      <TextField
        type="search"
        label={t('moderation.featured.find')}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {found?.length === 0 && search && (
        <p className="mt-3 text-sm text-ink-400">{t('moderation.featured.noneFound')}</p>
      )}
      <ul className="mt-3 flex flex-col gap-2">
        {found?.map((one) => (
          <li key={one.uuid} className="flex items-center gap-3">
            <Picture image={one.image} alt="" sizes="48px" ratio={1} className="size-10 shrink-0 rounded-lg" />
            <span className="min-w-0 flex-1 truncate text-ink-50">{one.name}</span>
            <Button
              size="small"
              variant="outlined"
              aria-label={t('moderation.featured.addOf', { name: one.name })}
              onClick={() => {
                setText('');
                onAdd(one);
              }}
            >
              {t('moderation.featured.add')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
};

/** The featured collections, in order. */
export const FeaturedSection = () => {
  const { t } = useTranslation();
  const { data: chosen, error } = useQuery(featuredQuery);
  const feature = useFeature();
  return (
    <div>
      <p className="max-w-2xl text-ink-200">{t('moderation.featured.text', { most: FEATURED_MAX })}</p>
      {error && !chosen && (
        <p role="alert" className="mt-4 text-ink-50">
          {errorWords(t, error)[0]}
        </p>
      )}
      <FailureNotice words={feature.error ? wordsOf(t, feature.error) : undefined} />
      {!chosen && !error && <Skeleton className="mt-6 h-40 rounded-2xl" />}
      {chosen?.length === 0 && <p className="mt-6 text-ink-200">{t('moderation.featured.none')}</p>}
      <ol className="mt-6 flex flex-col gap-2">
        {chosen?.map((one, index) => (
          <li key={one.uuid} className="flex items-center gap-3 rounded-2xl bg-ink-900 p-3">
            <span aria-hidden className="num w-6 text-center text-sm text-ink-400">
              {index + 1}
            </span>
            <Picture image={one.image} alt="" sizes="56px" ratio={1} className="size-12 shrink-0 rounded-lg" />
            <span className="min-w-0 flex-1">
              <Link
                to={path.collection(one.uuid)}
                className="block truncate font-semibold text-ink-50 underline-offset-4 hover:underline"
              >
                {one.name}
              </Link>
              {one.hidden && <span className="text-sm text-gold-400">{t('moderation.dashboard.isHidden')}</span>}
            </span>
            <span className="flex">
              <MoveButtons
                name={one.name}
                index={index}
                count={chosen.length}
                onMove={(by) => feature.mutate(moved(chosen, index, by))}
              />
              <Button
                variant="icon"
                size="small"
                aria-label={t('moderation.featured.remove', { name: one.name })}
                onClick={() => feature.mutate(chosen.filter(({ uuid }) => uuid !== one.uuid))}
              >
                <X aria-hidden className="size-4" />
              </Button>
            </span>
          </li>
        ))}
      </ol>
      {chosen && chosen.length < FEATURED_MAX && (
        <Finder chosen={chosen} onAdd={(one) => feature.mutate([...chosen, one])} />
      )}
    </div>
  );
};
