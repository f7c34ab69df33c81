import * as collectionCalls from '@skarb/schema/calls/collection';
import * as searchCalls from '@skarb/schema/calls/search';
import * as tokenCalls from '@skarb/schema/calls/token';
import type { LocalizedName } from '@skarb/schema/localization';
import type { ShownWork } from '@skarb/schema/shown-work';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useContext, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { call } from '../../platform/http/api.ts';
import { useInLanguage } from '../../platform/i18n/use-in-language.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { SentForm } from '../../ui/field-frame.tsx';
import { MoveButtons, moved } from '../../ui/move-buttons.tsx';
import { Picture, type PictureSource } from '../../ui/picture.tsx';

/** A work, a collection or an auction that can be chosen; `uuid` is that of the token, the collection or the offer. */
export type Subject = {
  uuid: string;
  name: string;
  localization?: LocalizedName | undefined;
  note?: string;
  image?: PictureSource;
};
export type SubjectKind = 'works' | 'collection' | 'auction';

const FOUND = 5;

/** A work as a subject. */
export const subjectOf = ({
  uuid,
  name,
  localization,
  image,
  collection,
}: Pick<ShownWork, 'uuid' | 'name' | 'localization' | 'image' | 'collection'>): Subject => ({
  uuid,
  name,
  localization,
  image,
  note: collection.name,
});

const find = async (kind: SubjectKind, search: string, signal: AbortSignal): Promise<Subject[]> => {
  if (kind === 'collection') {
    const { data } = await call(collectionCalls.list, { query: { search, limit: FOUND }, signal });
    return data.map(({ uuid, name, image, creator }) => ({ uuid, name, image, note: creator.name ?? undefined }));
  }
  if (kind === 'auction') {
    const { data } = await call(tokenCalls.list, { query: { search, state: ['AUCTION'], limit: FOUND }, signal });
    return data.flatMap((work) => (work.auction ? [{ ...subjectOf(work), uuid: work.auction.offerUuid }] : []));
  }
  // The best matches first: a list has the newest of all that have the word somewhere.
  const { data } = await call(searchCalls.find, { query: { q: search }, signal });
  return data.tokens.map(subjectOf);
};

const Line = ({ subject, children }: { subject: Subject; children: ReactNode }) => (
  <li className="flex items-center gap-3 rounded-xl bg-ink-900 p-2 max-[19rem]:flex-wrap">
    {subject.image && (
      <Picture image={subject.image} alt="" sizes="48px" ratio={1} className="size-10 shrink-0 rounded-lg" />
    )}
    <span className="min-w-0 flex-1">
      <span className="block truncate text-ink-50">{subject.name}</span>
      {subject.note && <span className="block truncate text-sm text-ink-400">{subject.note}</span>}
    </span>
    {children}
  </li>
);

/** Chooses works in order, a collection, or an auction, by their names. */
export const SubjectPicker = ({
  kind,
  chosen,
  hidden,
  most,
  error,
  onChange,
}: {
  kind: SubjectKind;
  chosen: readonly Subject[];
  /** How many more are chosen that visitors do not see now. */
  hidden: number;
  most: number;
  error: string | undefined;
  onChange: (next: Subject[]) => void;
}) => {
  const { t } = useTranslation();
  const inOwn = useInLanguage();
  const isMissing = useContext(SentForm) && chosen.length + hidden === 0;
  const [text, setText] = useState('');
  const search = text.trim();
  const { data: found } = useQuery({
    queryKey: ['private', 'exhibition', 'found', kind, search],
    queryFn: ({ signal }) => find(kind, search, signal),
    enabled: search !== '' && chosen.length < most,
    placeholderData: (before) => before,
  });
  const others = search
    ? found?.filter(({ uuid }) => !chosen.some((one) => one.uuid === uuid)).slice(0, FOUND)
    : undefined;
  const box = useRef<HTMLDivElement>(null);
  // The pressed button leaves with its row: otherwise the dialog itself would get the focus.
  useLayoutEffect(() => {
    const control = box.current?.querySelector('input') ?? box.current?.querySelector('button');
    if (document.activeElement === document.body) control?.focus();
  }, [chosen.length]);
  return (
    <div ref={box} className="flex flex-col gap-3">
      {chosen.length > 0 && (
        <ol aria-label={t('admin.exhibition.chosen')} className="flex flex-col gap-2">
          {chosen.map(inOwn).map((one, index) => (
            <Line key={one.uuid} subject={one}>
              {kind === 'works' && (
                <MoveButtons
                  name={one.name}
                  index={index}
                  count={chosen.length}
                  onMove={(by) => onChange(moved(chosen, index, by))}
                />
              )}
              <Button
                variant="icon"
                size="small"
                aria-label={t('moderation.featured.remove', { name: one.name })}
                onClick={() => onChange(chosen.filter(({ uuid }) => uuid !== one.uuid))}
              >
                <X aria-hidden className="size-4" />
              </Button>
            </Line>
          ))}
        </ol>
      )}
      {hidden > 0 && <p className="text-sm text-ink-400">{t(`admin.exhibition.hidden.${kind}`, { count: hidden })}</p>}
      {chosen.length < most && (
        <TextField
          type="search"
          label={t(`admin.exhibition.find.${kind}`)}
          value={text}
          error={error ?? (isMissing && t('admin.exhibition.noneChosen'))}
          onChange={({ target }) => setText(target.value)}
          // Enter searches, it does not send the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      {others?.length === 0 && (
        <p className="text-sm text-ink-400">
          {t(found?.length ? 'admin.exhibition.noneElse' : 'admin.exhibition.noneFound')}
        </p>
      )}
      {others && others.length > 0 && (
        <ul className="flex flex-col gap-2">
          {others.map(inOwn).map((one) => (
            <Line key={one.uuid} subject={one}>
              <Button
                size="small"
                variant="outlined"
                aria-label={t('moderation.featured.addOf', { name: one.name })}
                onClick={() => {
                  setText('');
                  onChange([...chosen, one]);
                }}
              >
                {t('moderation.featured.add')}
              </Button>
            </Line>
          ))}
        </ul>
      )}
    </div>
  );
};
