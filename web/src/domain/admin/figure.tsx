import type { ReactNode } from 'react';

/** A figure with its name and an optional explanation below. */
export const Figure = ({ name, children, note }: { name: string; children: ReactNode; note?: ReactNode }) => (
  <div className="min-w-0 rounded-2xl bg-ink-900 p-4 fluid:p-5">
    <dt className="text-sm text-ink-400">{name}</dt>
    <dd className="num mt-1 text-xl font-semibold wrap-anywhere text-ink-50 *:whitespace-normal fluid:text-2xl">
      {children}
    </dd>
    {note && <dd className="mt-1 text-sm text-ink-400">{note}</dd>}
  </div>
);
