import type { ReactNode } from 'react';
import { cx } from './class-name.ts';

/**
 * A part of the page whose actions replace one another. It keeps the focus when the pressed one is gone (dialog-focus.ts):
 * its control with `data-main-action`, else its first one, gets it, or the place itself while it has none.
 */
export const FocusPlace = ({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) => (
  <div data-focus-place role="group" aria-label={label} tabIndex={-1} className={cx('outline-none', className)}>
    {children}
  </div>
);
