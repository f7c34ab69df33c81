import type { Hex } from 'viem';
import type { Tx } from '../../platform/db/database.ts';
import { insertHistory, type HistoryEvent } from '../token/store/history.store.ts';

export { deleteCancelledHistory } from '../token/store/history.store.ts';

type Row = { token_uuid: string; price: string; currency_uuid: string; quantity: string; maker: string };

/** Records an event of an offer that no log says, with the price and quantity of `orderHash`, else of the offer. */
export const recordOfferEvent = async (
  tx: Tx,
  offerUuid: string,
  event: 'LISTED' | 'BID' | 'EDITED' | 'CANCEL_REQUESTED' | 'EXPIRED' | 'INVALID' | 'VALID',
  { orderHash, observedAt }: { orderHash?: Hex; observedAt?: HistoryEvent['observedAt'] } = {},
): Promise<void> => {
  const [row] = await tx<Row[]>`
    select o.token_uuid, coalesce(s.price, o.price) as price, o.currency_uuid, coalesce(s.quantity, o.quantity_left) as quantity, o.maker
    from offer o left join seaport_order s on s.order_hash = ${orderHash ?? null} where o.uuid = ${offerUuid}`;
  if (!row) return;
  const { token_uuid: tokenUuid, price, currency_uuid: currencyUuid, quantity, maker } = row;
  await insertHistory(tx, { tokenUuid, offerUuid, event, price, currencyUuid, quantity, from: maker, observedAt });
};
