import type { ReactNode } from 'react';

/** A link to a part of the page that is visible only while the keyboard is on it. `to` is the id of that part. */
export const SkipLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <a
    href={`#${to}`}
    className="fixed left-4 top-3 z-60 -translate-y-24 rounded-xl bg-ink-50 px-4 py-2 font-semibold text-ink-950 focus:translate-y-0 print:hidden"
  >
    {children}
  </a>
);
