import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useFormats } from '../platform/format/format.ts';
import { cx } from './class-name.ts';
import { fadeOf, useChosenInView, useScrollEnds } from './scroll-ends.ts';

export type Tab = { value: string; label: ReactNode; count?: number; panel?: ReactNode };

/** The index of the tab that a key moves to from the tab at `index`; undefined for other keys. */
const nextOf = (key: string, index: number, count: number): number | undefined =>
  ({ ArrowRight: (index + 1) % count, ArrowLeft: (index - 1 + count) % count, Home: 0, End: count - 1 })[key];

/**
 * Tabs with arrow keys, Home and End, by the ARIA pattern with manual activation: keys move the focus, Enter selects.
 * Shows the `panel` of the selected tab; without panels, the page does. Does not use a library, because tabs load with
 * the first view of public pages and a library's are eight times as large.
 */
export const Tabs = ({
  label,
  tabs,
  value,
  onValueChange,
  children,
}: {
  label: string;
  tabs: Tab[];
  value: string;
  onValueChange: (value: string) => void;
  children?: ReactNode;
}) => {
  const formats = useFormats();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const ends = useScrollEnds(() => list.current);
  useChosenInView(() => list.current);
  const move = (event: KeyboardEvent<HTMLButtonElement>, index: number) => {
    const next = nextOf(event.key, index, tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  return (
    <div>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className={cx(
          'relative flex gap-6 overflow-x-auto border-b border-ink-700 [scrollbar-width:none]',
          ends && fadeOf(ends),
        )}
      >
        {tabs.map((tab, index) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={tab.value === value ? `${id}-panel` : undefined}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onValueChange(tab.value)}
            onKeyDown={(event) => move(event, index)}
            className={cx(
              '-mb-px flex min-h-11 shrink-0 items-center gap-2 border-b-2 font-medium transition-colors hover:text-ink-50 focus-visible:-outline-offset-2',
              tab.value === value ? 'border-ink-50 text-ink-50' : 'border-transparent text-ink-400',
            )}
          >
            {tab.label}
            {tab.count !== undefined && <span className="num text-sm text-ink-400">{formats.count(tab.count)}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} tabIndex={0} className="pt-6">
        {children ?? tabs.find((tab) => tab.value === value)?.panel}
      </div>
    </div>
  );
};
