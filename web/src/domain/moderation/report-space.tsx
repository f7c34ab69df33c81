import type { SubjectType } from '@skarb/schema/hidden';
import { Flag } from 'lucide-react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { cx } from '../../ui/class-name.ts';

/** The size of the button that reports a subject. */
export const REPORT_CLASS = 'inline-flex min-h-9 items-center gap-2 rounded-lg text-sm';

/** Takes the place of the button that reports a subject while its script is loading, so that nothing moves. */
export const ReportSpace = ({ type }: { type: SubjectType }) => {
  const { t } = useTranslation();
  return (
    <span aria-hidden className={cx(REPORT_CLASS, 'invisible')}>
      <Flag className="size-4" />
      {t(`moderation.report.open.${type}`)}
    </span>
  );
};
