import type { Touched } from '../../platform/chain/events.ts';

/**
 * What logs concern beyond `Touched`: offers by their orders or auctions, and people whose counters or keys, approvals or
 * money changed. An approval concerns no bids, of which a maker may have very many.
 */
export type TouchedOffers = {
  offers: Set<string>;
  makers: Set<string>;
  sellers: Set<string>;
  bidders: Set<string>;
  /**
   * What sales add to their collections' volumes, in wei of ether. Written at the end, because collections are locked
   * last.
   */
  volumes: { collection: string; by: string }[];
};
const byBatch = new WeakMap<Touched, TouchedOffers>();

/** The batch's record, shared by the event owners of this domain. */
export const touchedOffersOf = (touched: Touched): TouchedOffers => {
  let record = byBatch.get(touched);
  if (!record) {
    record = { offers: new Set(), makers: new Set(), sellers: new Set(), bidders: new Set(), volumes: [] };
    byBatch.set(touched, record);
  }
  return record;
};
