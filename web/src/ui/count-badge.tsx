import type { ReactNode } from 'react';

/** A number at the corner of a round button, whose label says it to screen readers. The button is `relative`. */
export const CountBadge = ({ children }: { children: ReactNode }) => (
  <span
    aria-hidden
    className="num absolute -right-0.5 -top-0.5 flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-gold-400 px-1 text-[0.6875rem] font-bold leading-none text-ink-950 ring-2 ring-ink-950"
  >
    {children}
  </span>
);
