import type { ReactNode } from 'react';
import { cx } from '../../ui/class-name.ts';

/** A button that looks like a link inside a sentence. */
export const TextButton = ({
  children,
  onClick,
  className,
}: {
  children: ReactNode;
  onClick: () => void;
  className?: string;
}) => (
  <button
    type="button"
    className={cx('min-h-6 font-semibold text-gold-400 underline-offset-4 hover:underline', className)}
    onClick={onClick}
  >
    {children}
  </button>
);

/** A line with "or" in its middle. */
export const OrLine = ({ children }: { children: ReactNode }) => (
  <div className="flex items-center gap-3 text-sm text-ink-400" aria-hidden>
    <span className="h-px flex-1 bg-ink-700" />
    {children}
    <span className="h-px flex-1 bg-ink-700" />
  </div>
);
