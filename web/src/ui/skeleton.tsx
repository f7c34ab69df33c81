import { cx } from './class-name.ts';

/** An animated block in the shape of content that is loading. Screen readers ignore it. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={cx('shimmer block rounded-lg', className)} />
);
