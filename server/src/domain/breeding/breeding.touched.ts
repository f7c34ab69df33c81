import type { Touched } from '../../platform/chain/events.ts';

/**
 * Uuids of breeding data that a batch changed, besides `Touched`; orphans: children of pairings that a reorg removed.
 */
export type TouchedBreedings = {
  breedings: Set<string>;
  tokens: Set<string>;
  collections: Set<string>;
  orphans: Set<string>;
};
const byBatch = new WeakMap<Touched, TouchedBreedings>();

/** The data that breeding derives again at the end of the batch. */
export const touchedBreedingsOf = (touched: Touched): TouchedBreedings => {
  let mine = byBatch.get(touched);
  if (!mine)
    byBatch.set(
      touched,
      (mine = { breedings: new Set(), tokens: new Set(), collections: new Set(), orphans: new Set() }),
    );
  return mine;
};
