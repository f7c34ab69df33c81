import type { HiddenNotice as Notice } from '@skarb/schema/hidden';
import { EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { When } from '../../platform/format/when.tsx';
import { path } from '../../platform/route/path.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { lazyDialog } from '../../platform/lazy/lazy-dialog.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/class-name.ts';
import type { Subject } from './subject-actions.tsx';

const DecideDialog = lazyDialog(async () => (await import('./decide-dialog.tsx')).DecideDialog);

/** Shown to those who still see a hidden subject: why it is hidden and what that means; an admin may show it again. */
export const HiddenNotice = ({
  hidden,
  subject,
  className,
}: {
  hidden: Notice;
  subject: Subject;
  className?: string;
}) => {
  const { t } = useTranslation();
  const { user } = useSession();
  const [isOpen, setOpen] = useState(false);
  const isAdmin = user?.role === 'ADMIN';
  return (
    <section
      aria-label={t('moderation.notice.label')}
      className={cx('flex gap-4 rounded-2xl border border-ink-700 bg-ink-900 p-5', className)}
    >
      <EyeOff aria-hidden className="mt-0.5 size-5 shrink-0 text-gold-400" />
      <div className="min-w-0">
        <p className="font-semibold text-ink-50">
          {t(`moderation.notice.title.${hidden.by === subject.type ? subject.type : `${subject.type}By_${hidden.by}`}`)}
        </p>
        <p className="mt-1 text-ink-200">
          {t(`moderation.reason.${hidden.reason}`)} · <When at={hidden.at} />
        </p>
        {hidden.note && (
          <p dir="auto" className="mt-2 whitespace-pre-line text-ink-50">
            {hidden.note}
          </p>
        )}
        <p className="mt-2 text-sm text-ink-200">{t(`moderation.notice.text.${subject.type}`)}</p>
        {!isAdmin && (
          <p className="mt-2 text-sm text-ink-200">
            {t('moderation.notice.mistake')}{' '}
            <Link to={path.contact} className="font-semibold text-ink-50 underline underline-offset-4">
              {t('moderation.notice.contact')}
            </Link>
          </p>
        )}
        {isAdmin && (
          <div className="mt-4 flex flex-wrap gap-2">
            {hidden.by === subject.type && (
              <Button size="small" variant="outlined" onClick={() => setOpen(true)}>
                {t('moderation.act.restore')}
              </Button>
            )}
            <Link to={`${path.admin}?section=moderation`} className={buttonClass('outlined', 'small')}>
              {t('moderation.notice.toDashboard')}
            </Link>
          </div>
        )}
        {isOpen && <DecideDialog act="restore" subject={subject} onClose={() => setOpen(false)} />}
      </div>
    </section>
  );
};
