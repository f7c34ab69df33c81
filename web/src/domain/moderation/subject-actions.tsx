import type { SubjectType } from '@skarb/schema/hidden';
import { useQuery } from '@tanstack/react-query';
import { BadgeCheck, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { lazyDialog } from '../../platform/lazy/lazy-dialog.tsx';
import { cx } from '../../ui/class-name.ts';
import { useGate } from '../auth/use-gate.ts';
import { REPORT_CLASS, ReportLabel } from './report-space.tsx';
import { reportedQuery } from './reported.query.ts';
import { useVerify } from './use-verify.ts';

const ReportDialog = lazyDialog(async () => (await import('./report-dialog.tsx')).ReportDialog);
const DecideDialog = lazyDialog(async () => (await import('./decide-dialog.tsx')).DecideDialog);

export type Subject = {
  type: SubjectType;
  uuid: string;
  name: string;
  /** Of a collection or a person. */ isVerified?: boolean;
};

/** Below a token, a collection or a profile: report it; for an admin, hide it. Renders nothing for its own creator. */
export const SubjectActions = ({
  subject,
  ownerUuid,
  isHidden,
  isReportable = true,
  isShort,
  className,
}: {
  subject: Subject;
  ownerUuid: string;
  isHidden: boolean;
  /** False for a deleted account: nobody is left to report. */
  isReportable?: boolean;
  /** On narrow screens the button that reports is its flag alone. */
  isShort?: boolean;
  className?: string;
}) => {
  const { t } = useTranslation();
  const gate = useGate();
  const { user } = useSession();
  const [open, setOpen] = useState<'report' | 'hide'>();
  const verify = useVerify();
  const { data: isReported = false } = useQuery(reportedQuery(subject));
  const isAdmin = user?.role === 'ADMIN';
  if (isHidden || (!isAdmin && (user?.uuid === ownerUuid || !isReportable))) return null;
  const look = cx(
    REPORT_CLASS,
    'text-ink-400 underline-offset-4 transition-colors not-aria-disabled:hover:text-ink-50 not-aria-disabled:hover:underline aria-disabled:cursor-default',
    className,
  );
  return (
    <>
      {isAdmin ? (
        <button type="button" onClick={() => gate('user', () => setOpen('hide'))} className={look}>
          <EyeOff aria-hidden className="size-4" />
          {t('moderation.act.hide')}
        </button>
      ) : (
        <button
          type="button"
          // Stays in place and keeps its focus after the report.
          aria-disabled={isReported || undefined}
          onClick={() => !isReported && gate('user', () => setOpen('report'))}
          className={look}
        >
          <ReportLabel type={subject.type} isShort={isShort} isReported={isReported} />
        </button>
      )}
      {isAdmin && subject.isVerified !== undefined && (
        <button
          type="button"
          aria-disabled={verify.isPending || undefined}
          onClick={() => !verify.isPending && verify.mutate({ subject, isVerified: !subject.isVerified })}
          className={look}
        >
          <BadgeCheck aria-hidden className="size-4" />
          {t(subject.isVerified ? 'moderation.verify.take' : 'moderation.verify.give')}
        </button>
      )}
      {open === 'report' && <ReportDialog subject={subject} onClose={() => setOpen(undefined)} />}
      {open === 'hide' && <DecideDialog act="hide" subject={subject} onClose={() => setOpen(undefined)} />}
    </>
  );
};
