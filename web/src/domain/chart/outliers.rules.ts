/** Fewer values have no usual range. */
const LEAST = 5;

/**
 * The highest value that is usual among these: above the third quartile by three times the distance of the quartiles at
 * most. Infinity if there are too few to tell.
 */
export const usualMax = (values: readonly number[]): number => {
  if (values.length < LEAST) return Number.POSITIVE_INFINITY;
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.round((sorted.length - 1) * share)] as number;
  const [first, third] = [at(0.25), at(0.75)];
  // Equal quartiles: twice as much is unusual.
  return third > first ? third + 3 * (third - first) : third * 2;
};
