import { numberToHex, type Hex } from 'viem';
import { toQuantity } from '../../platform/chain/clamp.ts';
import type { ChainLog } from '../../platform/chain/events.ts';
import { columnOf } from '../../platform/db/column.ts';
import type { Tx } from '../../platform/db/database.ts';
import { addressTopic } from '../../platform/chain/address.ts';
import { deleteHistoryOfLogs, insertHistories, insertHistory } from '../token/store/history.store.ts';
import { TOPIC } from './offer.facts.ts';
import type { Fill } from './offer.logs.ts';
import type { TouchedOffers } from './offer.touched.ts';
import { addCancellation, addFilled } from './store/order.store.ts';
import { addPurchases, removePurchase } from './store/purchase.store.ts';

/** An order on record, with what its trade records. */
export type OrderRow = {
  order_hash: Hex;
  offer_uuid: string;
  type: 'SALE' | 'BID';
  token_uuid: string;
  collection_uuid: string;
  currency_uuid: string;
  price: string;
  token_created_at: Date;
  is_replaced: boolean;
  is_edition: boolean;
  contract_address: Hex;
  token_id: string;
  cancellations: number;
};
/** The orders on record with these hashes. */
export const ordersOf = async (tx: Tx, hashes: Hex[]): Promise<Map<string, OrderRow>> => {
  if (hashes.length === 0) return new Map();
  const rows = await tx<OrderRow[]>`
    select s.order_hash, s.offer_uuid, o.type, o.token_uuid, o.collection_uuid, o.currency_uuid, s.price, s.cancellations,
      t.created_at as token_created_at, t.type = 'ERC1155' as is_edition, t.contract_address, t.token_id,
      exists (select 1 from seaport_order n where n.offer_uuid = s.offer_uuid and n.replaces = s.order_hash and n.signature is not null) as is_replaced
    from seaport_order s join offer o on o.uuid = s.offer_uuid join token t on t.uuid = o.token_uuid
    where s.order_hash = any(${columnOf(hashes)}::text[])`;
  return new Map(rows.map((row) => [row.order_hash, row]));
};

/**
 * The other party of a fill. The recipient of a sale has the NFT; that of a bid has only the money, which the seller can send
 * to anybody, and matched orders name none: then the transfer of this NFT between the maker and the other party says it.
 */
const takerOf = async (tx: Tx, fill: Fill, order: OrderRow): Promise<string | null> => {
  if (fill.taker && order.type === 'SALE') return fill.taker;
  const [fromTopic, toTopic] = order.is_edition ? [3, 4] : [2, 3];
  const tokenId = numberToHex(BigInt(order.token_id), { size: 32 });
  const [makerTopic, takerTopic] = order.type === 'SALE' ? [fromTopic, toTopic] : [toTopic, fromTopic];
  const [row] = await tx<{ taker: Hex }[]>`
    select topics[${takerTopic}] as taker from chain_log where chain_id = ${fill.log.chainId} and tx_hash = ${fill.log.txHash}
      and address = ${order.contract_address} and topics[1] not in (${TOPIC.approval}, ${TOPIC.approvalForAll}) and topics[${makerTopic}] = ${addressTopic(fill.maker)}
      and ${order.is_edition ? tx`left(data, 66)` : tx`topics[4]`} = ${tokenId}
    order by abs(log_index - ${fill.log.logIndex}::int), log_index limit 1`;
  return row ? `0x${row.taker.slice(26)}` : fill.taker;
};

/**
 * The time of a log in its offer's history: after the entries that this server's clock wrote. Block times are whole seconds
 * and lag behind clocks, so a sale could otherwise seem older than its listing. Re-indexing gives the same time.
 */
const timeInHistory = (tx: Tx, offerUuid: string, log: ChainLog) => tx`greatest(${log.blockTime}::timestamptz,
  (select max(created_at) + interval '1 millisecond' from history where offer_uuid = ${offerUuid} and log_index is null
    and created_at < ${log.blockTime}::timestamptz + interval '1 minute'))`;

/** A fill of an order on record. */
export type OrderFill = { fill: Fill; order: OrderRow };
/** Records fills, in this order, as trades. */
export const applyFills = async (tx: Tx, fills: OrderFill[], { volumes }: TouchedOffers): Promise<void> => {
  if (fills.length === 0) return;
  const unitsOf = (fill: Fill) => BigInt(toQuantity(fill.quantity));
  await addFilled(
    tx,
    fills.map(({ fill }) => ({ orderHash: fill.orderHash, units: unitsOf(fill) })),
  );
  const trades = [];
  for (const { fill, order } of fills) {
    const taker = await takerOf(tx, fill, order);
    trades.push({ fill, order, taker, buyer: order.type === 'SALE' ? taker : fill.maker });
  }
  const values = await insertHistories(
    tx,
    trades.map(({ fill, order, taker, buyer }) => ({
      tokenUuid: order.token_uuid,
      offerUuid: order.offer_uuid,
      event: order.type === 'SALE' ? 'SOLD' : 'BID_ACCEPTED',
      price: order.price,
      currencyUuid: order.currency_uuid,
      quantity: String(unitsOf(fill)),
      isTrade: true,
      from: order.type === 'SALE' ? fill.maker : taker,
      to: buyer,
      log: fill.log,
      isAfterOffer: true,
    })),
  );
  const collections = new Map(fills.map(({ order }) => [order.offer_uuid, order.collection_uuid]));
  for (const { offer_uuid: offer, value_eth: by } of values)
    volumes.push({ collection: collections.get(offer as string) as string, by });
  await addPurchases(
    tx,
    trades.flatMap(({ order, buyer }) =>
      buyer ? [{ buyer, tokenUuid: order.token_uuid, tokenCreatedAt: order.token_created_at }] : [],
    ),
  );
};

/** Undoes a fill. */
export const undoFill = async (tx: Tx, fill: Fill, order: OrderRow, { volumes }: TouchedOffers): Promise<void> => {
  await addFilled(tx, [{ orderHash: fill.orderHash, units: -BigInt(toQuantity(fill.quantity)) }]);
  const [entry] = await deleteHistoryOfLogs(tx, [fill.log], ['SOLD', 'BID_ACCEPTED']);
  if (!entry) return;
  volumes.push({ collection: order.collection_uuid, by: `-${entry.value_eth}` });
  if (entry.to_address) await removePurchase(tx, entry.to_address, order.token_uuid);
};

/** Counts a cancellation, and records it if it ended the offer. */
export const applyCancel = async (tx: Tx, log: ChainLog, order: OrderRow): Promise<void> => {
  await addCancellation(tx, order.order_hash, 1);
  // Not an event of the offer: the end of terms that newer ones replace, a second cancel, or the cancel of an order that is
  // sold out. Units left are counted from the logs up to this one: the offer itself is derived only when the batch ends.
  if (order.is_replaced || order.cancellations > 0) return;
  const [rest] = await tx<{ price: string; maker: string; units: string }[]>`
    select s.price, o.maker, s.quantity - s.filled - greatest(coalesce(r.filled - s.replaced_filled, 0), 0) as units
    from seaport_order s join offer o on o.uuid = s.offer_uuid left join seaport_order r on r.order_hash = s.replaces
    where s.order_hash = ${order.order_hash}`;
  if (!rest || BigInt(rest.units) <= 0n) return;
  await insertHistory(tx, {
    tokenUuid: order.token_uuid,
    offerUuid: order.offer_uuid,
    event: 'CANCELLED',
    price: rest.price,
    currencyUuid: order.currency_uuid,
    quantity: rest.units,
    from: rest.maker,
    log,
    createdAt: timeInHistory(tx, order.offer_uuid, log),
  });
};

/** Undoes a cancellation. */
export const undoCancel = async (tx: Tx, log: ChainLog, order: OrderRow): Promise<void> => {
  await addCancellation(tx, order.order_hash, -1);
  await deleteHistoryOfLogs(tx, [log], ['CANCELLED']);
};
