/** The change of a volume against the same time before, in percent with one decimal; null if nothing was sold then. */
export const changePercentOf = (volume: bigint, before: bigint): number | null =>
  before <= 0n ? null : Number(((volume - before) * 1000n) / before) / 10;
