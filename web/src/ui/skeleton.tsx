import { cx } from './class-name.ts';

/** A breathing block in the shape of what is coming. Screen readers pass over it. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={cx('shimmer block rounded-lg', className)} />
);
