import type { Hex } from 'viem';
import type { Config } from '../../config.ts';
import type { Context } from '../../context.ts';
import { toQuantity } from '../../platform/chain/clamp.ts';
import type { ChainLog, EventOwner, Touched } from '../../platform/chain/events.ts';
import type { Batch } from '../../platform/chain/batch.ts';
import type { Tx } from '../../platform/db/database.ts';
import { lockTokens, refreshTokens } from '../token/store/token.store.ts';
import { readCounter } from './offer.chain.ts';
import { TOPIC, topicOf } from './offer.facts.ts';
import { recordOwnershipGaps } from './sale/sale.ownership-gap.ts';
import { cancelledOrderOf, fillsOf, type Fill } from './offer.logs.ts';
import { addVolumes, contractAddresses } from '../collection/collection.store.ts';
import { deleteHistoryOfLogs, deleteObservationsAbove, insertHistory } from '../token/store/history.store.ts';
import { clearOwnershipGapsAbove, lowerConfirmedBlocks } from './store/offer.store.ts';
import {
  addCancellation,
  addFilled,
  findMakersInDoubt,
  recheckSignaturesFirst,
  setCounter,
} from './store/order.store.ts';
import { addPurchase, removePurchase } from './store/purchase.store.ts';
import { refreshMoney, watchedMoney } from './bid/bid.money.store.ts';
import { rederiveOffers, type ObservedAt } from './offer.derive.ts';
import { tokensOfBidders, tokensOfMakers, tokensOfOrders } from './offer.lock.ts';
import { touchedOffersOf, type TouchedOffers } from './offer.touched.ts';

type OrderRow = {
  order_hash: Hex;
  offer_uuid: string;
  type: 'SALE' | 'BID';
  token_uuid: string;
  collection_uuid: string;
  currency_uuid: string;
  price: string;
  price_eth: string;
  token_created_at: Date;
  is_replaced: boolean;
  is_edition: boolean;
  contract_address: Hex;
  cancellations: number;
};
const ordersOf = async (tx: Tx, hashes: Hex[]): Promise<Map<string, OrderRow>> => {
  if (hashes.length === 0) return new Map();
  const rows = await tx<OrderRow[]>`
    select s.order_hash, s.offer_uuid, o.type, o.token_uuid, o.collection_uuid, o.currency_uuid, s.price, s.price_eth, s.cancellations,
      t.created_at as token_created_at, t.type = 'ERC1155' as is_edition, t.contract_address,
      exists (select 1 from seaport_order n where n.offer_uuid = s.offer_uuid and n.replaces = s.order_hash and n.signature is not null) as is_replaced
    from seaport_order s join offer o on o.uuid = s.offer_uuid join token t on t.uuid = o.token_uuid
    where s.order_hash = any(${hashes}::text[])`;
  return new Map(rows.map((row) => [row.order_hash, row]));
};

/** Matched orders name no recipient: read the other party off the transfer of the maker's item in that transaction. */
const takerOf = async (tx: Tx, fill: Fill, order: OrderRow): Promise<string | null> => {
  if (fill.taker) return fill.taker;
  const [fromTopic, toTopic] = order.is_edition ? [3, 4] : [2, 3];
  const [makerTopic, takerTopic] = order.type === 'SALE' ? [fromTopic, toTopic] : [toTopic, fromTopic];
  const [row] = await tx<{ taker: Hex }[]>`
    select topics[${takerTopic}] as taker from chain_log where chain_id = ${fill.log.chainId} and tx_hash = ${fill.log.txHash}
      and address = ${order.contract_address} and topics[1] not in (${TOPIC.approval}, ${TOPIC.approvalForAll}) and topics[${makerTopic}] = ${topicOf(fill.maker)}
    order by log_index limit 1`;
  return row ? `0x${row.taker.slice(26)}` : null;
};

/**
 * The time of a log in its offer's history: after the entries that this server's clock wrote. Block times are whole seconds
 * and lag behind clocks, so a sale could otherwise seem older than its listing. Re-indexing gives the same time.
 */
const timeInHistory = (tx: Tx, offerUuid: string, log: ChainLog) => tx`greatest(${log.blockTime}::timestamptz,
  (select max(created_at) + interval '1 millisecond' from history where offer_uuid = ${offerUuid} and log_index is null
    and created_at < ${log.blockTime}::timestamptz + interval '1 minute'))`;

const applyFill = async (tx: Tx, fill: Fill, order: OrderRow, { volumes }: TouchedOffers): Promise<void> => {
  const { log } = fill;
  const units = BigInt(toQuantity(fill.quantity));
  const taker = await takerOf(tx, fill, order);
  const [seller, buyer] = order.type === 'SALE' ? [fill.maker, taker] : [taker, fill.maker];
  await addFilled(tx, fill.orderHash, units);
  const value = await insertHistory(tx, {
    tokenUuid: order.token_uuid,
    offerUuid: order.offer_uuid,
    event: order.type === 'SALE' ? 'SOLD' : 'BID_ACCEPTED',
    price: order.price,
    currencyUuid: order.currency_uuid,
    quantity: String(units),
    valueEth: tx`${order.price_eth}::numeric * ${String(units)}::numeric`,
    from: seller,
    to: buyer,
    log,
    createdAt: timeInHistory(tx, order.offer_uuid, log),
  });
  volumes.push({ collection: order.collection_uuid, by: value as string });
  if (buyer) await addPurchase(tx, buyer, order.token_uuid, order.token_created_at);
};

const undoFill = async (tx: Tx, fill: Fill, order: OrderRow, { volumes }: TouchedOffers): Promise<void> => {
  await addFilled(tx, fill.orderHash, -BigInt(toQuantity(fill.quantity)));
  const [entry] = await deleteHistoryOfLogs(tx, [fill.log], ['SOLD', 'BID_ACCEPTED']);
  if (!entry) return;
  volumes.push({ collection: order.collection_uuid, by: `-${entry.value_eth}` });
  if (entry.to_address) await removePurchase(tx, entry.to_address, order.token_uuid);
};

const applyCancel = async (tx: Tx, log: ChainLog, order: OrderRow): Promise<void> => {
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

const undoCancel = async (tx: Tx, log: ChainLog, order: OrderRow): Promise<void> => {
  await addCancellation(tx, order.order_hash, -1);
  await deleteHistoryOfLogs(tx, [log], ['CANCELLED']);
};

const makerOf = (log: ChainLog): Hex => `0x${(log.topics[1] as Hex).slice(26)}`;
const isCancel = (log: ChainLog): boolean => log.topics[0] === TOPIC.orderCancelled;

/** Fills, cancels and raised counters of all orders that name the marketplace's zone. */
const seaportEvents = ({ deployment }: Pick<Config, 'deployment'>): EventOwner => {
  const zone = topicOf(deployment.offerZone);
  const eachOrder = async (
    tx: Tx,
    logs: ChainLog[],
    touched: Touched,
    on: {
      fill(tx: Tx, fill: Fill, order: OrderRow, touchedOffers: TouchedOffers): Promise<void>;
      cancel(tx: Tx, log: ChainLog, order: OrderRow): Promise<void>;
      sign: 1 | -1;
    },
  ) => {
    const touchedOffers = touchedOffersOf(touched);
    const fills = new Map(fillsOf(logs).map((fill) => [fill.log, fill]));
    const hashOf = (log: ChainLog) => fills.get(log)?.orderHash ?? cancelledOrderOf(log);
    const known = await ordersOf(tx, logs.filter((log) => log.topics[0] !== TOPIC.counterIncremented).map(hashOf));
    for (const log of logs) {
      if (log.topics[0] === TOPIC.counterIncremented) {
        touchedOffers.makers.add(makerOf(log));
        continue;
      }
      const order = known.get(hashOf(log));
      if (!order) continue;
      const fill = fills.get(log);
      // Undoing a trade reopens a bid, and the bidder's money may not have been watched meanwhile.
      if (fill && order.type === 'BID') touchedOffers.bidders.add(fill.maker);
      if (fill) await on.fill(tx, fill, order, touchedOffers);
      else {
        await on.cancel(tx, log, order);
        order.cancellations += on.sign;
      }
      touchedOffers.offers.add(order.offer_uuid);
      touched.tokens.add(order.token_uuid);
    }
  };
  return {
    topics: [TOPIC.orderFulfilled, TOPIC.orderCancelled, TOPIC.counterIncremented],
    addresses: async () => new Set([deployment.seaport]),
    wants: (log) => log.topics[0] === TOPIC.counterIncremented || log.topics[2] === zone,
    tokensOf: async (tx, logs) => {
      const hashes = [...fillsOf(logs).map((fill) => fill.orderHash), ...logs.filter(isCancel).map(cancelledOrderOf)];
      const raised = logs.filter((log) => log.topics[0] === TOPIC.counterIncremented);
      const makers = [...raised.map(makerOf), ...fillsOf(logs).map((fill) => fill.maker)];
      return [...(await tokensOfOrders(tx, hashes)), ...(await tokensOfMakers(tx, makers))];
    },
    apply: (tx, logs, touched) => eachOrder(tx, logs, touched, { fill: applyFill, cancel: applyCancel, sign: 1 }),
    undo: (tx, logs, touched) => eachOrder(tx, logs, touched, { fill: undoFill, cancel: undoCancel, sign: -1 }),
  };
};

/** Approvals for Seaport given or revoked. The log is the fact: nothing to apply, only makers to derive again. */
const approvalEvents = ({ chain, deployment }: Pick<Config, 'chain' | 'deployment'>): EventOwner => {
  const seaport = topicOf(deployment.seaport);
  const note = async (_tx: Tx, logs: ChainLog[], touched: Touched) => {
    for (const log of logs) touchedOffersOf(touched).makers.add(makerOf(log));
  };
  return {
    topics: [TOPIC.approvalForAll, TOPIC.approval],
    addresses: async (tx, of) => new Set(await contractAddresses(tx, chain.id, of)),
    wants: (log) => log.topics[0] === TOPIC.approval || log.topics[2] === seaport,
    tokensOf: (tx, logs) => tokensOfMakers(tx, logs.map(makerOf)),
    apply: note,
    undo: note,
  };
};

const ownersIn = (log: ChainLog): Hex[] => log.topics.slice(1, 3).map((topic): Hex => `0x${topic.slice(26)}`);

/** Transfers and allowances of bidders' money: their balances are read again. */
const moneyEvents = (config: Config): EventOwner => {
  const note = async (_tx: Tx, logs: ChainLog[], touched: Touched) => {
    for (const owner of logs.flatMap(ownersIn)) touchedOffersOf(touched).bidders.add(owner);
  };
  return {
    topics: [TOPIC.transfer, TOPIC.approval],
    addresses: async () => new Set(),
    narrow: (tx) => watchedMoney(tx, config),
    tokensOf: (tx, logs) => tokensOfBidders(tx, logs.flatMap(ownersIn)),
    apply: note,
    undo: note,
  };
};

export const offerEvents = (config: Config): EventOwner[] => [
  seaportEvents(config),
  approvalEvents(config),
  moneyEvents(config),
];

/** Undoes what was observed above the common ancestor: ownership gaps and pauses. @returns offers to derive again */
const undoObservations = async (tx: Tx, chainId: number, above: number, startBlock: number): Promise<string[]> => {
  await deleteObservationsAbove(tx, chainId, above);
  const offers = await clearOwnershipGapsAbove(tx, chainId, above);
  // Not when everything is indexed again from the start: those are the blocks at which the maker confirmed the price.
  if (above >= startBlock) await lowerConfirmedBlocks(tx, chainId, above);
  return offers;
};

/**
 * Bidders with bids made after the common ancestor: their money was read as of blocks that the reorg removed, and moves
 * before they were watched left no log to undo. Ended bids count, too: the reorg may have removed what ended them.
 */
const biddersSince = async (tx: Tx, chainId: number, above: number): Promise<string[]> =>
  (
    await tx<{ maker: string }[]>`
      select distinct o.maker from offer o join network n on n.uuid = o.network_uuid
      where n.chain_id = ${chainId} and o.type = 'BID' and o.live_block > ${above}`
  ).map((row) => row.maker);

/** Reads the Seaport counters of makers with orders under a raised one, after a reorg. @returns offers to derive again */
const rereadCounters = async (tx: Tx, needs: Pick<Context, 'config' | 'chain'>, chainId: number): Promise<string[]> => {
  const changed: string[] = [];
  for (const { maker } of await findMakersInDoubt(tx, chainId))
    changed.push(...(await setCounter(tx, chainId, maker, await readCounter(needs, maker))));
  return changed;
};

/** Runs at the end of each batch, in its transaction: derives every offer it may have changed and refreshes the tokens. */
export const offersAfterBatch =
  (needs: Pick<Context, 'config' | 'chain'>) =>
  async (tx: Tx, { chainId, touched, applied, undoneAbove, cursor, isolate }: Batch): Promise<void> => {
    const { config } = needs;
    const { offers, makers, bidders, volumes } = touchedOffersOf(touched);
    const uuids = new Set(offers);
    if (undoneAbove !== undefined) {
      for (const maker of await biddersSince(tx, chainId, undoneAbove)) bidders.add(maker);
      for (const uuid of await rereadCounters(tx, needs, chainId)) uuids.add(uuid);
      for (const uuid of await undoObservations(tx, chainId, undoneAbove, config.deployment.blockNumber))
        uuids.add(uuid);
    } else await recordOwnershipGaps(tx, touched, applied);
    await recheckSignaturesFirst(tx, [...makers, ...bidders]);
    const open = await tx<{ uuid: string }[]>`
      select uuid from offer
      where ((type <> 'BID' and token_uuid = any(${[...touched.tokens]}::uuid[])) or maker = any(${[...makers]}::text[]))
        and status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING')`;
    for (const { uuid } of open) uuids.add(uuid);
    await isolate(tx, 'bidder', bidders, async (inner, some) => {
      for (const uuid of await refreshMoney(inner, needs, some, cursor.number)) uuids.add(uuid);
    });
    const changed = new Set(touched.tokens);
    const observedAt: ObservedAt = undoneAbove === undefined ? { number: cursor.number, hash: cursor.hash } : 'undoing';
    await isolate(tx, 'offer', uuids, async (inner, some) => {
      for (const token of await rederiveOffers(inner, config, some, observedAt)) changed.add(token);
    });
    await isolate(tx, 'token', changed, (inner, some) => refreshTokens(inner, some));
    await addVolumes(tx, volumes);
    // API processes drop the answers they cached.
    await tx`select pg_notify('public_change', '')`;
  };

/** Retries one bidder, offer or token that failed at the end of a batch and was set aside. */
export const retryRow =
  (needs: Pick<Context, 'config' | 'chain'>) =>
  async (tx: Tx, { kind, id }: { kind: string; id: string }): Promise<void> => {
    if (kind === 'token') return refreshTokens(tx, [id]);
    const offers =
      kind === 'bidder'
        ? await tx<{ uuid: string; token_uuid: string }[]>`
            select uuid, token_uuid from offer where type = 'BID' and maker = ${id} and status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING')`
        : await tx<{ uuid: string; token_uuid: string }[]>`select uuid, token_uuid from offer where uuid = ${id}`;
    await lockTokens(
      tx,
      offers.map((offer) => offer.token_uuid),
    );
    if (kind === 'bidder') await refreshMoney(tx, needs, [id]);
    const changed = await rederiveOffers(
      tx,
      needs.config,
      offers.map((offer) => offer.uuid),
    );
    await refreshTokens(tx, changed);
    await tx`select pg_notify('public_change', '')`;
  };
