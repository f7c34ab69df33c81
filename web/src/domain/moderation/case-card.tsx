import type { ModerationCase } from '@skarb/schema/moderation';
import { pageOfSubject } from '@skarb/schema/notification-kind';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { When } from '../../platform/format/when.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Picture } from '../../ui/picture.tsx';
import { PersonLink } from '../profile/person.tsx';
import { nameOf } from '@skarb/schema/person-name';
import { DecideDialog } from './decide-dialog.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { wordsOf } from '../../platform/steps/failure-words.ts';
import { useDecide } from './use-decide.ts';

const Portrait = ({ one }: { one: ModerationCase }) =>
  one.image ? (
    <Picture image={one.image} alt="" sizes="112px" fit="thumb" className="size-20 shrink-0 rounded-xl fluid:size-28" />
  ) : (
    <Avatar src={one.avatar} seed={one.subjectUuid} className="size-20 shrink-0 fluid:size-28" />
  );

/** A reported or hidden subject: what it is, the reports, and an admin's actions. */
export const CaseCard = ({ one }: { one: ModerationCase }) => {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'hide' | 'restore' | 'note'>();
  const decide = useDecide();
  const { hidden } = one;
  const name = one.subjectType === 'user' ? nameOf(one.creator) : one.name;
  const subject = { type: one.subjectType, uuid: one.subjectUuid, name };
  return (
    <article aria-label={name} className="rounded-2xl bg-ink-900 p-4 fluid:p-5">
      <div className="flex gap-4 max-[19rem]:flex-wrap fluid:gap-5">
        <Portrait one={one} />
        <div className="min-w-0 flex-1">
          <p className="text-sm text-ink-400">{t(`moderation.dashboard.one.${one.subjectType}`)}</p>
          <h3 className="text-lg font-semibold leading-snug text-ink-50">
            <Link
              to={pageOfSubject(one.subjectType, one.subjectUuid)}
              className="break-words underline-offset-4 hover:underline"
            >
              {name}
            </Link>
          </h3>
          {one.subjectType !== 'user' && (
            <p className="mt-0.5 text-sm text-ink-200">
              <PersonLink person={one.creator} />
            </p>
          )}
          {hidden && (
            <p className="mt-2 text-sm text-ink-200">
              <span className="font-semibold text-gold-400">
                {t(
                  hidden.by === one.subjectType
                    ? 'moderation.dashboard.isHidden'
                    : `moderation.dashboard.hiddenBy.${hidden.by}`,
                )}
              </span>{' '}
              {t(`moderation.reason.${hidden.reason}`)} · <When at={hidden.at} />
            </p>
          )}
          {one.reasons.length > 0 && (
            <ul className="mt-3 flex flex-wrap gap-2">
              {one.reasons.map(({ reason, count }) => (
                <li key={reason} className="rounded-full border border-ink-700 px-3 py-1 text-sm text-ink-50">
                  {t(`moderation.reason.${reason}`)}
                  {one.reportCount > 1 && <span className="num text-ink-400"> ×{count}</span>}
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
      {hidden?.note && <p className="mt-4 whitespace-pre-line break-words text-ink-200">{hidden.note}</p>}
      {one.reports.length > 0 && (
        <ul className="mt-4 divide-y divide-ink-800 border-t border-ink-800">
          {one.reports.map((report) => (
            <li key={report.uuid} className="py-2.5 text-sm">
              <p className="flex flex-wrap items-center gap-x-3 text-ink-400">
                <PersonLink person={report.reporter} className="text-ink-200" />
                <span>{t(`moderation.reason.${report.reason}`)}</span>
                <When at={report.createdAt} />
              </p>
              {report.note && <p className="mt-1 whitespace-pre-line break-words text-ink-50">{report.note}</p>}
            </li>
          ))}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {hidden?.by === one.subjectType ? (
          <Button size="small" variant="outlined" onClick={() => setOpen('restore')}>
            {t('moderation.act.restore')}
          </Button>
        ) : (
          <Button size="small" variant="outlined" onClick={() => setOpen('hide')}>
            {t('moderation.act.hide')}
          </Button>
        )}
        {one.reportCount > 0 && (
          <Button
            size="small"
            variant="outlined"
            isBusy={decide.isPending}
            onClick={() => decide.mutate({ act: 'dismiss', subject })}
          >
            {t('moderation.act.dismiss')}
          </Button>
        )}
        <Button size="small" variant="outlined" onClick={() => setOpen('note')}>
          {t('moderation.act.note')}
        </Button>
      </div>
      <FailureNotice words={decide.error ? wordsOf(t, decide.error) : undefined} />
      {open && (
        <DecideDialog
          act={open}
          subject={subject}
          {...(one.reasons[0] ? { reason: one.reasons[0].reason } : {})}
          onClose={() => setOpen(undefined)}
        />
      )}
    </article>
  );
};
