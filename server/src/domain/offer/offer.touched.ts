import type { Touched } from '../../platform/chain/events.ts';

/**
 * What logs concern beyond `Touched`: offers by their orders or auctions, and makers whose approvals or money changed.
 */
export type TouchedOffers = {
  offers: Set<string>;
  makers: Set<string>;
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
  if (!record)
    byBatch.set(touched, (record = { offers: new Set(), makers: new Set(), bidders: new Set(), volumes: [] }));
  return record;
};
