/**
 * Round values for an axis that enclose `least` and `most` ("nice numbers": P. Heckbert, Graphics Gems, 1990).
 * @param count approximate number of values
 */
export const ticksOf = (least: number, most: number, count = 4): number[] => {
  if (!(most > least)) return most > 0 ? [0, most] : [0, 1];
  const rough = (most - least) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5, 10].find((size) => size * power >= rough) ?? 10);
  const first = Math.floor(least / step);
  const last = Math.ceil(most / step);
  // Multiplies instead of adding repeatedly, which accumulates rounding errors (0.1 + 0.2 is not 0.3).
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
};

/** The position of a value between two others, from 0 to 1. */
export const shareOf = (value: number, from: number, to: number): number =>
  to > from ? (value - from) / (to - from) : 0.5;

/** Splits points into runs of present values, one polyline each, so that a gap in the data is a gap in the line. */
export const runsOf = <T>(points: readonly T[], isThere: (point: T) => boolean): T[][] => {
  const runs: T[][] = [];
  let open: T[] | undefined;
  for (const point of points) {
    if (!isThere(point)) open = undefined;
    else if (open) open.push(point);
    else runs.push((open = [point]));
  }
  return runs;
};
