import { ChevronDown } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { cx } from './class-name.ts';
import { fadeOf, useScrollEnds } from './scroll-ends.ts';

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
  /** At the end of the heading, after the arrows: a link to more. */
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
  const rail = () => frame.current?.firstElementChild;
  const ends = useScrollEnds(rail);
  const hasArrows = ends && (ends.hasBefore || ends.hasAfter);
  const move = (pages: number) => rail()?.scrollBy({ left: pages * (rail()?.clientWidth ?? 0) * 0.8 });
  return (
    <>
      <div className="mb-4 flex min-h-10 items-center justify-between gap-4 max-[19rem]:flex-wrap fluid:mb-5">
        {heading}
        <div className="flex shrink-0 items-center gap-2">
          {/* They keep their place until a script makes them work. */}
          <span className={cx('hidden gap-2 wide:flex', !hasArrows && 'invisible')}>
            <Arrow isBack isOff={!ends?.hasBefore} onPress={() => move(-1)} />
            <Arrow isOff={!ends?.hasAfter} onPress={() => move(1)} />
          </span>
          {more}
        </div>
      </div>
      <div ref={frame} className="-mx-4 fluid:-mx-8">
        {children(
          cx(
            'overflow-x-auto overscroll-x-contain scroll-smooth px-4 [scrollbar-width:none] fluid:px-8',
            fadeOf(ends ?? { hasBefore: false, hasAfter: true }),
          ),
        )}
      </div>
    </>
  );
};
