import { ChevronDown } from 'lucide-react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { cx } from '../../ui/class-name.ts';
import type { Alike } from './use-gathered.ts';

/** Shows and hides the lines that say the same as the one above. */
export const MoreAlike = ({ alike: { count, isOpen, toggle } }: { alike: Alike }) => {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={toggle}
      className="flex min-h-9 items-center gap-1.5 text-sm font-medium text-ink-200 underline-offset-4 hover:text-ink-50 hover:underline"
    >
      {t('activity.alike', { count })}
      <ChevronDown aria-hidden className={cx('size-4 transition-transform', isOpen && 'rotate-180')} />
    </button>
  );
};
