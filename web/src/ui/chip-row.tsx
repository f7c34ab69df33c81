import { useRef, type HTMLAttributes } from 'react';
import { cx } from './class-name.ts';
import { fadeOf, useChosenInView, useScrollEnds } from './scroll-ends.ts';

/** Chips: on phones one line that scrolls sideways and fades where more follows, elsewhere as many lines as they need. */
export const ChipRow = ({
  as: Row = 'ul',
  className,
  ...chips
}: HTMLAttributes<HTMLElement> & { as?: 'ul' | 'div' }) => {
  const row = useRef<HTMLElement>(null);
  const ends = useScrollEnds(() => row.current);
  useChosenInView(() => row.current);
  return (
    <Row
      ref={(element: HTMLElement | null) => {
        row.current = element;
      }}
      {...chips}
      className={cx(
        'relative -mx-4 -my-1 flex print:hidden items-center gap-2 overflow-x-auto overscroll-x-contain px-4 py-1 [scrollbar-width:none] *:shrink-0 fluid:mx-0 fluid:flex-wrap fluid:px-0',
        ends && fadeOf(ends),
        className,
      )}
    />
  );
};
