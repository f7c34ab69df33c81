import { ChevronDown } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Filter } from './filter-url.ts';

export type Panels = {
  filter: Filter;
  change: (part: Partial<Filter>) => void;
};

/** A group of filters. A long one starts closed unless something in it is chosen. */
export const Panel = ({
  title,
  count = 0,
  isLong = false,
  children,
}: {
  title: string;
  count?: number;
  isLong?: boolean;
  children: ReactNode;
}) => {
  const [isOpen, setOpen] = useState(!isLong || count > 0);
  return (
    <details
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group/panel border-b border-ink-700/70 py-1 last:border-0"
    >
      <summary className="flex min-h-11 list-none items-center gap-2 font-semibold text-ink-50">
        <h2 className="min-w-0 truncate">{title}</h2>
        {count > 0 && <span className="num rounded-full bg-ink-700 px-2 text-xs leading-5 text-ink-50">{count}</span>}
        <ChevronDown
          aria-hidden
          className="ml-auto size-4 shrink-0 text-ink-400 transition-transform group-open/panel:rotate-180"
        />
      </summary>
      <div className="pb-4">{children}</div>
    </details>
  );
};

export const toggled = (list: string[], id: string, isOn: boolean) =>
  isOn ? [...list, id] : list.filter((one) => one !== id);
