import { BadgeCheck } from 'lucide-react';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { cx } from './class-name.ts';

/** The mark beside the name of a verified person or collection: a shape, its name for screen readers, why as a tooltip. */
export const VerifiedMark = ({ className = 'size-4' }: { className?: string }) => {
  const { t } = useTranslation();
  return (
    <span role="img" aria-label={t('app.verified.mark')} title={t('app.verified.why')} className="inline-flex shrink-0">
      <BadgeCheck aria-hidden className={cx('text-gold-400', className)} />
    </span>
  );
};

/** A name on one line, cut at its end, with the mark behind it. */
export const MarkedName = ({
  name,
  isVerified,
  className,
}: {
  name: string;
  isVerified?: boolean | undefined;
  className?: string;
}) => (
  <span className={cx('flex min-w-0 items-center gap-1', className)}>
    <bdi className="truncate">{name}</bdi>
    {isVerified && <VerifiedMark />}
  </span>
);

/** What the mark means, in words, on the page of what has it. */
export const VerifiedNote = ({ className }: { className?: string }) => {
  const { t } = useTranslation();
  return (
    <p className={cx('flex items-start gap-1.5 text-sm text-ink-200', className)}>
      <BadgeCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-gold-400" />
      {t('app.verified.note')}
    </p>
  );
};
