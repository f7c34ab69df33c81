import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from './class-name.ts';

/** Links to the views of one page, each an address of its own, and at the end of their line what belongs to the present one. */
export const PageViews = ({
  label,
  views,
  present,
  children,
}: {
  label: string;
  /** The query of each view, from `?`, with its name. */
  views: readonly { to: string; name: string }[];
  /** The query of the view that is shown. */
  present: string;
  children?: ReactNode;
}) => (
  <div className="mb-6 flex items-center justify-between gap-4 border-b border-ink-700 print:hidden">
    <nav aria-label={label} className="flex gap-6">
      {views.map(({ to, name }) => (
        <Link
          key={to}
          to={to}
          preventScrollReset
          aria-current={to === present ? 'page' : undefined}
          className={cx(
            '-mb-px min-h-11 content-center border-b-2 font-medium transition-colors hover:text-ink-50',
            to === present ? 'border-ink-50 text-ink-50' : 'border-transparent text-ink-400',
          )}
        >
          {name}
        </Link>
      ))}
    </nav>
    {children}
  </div>
);
