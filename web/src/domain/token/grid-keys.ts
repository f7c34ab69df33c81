type Box = Pick<DOMRect, 'left' | 'top' | 'width'>;

/** Tops that differ by less are in one row. */
const ROW_PX = 4;
const centreOf = ({ left, width }: Box) => left + width / 2;

/**
 * Where an arrow key leads from one card of a grid: to the card beside it in reading order, or to the nearest one of the next
 * row. Rows may have cards of different widths.
 * @returns the index of that card; undefined at the edge of the grid, and for other keys
 */
export const neighbourOf = (boxes: readonly Box[], at: number, key: string): number | undefined => {
  const here = boxes[at];
  if (!here) return undefined;
  if (key === 'ArrowRight' || key === 'ArrowLeft') {
    const to = at + (key === 'ArrowRight' ? 1 : -1);
    return boxes[to] ? to : undefined;
  }
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return undefined;
  const sign = key === 'ArrowDown' ? 1 : -1;
  const beyond = boxes.map((box, index) => ({ box, index })).filter(({ box }) => sign * (box.top - here.top) > ROW_PX);
  const rowTop = Math.min(...beyond.map(({ box }) => sign * box.top));
  return beyond
    .filter(({ box }) => sign * box.top - rowTop <= ROW_PX)
    .sort((a, b) => Math.abs(centreOf(a.box) - centreOf(here)) - Math.abs(centreOf(b.box) - centreOf(here)))[0]?.index;
};
