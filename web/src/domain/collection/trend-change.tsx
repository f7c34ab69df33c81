import { useFormats } from '../../platform/format/format.ts';
import { cx } from '../../ui/class-name.ts';

/** The change of a volume in percent, with its sign. */
export const TrendChange = ({ percent, className }: { percent: number; className?: string }) => {
  const formats = useFormats();
  return (
    <span
      className={cx('num', percent > 0 ? 'text-green-400' : percent < 0 ? 'text-red-400' : 'text-ink-400', className)}
    >
      {percent > 0 && '+'}
      {formats.percent(percent / 100)}
    </span>
  );
};
