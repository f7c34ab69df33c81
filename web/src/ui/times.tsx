import { cx } from './class-name.ts';
import { useFormats } from '../platform/format/format.ts';

/** "×3": how many copies a line is about; nothing for one. */
export const Times = ({ count, className }: { count: number | null | undefined; className?: string }) => {
  const formats = useFormats();
  return (count ?? 1) > 1 && <span className={cx('num text-ink-400', className)}>×{formats.count(count ?? 1)}</span>;
};
