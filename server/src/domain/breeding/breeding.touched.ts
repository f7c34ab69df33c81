import type { Touched } from '../../platform/chain/events.ts';

/** What logs touched of breeding beyond `Touched`; orphans: tokens made for a pairing that is no more. */
export type TouchedBreedings = {
  breedings: Set<string>;
  tokens: Set<string>;
  collections: Set<string>;
  orphans: Set<string>;
};
const byBatch = new WeakMap<Touched, TouchedBreedings>();

/** The batch's own record of what breeding has to derive anew at its end. */
export const touchedBreedingsOf = (touched: Touched): TouchedBreedings => {
  let mine = byBatch.get(touched);
  if (!mine)
    byBatch.set(
      touched,
      (mine = { breedings: new Set(), tokens: new Set(), collections: new Set(), orphans: new Set() }),
    );
  return mine;
};
