import type { Touched } from '../../platform/chain/events.ts';

/** What logs touched beyond `Touched`: offers by their orders or auctions, makers whose permissions or whose money changed. */
export type TouchedOffers = {
  offers: Set<string>;
  makers: Set<string>;
  bidders: Set<string>;
  /** What sales add to their collections' volume, in wei of ether: written at the end, for collections are locked last. */
  volumes: { collection: string; by: string }[];
};
const byBatch = new WeakMap<Touched, TouchedOffers>();

/** The batch's own record, shared by all owners of trade's events. */
export const touchedOffersOf = (touched: Touched): TouchedOffers => {
  let mine = byBatch.get(touched);
  if (!mine) byBatch.set(touched, (mine = { offers: new Set(), makers: new Set(), bidders: new Set(), volumes: [] }));
  return mine;
};
