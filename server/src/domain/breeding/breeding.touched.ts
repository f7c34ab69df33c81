import type { Touched } from '../../platform/chain/events.ts';

/** What a batch changed of breeding besides `Touched`; orphans: children of pairings that a reorg removed. */
export type TouchedBreedings = {
  breedings: Set<string>;
  tokens: Set<string>;
  collections: Set<string>;
  orphans: Set<string>;
};
const byBatch = new WeakMap<Touched, TouchedBreedings>();

/** What breeding has to derive at the end of the batch. */
export const touchedBreedingsOf = (touched: Touched): TouchedBreedings => {
  let mine = byBatch.get(touched);
  if (!mine)
    byBatch.set(
      touched,
      (mine = { breedings: new Set(), tokens: new Set(), collections: new Set(), orphans: new Set() }),
    );
  return mine;
};
