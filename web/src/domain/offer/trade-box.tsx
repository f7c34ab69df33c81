import { useLayoutEffect, useRef, type ReactNode } from 'react';

/**
 * The box of a price and its actions. When an auction is over it stays at least as high as it was, so that nothing below
 * moves; it lights up for a winner who sees the end.
 */
export const TradeBox = ({ isOver, children }: { isOver: boolean; children: ReactNode }) => {
  const box = useRef<HTMLDivElement>(null);
  const height = useRef(0);
  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return undefined;
    current.style.minHeight = isOver && height.current > 0 ? `${height.current}px` : '';
    if (isOver) return undefined;
    const observer = new ResizeObserver(() => {
      height.current = current.offsetHeight;
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [isOver]);
  return (
    <div
      ref={box}
      className="mt-5 rounded-2xl bg-ink-900 p-5 has-[[data-outcome=won][data-news=true]]:animate-[gleam_1600ms_ease-out]"
    >
      {children}
    </div>
  );
};
