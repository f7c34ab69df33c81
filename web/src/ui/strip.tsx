import { ChevronDown } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { cx } from './class-name.ts';

type Ends = { hasBefore: boolean; hasAfter: boolean };

/** Scrolls the row, for a mouse: touch and keyboard need none. */
const Arrow = ({ isBack = false, isOff, onPress }: { isBack?: boolean; isOff: boolean; onPress: () => void }) => (
  <button
    type="button"
    aria-hidden
    tabIndex={-1}
    disabled={isOff}
    onClick={onPress}
    className="flex size-10 items-center justify-center rounded-full border border-ink-700 text-ink-50 transition-colors hover:border-ink-400 hover:bg-ink-800 disabled:opacity-35"
  >
    <ChevronDown className={cx('size-5', isBack ? 'rotate-90' : '-rotate-90')} />
  </button>
);

type Props = {
  /** The heading of the row, with the arrows beside it. */
  heading: ReactNode;
  /** Beside the heading, before the arrows: a link to more. */
  more?: ReactNode;
  /** The row: an element that scrolls sideways with the given class. */
  children: (className: string) => ReactNode;
};

/**
 * A row that scrolls sideways, under its heading. On wide screens arrows beside the heading scroll it. An end fades only
 * where something follows; the padding there is as wide as the fade.
 */
export const Strip = ({ heading, more, children }: Props) => {
  const frame = useRef<HTMLDivElement>(null);
  const [{ hasBefore, hasAfter }, setEnds] = useState<Ends>({ hasBefore: false, hasAfter: true });
  const rail = () => frame.current?.firstElementChild;
  useEffect(() => {
    const row = rail();
    if (!row) return;
    const look = () =>
      setEnds({ hasBefore: row.scrollLeft > 1, hasAfter: row.scrollLeft + row.clientWidth < row.scrollWidth - 1 });
    look();
    row.addEventListener('scroll', look, { passive: true });
    const watch = new ResizeObserver(look);
    watch.observe(row);
    return () => {
      row.removeEventListener('scroll', look);
      watch.disconnect();
    };
  }, []);
  const move = (pages: number) => rail()?.scrollBy({ left: pages * (rail()?.clientWidth ?? 0) * 0.8 });
  return (
    <>
      <div className="mb-4 flex min-h-10 items-center justify-between gap-4 fluid:mb-5">
        {heading}
        <div className="flex shrink-0 items-center gap-2">
          {more}
          <span className={cx('hidden gap-2 wide:flex', !hasBefore && !hasAfter && 'invisible')}>
            <Arrow isBack isOff={!hasBefore} onPress={() => move(-1)} />
            <Arrow isOff={!hasAfter} onPress={() => move(1)} />
          </span>
        </div>
      </div>
      <div ref={frame} className="-mx-4 fluid:-mx-8">
        {children(
          cx(
            'overflow-x-auto overscroll-x-contain scroll-smooth px-4 [scrollbar-width:none] fluid:px-8',
            hasBefore && hasAfter
              ? '[mask-image:linear-gradient(to_right,transparent,black_2rem,black_calc(100%-2rem),transparent)]'
              : hasAfter
                ? '[mask-image:linear-gradient(to_right,black_calc(100%-2rem),transparent)]'
                : hasBefore && '[mask-image:linear-gradient(to_right,transparent,black_2rem)]',
          ),
        )}
      </div>
    </>
  );
};
