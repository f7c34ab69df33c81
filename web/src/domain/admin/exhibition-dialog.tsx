import * as exhibitionCalls from '@skarb/schema/calls/exhibition';
import type { AdminExhibition } from '@skarb/schema/exhibition';
import { forEachLanguage, LANGUAGE, LANGUAGES, tagOf, type Language } from '@skarb/schema/language';
import { EXHIBITION_TEXT_MAX, EXHIBITION_TITLE_MAX, EXHIBITION_WORKS_MAX } from '@skarb/schema/limits';
import { useState } from 'react';
import { call } from '../../platform/http/api.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { useOwn } from '../front/lead.tsx';
import { asLocal } from '../offer/offer.form.ts';
import { changedFields } from './changed-fields.ts';
import { subjectOf, SubjectPicker, type Subject, type SubjectKind } from './exhibition-subject.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useAct } from './use-act.ts';

const KINDS: readonly SubjectKind[] = ['works', 'collection', 'auction'];

const toIso = (local: string): string => new Date(local).toISOString();

/** What an exhibition shows, to be changed. */
type Shown = {
  kind: SubjectKind;
  chosen: Subject[];
  /** What visitors do not see now: it has no name here, and stays. */
  hidden: string[];
};
const shownOf = (one: AdminExhibition | null): Shown => {
  const shown = (kind: SubjectKind, chosen: Subject[], uuids: string[]): Shown => ({
    kind,
    chosen,
    hidden: uuids.filter((uuid) => !chosen.some((subject) => subject.uuid === uuid)),
  });
  if (one?.collectionUuid) return shown('collection', one.collection ? [one.collection] : [], [one.collectionUuid]);
  if (one?.offerUuid) {
    const { offerUuid } = one;
    return shown(
      'auction',
      one.works.slice(0, 1).map((work) => ({ ...subjectOf(work), uuid: offerUuid })),
      [offerUuid],
    );
  }
  return shown('works', (one?.works ?? []).map(subjectOf), one?.tokenUuids ?? []);
};
type Values = {
  title: Record<Language, string>;
  text: Record<Language, string>;
  startsAt: string;
  endsAt: string;
  shown: Shown;
};
/** The values of the form as the API has them. */
const bodyOf = ({ title, text, startsAt, endsAt, shown: { kind, chosen, hidden } }: Values) => {
  const uuids = [...chosen.map(({ uuid }) => uuid), ...hidden];
  return {
    title,
    text,
    startsAt: toIso(startsAt),
    endsAt: endsAt ? toIso(endsAt) : null,
    tokenUuids: kind === 'works' ? uuids : [],
    collectionUuid: kind === 'collection' ? (uuids[0] ?? null) : null,
    offerUuid: kind === 'auction' ? (uuids[0] ?? null) : null,
  };
};

/** Asks before an exhibition ends, or is removed because it has not begun. */
const EndDialog = ({
  exhibition,
  onClose,
  onDone,
}: {
  exhibition: AdminExhibition;
  onClose: () => void;
  onDone: () => void;
}) => {
  const { t } = useTranslation();
  const { act, isBusy, failure } = useAct();
  const name = useOwn()(exhibition.title);
  const isPlanned = exhibition.state === 'PLANNED';
  const end = async () => {
    const isDone = await act(
      () => call(exhibitionCalls.end, { params: { id: exhibition.uuid } }),
      t(isPlanned ? 'admin.removed' : 'admin.exhibition.ended', { name }),
    );
    if (isDone) onDone();
  };
  return (
    <FormDialog
      title={t(isPlanned ? 'admin.exhibition.removeTitle' : 'admin.exhibition.endTitle', { name })}
      submit={t(isPlanned ? 'admin.remove' : 'admin.exhibition.end')}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => void end()}
      onClose={onClose}
    >
      <p className="text-ink-200">{t(isPlanned ? 'admin.exhibition.removeText' : 'admin.exhibition.endText')}</p>
    </FormDialog>
  );
};

/** Plans an exhibition, or changes one. */
export const ExhibitionDialog = ({
  exhibition,
  onClose,
}: {
  exhibition: AdminExhibition | null;
  onClose: () => void;
}) => {
  const { t } = useTranslation();
  const { act, isBusy, failure, fields } = useAct();
  const [title, setTitle] = useState(() => exhibition?.title ?? forEachLanguage(() => ''));
  const [text, setText] = useState(() => exhibition?.text ?? forEachLanguage(() => ''));
  const [startsAt, setStart] = useState(() => asLocal(exhibition?.startsAt ?? new Date().toISOString()));
  const [endsAt, setEnd] = useState(() => (exhibition?.endsAt ? asLocal(exhibition.endsAt) : ''));
  const [shown, setShown] = useState(() => shownOf(exhibition));
  const [isEnding, setEnding] = useState(false);
  const { kind, chosen, hidden } = shown;
  const values = { title, text, startsAt, endsAt, shown };
  const [opened] = useState(() => bodyOf(values));
  const own = useOwn();
  const name = own(title).trim();
  const isWritten = LANGUAGES.some((language) => text[language].trim());
  const isBackwards = endsAt !== '' && endsAt <= startsAt;
  const save = async () => {
    if (isBackwards || chosen.length + hidden.length === 0) return;
    const body = bodyOf(values);
    const isDone = await act(
      () =>
        exhibition
          ? call(exhibitionCalls.edit, { params: { id: exhibition.uuid }, body: changedFields(opened, body) })
          : call(exhibitionCalls.add, { body }),
      t(exhibition ? 'admin.saved' : 'admin.added', { name }),
    );
    if (isDone) onClose();
  };
  const set = (words: Record<Language, string>, language: Language, value: string) => ({ ...words, [language]: value });
  return (
    <FormDialog
      title={t(exhibition ? 'admin.exhibition.edit' : 'admin.exhibition.add')}
      submit={t(exhibition ? 'admin.save' : 'admin.exhibition.plan')}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => void save()}
      onClose={onClose}
      aside={
        exhibition &&
        exhibition.state !== 'ENDED' && (
          <Button variant="outlined" onClick={() => setEnding(true)}>
            {t(exhibition.state === 'PLANNED' ? 'admin.remove' : 'admin.exhibition.end')}
          </Button>
        )
      }
    >
      {LANGUAGES.map((language) => (
        <fieldset key={language} className="flex flex-col gap-4">
          <legend className="mb-3 text-sm font-semibold text-ink-200">{LANGUAGE[language].name}</legend>
          <TextField
            label={t('admin.exhibition.title')}
            value={title[language]}
            lang={tagOf(language)}
            maxLength={EXHIBITION_TITLE_MAX}
            required
            hint={t('admin.exhibition.titleHint')}
            error={fields[`title.${language}`]}
            onChange={({ target }) => setTitle(set(title, language, target.value))}
          />
          <TextArea
            label={t('admin.exhibition.text')}
            value={text[language]}
            lang={tagOf(language)}
            maxLength={EXHIBITION_TEXT_MAX}
            rows={4}
            hint={isWritten && !text[language].trim() && t('admin.exhibition.textMissing')}
            error={fields[`text.${language}`]}
            onChange={({ target }) => setText(set(text, language, target.value))}
          />
        </fieldset>
      ))}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <DateField
          label={t('admin.exhibition.from')}
          value={startsAt}
          required
          error={fields.startsAt}
          onChange={({ target }) => setStart(target.value)}
        />
        <DateField
          label={t('admin.exhibition.until')}
          hint={t('admin.exhibition.untilHint')}
          value={endsAt}
          error={isBackwards ? t('error.constraint.custom_endsAt') : fields.endsAt}
          onChange={({ target }) => setEnd(target.value)}
        />
      </div>
      <Select
        label={t('admin.exhibition.shows')}
        value={kind}
        options={KINDS.map((one) => ({ value: one, label: t(`admin.exhibition.kind.${one}`) }))}
        onChange={({ target }) => setShown({ kind: target.value as SubjectKind, chosen: [], hidden: [] })}
      />
      <SubjectPicker
        key={kind}
        kind={kind}
        chosen={chosen}
        hidden={hidden.length}
        most={kind === 'works' ? EXHIBITION_WORKS_MAX - hidden.length : 1}
        error={fields.tokenUuids ?? fields.collectionUuid ?? fields.offerUuid}
        onChange={(next) => setShown({ kind, chosen: next, hidden: kind === 'works' ? hidden : [] })}
      />
      {isEnding && exhibition && (
        <EndDialog exhibition={exhibition} onClose={() => setEnding(false)} onDone={onClose} />
      )}
    </FormDialog>
  );
};
