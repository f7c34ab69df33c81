import type { Hex } from 'viem';
import { columnOf } from '../../platform/db/column.ts';
import type { Tx } from '../../platform/db/database.ts';
import { insertHistories, type HistoryEvent } from '../token/store/history.store.ts';
import { setCancelRequested } from './store/offer.store.ts';

export { deleteCancelledHistory } from '../token/store/history.store.ts';

/** An event of an offer that no log says. */
export type OfferEvent = {
  offerUuid: string;
  event: 'LISTED' | 'BID' | 'EDITED' | 'CANCEL_REQUESTED' | 'EXPIRED' | 'INVALID' | 'VALID';
  /** The order whose price and quantity are recorded; those of the offer by default. */
  orderHash?: Hex;
  observedAt?: HistoryEvent['observedAt'];
};
type Row = {
  offer_uuid: string;
  token_uuid: string;
  price: string;
  currency_uuid: string;
  quantity: string;
  maker: string;
  place: string;
};

/** Records events of offers that no log says. */
export const recordOfferEvents = async (tx: Tx, events: OfferEvent[]): Promise<void> => {
  if (events.length === 0) return;
  const rows = await tx<Row[]>`
    select o.uuid as offer_uuid, o.token_uuid, coalesce(s.price, o.price) as price, o.currency_uuid, coalesce(s.quantity, o.quantity_left) as quantity,
      o.maker, said.place
    from unnest(${columnOf(events.map(({ offerUuid }) => offerUuid))}::uuid[], ${columnOf(events.map(({ orderHash }) => orderHash))}::text[])
      with ordinality as said (offer, hash, place)
    join offer o on o.uuid = said.offer left join seaport_order s on s.order_hash = said.hash order by said.place`;
  await insertHistories(
    tx,
    rows.map((row) => {
      const { event, observedAt } = events[Number(row.place) - 1] as OfferEvent;
      return {
        tokenUuid: row.token_uuid,
        offerUuid: row.offer_uuid,
        event,
        price: row.price,
        currencyUuid: row.currency_uuid,
        quantity: row.quantity,
        from: row.maker,
        observedAt,
      };
    }),
  );
};

/** Records that an offer should be cancelled, once. `rederiveOffers` then cancels its orders. */
export const requestCancel = async (tx: Tx, offerUuid: string): Promise<void> => {
  if (await setCancelRequested(tx, offerUuid)) await recordOfferEvents(tx, [{ offerUuid, event: 'CANCEL_REQUESTED' }]);
};
