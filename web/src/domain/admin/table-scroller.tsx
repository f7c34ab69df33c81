import { useRef, type ReactNode } from 'react';
import { cx } from '../../ui/class-name.ts';
import { fadeOf, useScrollEnds } from '../../ui/scroll-ends.ts';

type Props = { label: string; className: string; children: ReactNode };

/** Around a table that may be wider than the window: it fades where more follows, and is a stop of the keyboard, whose arrows scroll it. */
export const TableScroller = ({ label, className, children }: Props) => {
  const scroller = useRef<HTMLDivElement>(null);
  const ends = useScrollEnds(() => scroller.current);
  return (
    <div
      ref={scroller}
      className={cx('overflow-x-auto', className, ends && fadeOf(ends))}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      {children}
    </div>
  );
};
