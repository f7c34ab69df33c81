import { useEffect, useState } from 'react';

/** Whether a row that scrolls sideways has more on either side. */
type Ends = { hasBefore: boolean; hasAfter: boolean };

/** Watches a row that scrolls sideways. @param rowOf finds it @returns undefined until the browser has measured the row */
export const useScrollEnds = (rowOf: () => Element | null | undefined): Ends | undefined => {
  const [ends, setEnds] = useState<Ends>();
  useEffect(() => {
    const row = rowOf();
    if (!row) return;
    const look = () => {
      const [hasBefore, hasAfter] = [row.scrollLeft > 1, row.scrollLeft + row.clientWidth < row.scrollWidth - 1];
      setEnds((now) => (now?.hasBefore === hasBefore && now.hasAfter === hasAfter ? now : { hasBefore, hasAfter }));
    };
    look();
    row.addEventListener('scroll', look, { passive: true });
    const watch = new ResizeObserver(look);
    watch.observe(row);
    for (const child of row.children) watch.observe(child);
    return () => {
      row.removeEventListener('scroll', look);
      watch.disconnect();
    };
    // The row is there from the first render on.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return ends;
};

/** Fades an end where something follows; the row's padding there is as wide. */
export const fadeOf = ({ hasBefore, hasAfter }: Ends): string =>
  hasBefore && hasAfter
    ? '[mask-image:linear-gradient(to_right,transparent,black_2rem,black_calc(100%-2rem),transparent)]'
    : hasAfter
      ? '[mask-image:linear-gradient(to_right,black_calc(100%-2rem),transparent)]'
      : hasBefore
        ? '[mask-image:linear-gradient(to_right,transparent,black_2rem)]'
        : '';

/**
 * Scrolls a row to its chosen element when another is chosen, and when the row's content becomes wider, as by a count
 * that arrives later. The row is positioned.
 */
export const useChosenInView = (rowOf: () => HTMLElement | null): void => {
  useEffect(() => {
    const row = rowOf();
    if (!row) return;
    const show = () => {
      const chosen = row.querySelector<HTMLElement>('[aria-selected=true], [aria-current]');
      if (chosen) row.scrollLeft = chosen.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2;
    };
    const choice = new MutationObserver(show);
    choice.observe(row, { subtree: true, childList: true, attributeFilter: ['aria-selected', 'aria-current'] });
    const widths = new ResizeObserver(show);
    for (const child of row.children) widths.observe(child);
    return () => {
      choice.disconnect();
      widths.disconnect();
    };
    // The row is there from the first render on.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
};
