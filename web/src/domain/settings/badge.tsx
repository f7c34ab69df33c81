import { Check, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../ui/class-name.ts';

/** A short label for a state. */
export const Badge = ({ isGood, children }: { isGood: boolean; children: ReactNode }) => {
  const Icon = isGood ? Check : Clock;
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 rounded-full bg-ink-800 px-2.5 py-0.5 text-sm font-medium',
        isGood ? 'text-green-400' : 'text-ink-200',
      )}
    >
      <Icon aria-hidden className="size-3.5" />
      {children}
    </span>
  );
};
