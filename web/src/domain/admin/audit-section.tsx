import type { AuditEntry } from '@skarb/schema/audit';
import { AUDIT_ACTS } from '@skarb/schema/audit-act';
import { writtenText } from '@skarb/schema/language';
import { useInfiniteQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useFormats } from '../../platform/format/format.ts';
import { When } from '../../platform/format/when.tsx';
import { path } from '../../platform/route/path.ts';
import { usePageParameters } from '../../platform/route/use-page-parameters.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { PersonLink } from '../profile/person.tsx';
import { auditQuery } from './admin.query.ts';
import { ListFrame } from './list-frame.tsx';
import { ListHead } from './order-list.tsx';

/** The page of an entry's subject. */
const placeOf = ({ subjectType, subjectUuid }: AuditEntry): string | undefined => {
  if (!subjectUuid) return undefined;
  const places: Partial<Record<AuditEntry['subjectType'], string>> = {
    user: path.publicProfile(subjectUuid),
    token: path.token(subjectUuid),
    collection: path.collection(subjectUuid),
  };
  return places[subjectType];
};

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/;
const isNothing = (value: unknown): boolean => value === null || value === undefined || value === '';
const isChange = (value: unknown): value is { from: unknown; to: unknown } =>
  typeof value === 'object' && value !== null && 'from' in value && 'to' in value;

/** What changed, field by field. */
const useDetail = () => {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  // Check that the key exists first: a missing one would be reported as a missing translation.
  const known = (key: string): string | undefined => (i18n.exists(key) ? t(key) : undefined);
  const plain = (field: string, value: unknown): string => {
    if (isNothing(value)) return '—';
    if (typeof value === 'string' && MOMENT.test(value)) return formats.dateTime(value);
    if (typeof value === 'boolean') return t(value ? 'admin.on' : 'admin.off');
    if (Array.isArray(value)) return String(value.length);
    if (typeof value === 'object') return JSON.stringify(value);
    const words = {
      role: 'admin.user.role',
      peg: 'admin.currency.peg',
      reason: 'moderation.reason',
      name: 'admin.job.name',
      done: 'admin.audit.done',
    };
    const group = words[field as keyof typeof words];
    // Free text is not a translation key.
    const key = group && /^[\w-]+$/.test(String(value)) ? `${group}.${String(value)}` : undefined;
    return (key && known(key)) ?? String(value);
  };
  return (detail: AuditEntry['detail'], subjectType: AuditEntry['subjectType']) =>
    Object.entries(detail)
      .filter(([, value]) => !isNothing(value))
      .map(([field, value]) => ({
        field:
          field === 'name' && subjectType === 'user'
            ? t('admin.audit.field.personName')
            : (known(`admin.audit.field.${field}`) ?? field),
        text: isChange(value) ? `${plain(field, value.from)} → ${plain(field, value.to)}` : plain(field, value),
      }));
};

/** What admins did, newest first. */
export const AuditSection = () => {
  const { t, i18n } = useTranslation();
  const ownName = ({ subjectName, subjectNames }: AuditEntry) =>
    writtenText(subjectNames ?? {}, i18n.language)?.text ?? subjectName;
  const [query, change] = usePageParameters();
  const act = AUDIT_ACTS.find((one) => one === query.get('act'));
  const subjectUuid = query.get('subject') ?? undefined;
  const list = useInfiniteQuery(auditQuery({ ...(act ? { act } : {}), ...(subjectUuid ? { subjectUuid } : {}) }));
  const entries = list.data?.pages.flatMap(({ data }) => data);
  const detailOf = useDetail();
  return (
    <>
      <ListHead text={t('admin.audit.text')}>
        <div className="flex w-full flex-wrap items-end gap-3 fluid:w-auto">
          {subjectUuid && (
            <Button
              variant="outlined"
              size="small"
              className="min-h-11"
              onClick={() => change({ subject: '' }, { replace: true })}
            >
              {(entries?.[0] && ownName(entries[0])) ?? t('admin.audit.oneSubject')}
              <X aria-hidden className="size-4" />
              <span className="sr-only">{t('admin.audit.clear')}</span>
            </Button>
          )}
          <Select
            label={t('admin.audit.act')}
            className="w-full fluid:w-64"
            value={act ?? ''}
            placeholder={t('admin.audit.all')}
            options={AUDIT_ACTS.map((one) => ({ value: one, label: t(`admin.act.${one}`) }))}
            onChange={(event) => change({ act: event.target.value }, { replace: true })}
          />
        </div>
      </ListHead>
      <ListFrame
        error={list.error}
        isEmpty={entries && entries.length === 0}
        emptyWords={t('admin.audit.none')}
        more={list}
      >
        <ol className="divide-y divide-ink-800 rounded-2xl bg-ink-900">
          {entries?.map((entry) => {
            const place = placeOf(entry);
            const { name: recorded, title, ...rest } = entry.detail;
            const recordedName = recorded ?? title;
            const name =
              ownName(entry) ?? (typeof recordedName === 'string' && entry.subjectType !== 'job' ? recordedName : null);
            // Do not repeat a name that the headline already shows.
            const details = detailOf(
              isChange(recordedName) || entry.subjectType === 'job' ? entry.detail : rest,
              entry.subjectType,
            );
            const namesNow = [entry.subjectName, ...Object.values(entry.subjectNames ?? {})];
            const isKnown = entry.subjectType !== 'job' && entry.subjectName !== null;
            if (isKnown && typeof recordedName === 'string' && !namesNow.includes(recordedName))
              details.unshift({ field: t('admin.audit.nameThen'), text: recordedName });
            return (
              <li key={entry.uuid} className="px-4 py-4 fluid:px-5">
                <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
                  <span className="font-medium text-ink-50">{t(`admin.act.${entry.act}`)}</span>
                  {name &&
                    (place ? (
                      <Link
                        to={place}
                        className="min-w-0 text-ink-200 underline-offset-4 wrap-anywhere hover:underline"
                      >
                        {name}
                      </Link>
                    ) : (
                      <span className="text-ink-200 wrap-anywhere">{name}</span>
                    ))}
                </p>
                {details.length > 0 && (
                  <dl className="mt-1 flex flex-wrap gap-x-5 gap-y-0.5 text-sm">
                    {details.map(({ field, text }) => (
                      <div key={field} className="flex min-w-0 gap-2">
                        <dt className="text-ink-400">{field}</dt>
                        <dd className="min-w-0 text-ink-200 wrap-anywhere">{text}</dd>
                      </div>
                    ))}
                  </dl>
                )}
                <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-400">
                  {entry.admin ? (
                    <PersonLink person={entry.admin} />
                  ) : (
                    <span>{t(entry.act === 'moderation.markLost' ? 'admin.audit.owner' : 'admin.audit.server')}</span>
                  )}
                  <When at={entry.createdAt} form="exact" />
                </p>
              </li>
            );
          })}
        </ol>
      </ListFrame>
    </>
  );
};
