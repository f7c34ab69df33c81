import { cx } from './class-name.ts';

/** An animated block in the shape of content that is loading. Screen readers ignore it. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={cx('shimmer block rounded-lg', className)} />
);

/** In place of the fields of a dialog: its focus waits for them (dialog-focus.ts). */
export const FieldsSkeleton = () => (
  <div data-fields>
    <Skeleton className="h-64" />
  </div>
);
