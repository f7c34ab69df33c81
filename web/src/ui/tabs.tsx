import { Tabs as Base } from '@base-ui/react/tabs';
import { useEffect, useRef, type ReactNode } from 'react';

export type Tab = { value: string; label: ReactNode; count?: number; panel?: ReactNode };

/** Tabs with arrow keys. With `panel`s it shows the chosen one; without, the page does. */
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
  const list = useRef<HTMLDivElement>(null);
  // On a phone the chosen tab may lie outside what is seen of the list.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]');
    if (list.current && tab)
      list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2;
  }, [value]);
  return (
    <Base.Root value={value} onValueChange={(next) => onValueChange(String(next))}>
      <Base.List
        ref={list}
        aria-label={label}
        className="relative flex gap-6 overflow-x-auto border-b border-ink-700 [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="-mb-px flex min-h-11 shrink-0 items-center gap-2 border-b-2 border-transparent font-medium text-ink-400 transition-colors hover:text-ink-50 focus-visible:-outline-offset-2 data-active:border-ink-50 data-active:text-ink-50"
          >
            {tab.label}
            {tab.count !== undefined && <span className="num text-sm text-ink-400">{tab.count}</span>}
          </Base.Tab>
        ))}
      </Base.List>
      {children ? (
        <Base.Panel key={value} value={value} className="pt-6">
          {children}
        </Base.Panel>
      ) : (
        tabs.map((tab) => (
          <Base.Panel key={tab.value} value={tab.value} className="pt-6">
            {tab.panel}
          </Base.Panel>
        ))
      )}
    </Base.Root>
  );
};
