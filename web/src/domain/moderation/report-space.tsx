import type { SubjectType } from '@skarb/schema/hidden';
import { Flag } from 'lucide-react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { cx } from '../../ui/class-name.ts';

/** The size of the button that reports a subject. */
export const REPORT_CLASS = 'inline-flex min-h-9 items-center gap-2 rounded-lg text-sm';

type Props = {
  type: SubjectType;
  /** On narrow screens the flag alone. */ isShort?: boolean;
  /** The user has reported the subject. */ isReported?: boolean;
};

/** The flag and the words of the button that reports a subject. */
export const ReportLabel = ({ type, isShort = false, isReported = false }: Props) => {
  const { t } = useTranslation();
  return (
    <span className={cx('inline-flex items-center gap-2', isShort && 'max-fluid:size-9 max-fluid:justify-center')}>
      <Flag aria-hidden className={cx('size-4', isReported && 'fill-current')} />
      <span className={cx(isShort && 'max-fluid:sr-only')}>
        {t(`moderation.report.${isReported ? 'reported' : 'open'}.${type}`)}
      </span>
    </span>
  );
};

/** Takes the place of the button that reports a subject while its script is loading, so that nothing moves. */
export const ReportSpace = (props: Props) => (
  <span aria-hidden className={cx(REPORT_CLASS, 'invisible noscript:hidden')}>
    <ReportLabel {...props} />
  </span>
);
