import { useRef, type ComponentProps } from 'react';
import { cx } from './class-name.ts';
import { fadeOf, useChosenInView, useScrollEnds } from './scroll-ends.ts';

/**
 * The sections of a page: a column beside them on wide screens, else a row that scrolls to the chosen one and fades where
 * more follows. Its links have `sectionLink`, and the chosen one `aria-current`.
 */
export const SectionNav = (nav: ComponentProps<'nav'>) => {
  const list = useRef<HTMLElement>(null);
  const ends = useScrollEnds(() => list.current);
  useChosenInView(() => list.current);
  return (
    <nav
      {...nav}
      ref={list}
      className={cx(
        'relative -mx-4 mb-8 flex gap-1 overflow-x-auto px-4 [scrollbar-width:none] fluid:-mx-8 fluid:px-8 wide:sticky wide:top-28 wide:mx-0 wide:mb-0 wide:flex-col wide:self-start wide:overflow-visible wide:px-0',
        ends && fadeOf(ends),
      )}
    />
  );
};

export const sectionLink = (isChosen: boolean): string =>
  cx(
    'flex min-h-10 shrink-0 items-center rounded-xl px-3 font-medium transition-colors hover:text-ink-50 wide:-ml-3',
    isChosen ? 'bg-ink-800 text-ink-50' : 'text-ink-200',
  );
