import { uuidv7 } from 'uuidv7';
import type { Address, Hex } from 'viem';
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
import { recheckSignaturesFirst } from './offer.contract-maker.ts';
import { refreshMoney, watchedMoney } from './bid/bid.money.ts';
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

/** Matched orders name no recipient: whoever the maker's item went to, or came from, in that transaction was it. */
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
 * The time of a log in its offer's story. Blocks are stamped in whole seconds and chains lag behind clocks, so a sale
 * could seem older than its listing: a log comes after what our own clock wrote, which re-indexing leaves as it is.
 */
const afterItsStory = (tx: Tx, offerUuid: string, log: ChainLog) => tx`greatest(${log.blockTime}::timestamptz,
  (select max(created_at) + interval '1 millisecond' from history where offer_uuid = ${offerUuid} and log_index is null
    and created_at < ${log.blockTime}::timestamptz + interval '1 minute'))`;

const applyFill = async (tx: Tx, fill: Fill, order: OrderRow, { volumes }: TouchedOffers): Promise<void> => {
  const { log } = fill;
  const units = String(toQuantity(fill.quantity));
  const taker = await takerOf(tx, fill, order);
  const [seller, buyer] = order.type === 'SALE' ? [fill.maker, taker] : [taker, fill.maker];
  const event = order.type === 'SALE' ? 'SOLD' : 'BID_ACCEPTED';
  await tx`update seaport_order set filled = filled + ${units} where order_hash = ${fill.orderHash}`;
  const [told] = await tx<{ value_eth: string }[]>`
    insert into history (uuid, token_uuid, offer_uuid, event, price, currency_uuid, quantity, value_eth, from_address, to_address,
      tx_hash, chain_id, block_number, block_hash, log_index, created_at)
    values (${uuidv7()}, ${order.token_uuid}, ${order.offer_uuid}, ${event}, ${order.price}, ${order.currency_uuid}, ${units},
      ${order.price_eth}::numeric * ${units}::numeric, ${seller}, ${buyer},
      ${log.txHash}, ${log.chainId}, ${String(log.blockNumber)}, ${log.blockHash}, ${log.logIndex}, ${afterItsStory(tx, order.offer_uuid, log)}) returning value_eth`;
  volumes.push({ collection: order.collection_uuid, by: told?.value_eth as string });
  if (buyer)
    await tx`
      insert into purchase (buyer, token_uuid, times, token_created_at) values (${buyer}, ${order.token_uuid}, 1, ${order.token_created_at})
      on conflict (buyer, token_uuid) do update set times = purchase.times + 1`;
};

const undoFill = async (tx: Tx, fill: Fill, order: OrderRow, { volumes }: TouchedOffers): Promise<void> => {
  await tx`update seaport_order set filled = filled - ${String(toQuantity(fill.quantity))} where order_hash = ${fill.orderHash}`;
  const [entry] = await tx<{ to_address: string | null; value_eth: string }[]>`
    delete from history where chain_id = ${fill.log.chainId} and block_hash = ${fill.log.blockHash} and log_index = ${fill.log.logIndex}
      and event in ('SOLD', 'BID_ACCEPTED') returning to_address, value_eth`;
  if (!entry) return;
  volumes.push({ collection: order.collection_uuid, by: `-${entry.value_eth}` });
  if (!entry.to_address) return;
  const where = tx`where buyer = ${entry.to_address} and token_uuid = ${order.token_uuid}`;
  const [last] = await tx`delete from purchase ${where} and times = 1 returning 1`;
  if (!last) await tx`update purchase set times = times - 1 ${where}`;
};

const applyCancel = async (tx: Tx, log: ChainLog, order: OrderRow): Promise<void> => {
  await tx`update seaport_order set cancellations = cancellations + 1 where order_hash = ${order.order_hash}`;
  // The end of terms that newer ones replace is no end of the offer; a second cancel tells nothing new, nor one of what is
  // sold. What was left is counted from the logs up to this one: the offer itself is derived at the end of a batch only.
  if (order.is_replaced || order.cancellations > 0) return;
  await tx`
    insert into history (uuid, token_uuid, offer_uuid, event, price, currency_uuid, quantity, from_address,
      tx_hash, chain_id, block_number, block_hash, log_index, created_at)
    select ${uuidv7()}, o.token_uuid, o.uuid, 'CANCELLED', s.price, o.currency_uuid, rest.units, o.maker,
      ${log.txHash}, ${log.chainId}, ${String(log.blockNumber)}, ${log.blockHash}, ${log.logIndex}, ${afterItsStory(tx, order.offer_uuid, log)}
    from seaport_order s join offer o on o.uuid = s.offer_uuid left join seaport_order r on r.order_hash = s.replaces
    cross join lateral (select s.quantity - s.filled - greatest(coalesce(r.filled - s.replaced_filled, 0), 0) as units) rest
    where s.order_hash = ${order.order_hash} and rest.units > 0`;
};

const undoCancel = async (tx: Tx, log: ChainLog, order: OrderRow): Promise<void> => {
  await tx`update seaport_order set cancellations = cancellations - 1 where order_hash = ${order.order_hash}`;
  await tx`
    delete from history where chain_id = ${log.chainId} and block_hash = ${log.blockHash} and log_index = ${log.logIndex} and event = 'CANCELLED'`;
};

const makerOf = (log: ChainLog): Hex => `0x${(log.topics[1] as Hex).slice(26)}`;
const isCancel = (log: ChainLog): boolean => log.topics[0] === TOPIC.orderCancelled;

/** Fills, cancels and raised counters of orders that name our zone, whoever made them and wherever. */
const seaportEvents = ({ deployment }: Pick<Config, 'deployment'>): EventOwner => {
  const zone = topicOf(deployment.offerZone);
  const eachOrder = async (
    tx: Tx,
    logs: ChainLog[],
    touched: Touched,
    on: {
      fill(tx: Tx, fill: Fill, order: OrderRow, mine: TouchedOffers): Promise<void>;
      cancel(tx: Tx, log: ChainLog, order: OrderRow): Promise<void>;
      sign: 1 | -1;
    },
  ) => {
    const mine = touchedOffersOf(touched);
    const fills = new Map(fillsOf(logs).map((fill) => [fill.log, fill]));
    const hashOf = (log: ChainLog) => fills.get(log)?.orderHash ?? cancelledOrderOf(log);
    const known = await ordersOf(tx, logs.filter((log) => log.topics[0] !== TOPIC.counterIncremented).map(hashOf));
    for (const log of logs) {
      if (log.topics[0] === TOPIC.counterIncremented) {
        mine.makers.add(makerOf(log));
        continue;
      }
      const order = known.get(hashOf(log));
      if (!order) continue;
      const fill = fills.get(log);
      // A trade taken back opens a bid again: what stands behind it may not have been watched meanwhile.
      if (fill && order.type === 'BID') mine.bidders.add(fill.maker);
      if (fill) await on.fill(tx, fill, order, mine);
      else {
        await on.cancel(tx, log, order);
        order.cancellations += on.sign;
      }
      mine.offers.add(order.offer_uuid);
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

/** Permissions Seaport was given or lost. The log itself is the fact: nothing to apply, somebody to re-check. */
const approvalEvents = ({ chain, deployment }: Pick<Config, 'chain' | 'deployment'>): EventOwner => {
  const seaport = topicOf(deployment.seaport);
  const note = async (_tx: Tx, logs: ChainLog[], touched: Touched) => {
    for (const log of logs) touchedOffersOf(touched).makers.add(makerOf(log));
  };
  return {
    topics: [TOPIC.approvalForAll, TOPIC.approval],
    addresses: async (tx) =>
      new Set(
        (await tx`select address from collection_contract where chain_id = ${chain.id}`).map(
          (row) => row.address as string,
        ),
      ),
    wants: (log) => log.topics[0] === TOPIC.approval || log.topics[2] === seaport,
    tokensOf: (tx, logs) => tokensOfMakers(tx, logs.map(makerOf)),
    apply: note,
    undo: note,
  };
};

const ownersIn = (log: ChainLog): Hex[] => log.topics.slice(1, 3).map((topic): Hex => `0x${topic.slice(26)}`);

/** Money of bidders that moved, or that Seaport may take more or less of: somebody's to look up. */
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

/** What a batch's blocks said that no longer stands goes first: departures and observations above the ancestor. */
const takeBack = async (tx: Tx, chainId: number, above: number, startBlock: number): Promise<string[]> => {
  await tx`delete from history where chain_id = ${chainId} and block_number > ${above} and log_index is null and event in ('INVALID', 'VALID')`;
  const rows = await tx<{ uuid: string }[]>`
    update offer set left_block = null from network n
    where n.uuid = offer.network_uuid and n.chain_id = ${chainId} and left_block > ${above} returning offer.uuid`;
  // A price said to stand at a block that is no more stands from the ancestor on: what the new blocks hold comes after
  // it. Not where everything is read anew: those are the blocks that its maker had seen.
  if (above >= startBlock)
    await tx`
      update offer set live_block = ${above} from network n
      where n.uuid = offer.network_uuid and n.chain_id = ${chainId} and live_block > ${above}`;
  return rows.map((row) => row.uuid);
};

/**
 * Bidders whose bid came after the block to which the chain goes back: their money was read as of blocks that are no
 * more, and what moved it before they were watched left no log here that could be taken back. Bids that have ended count: what
 * ended them may be taken back as well.
 */
const biddersSince = async (tx: Tx, chainId: number, above: number): Promise<string[]> =>
  (
    await tx<{ maker: string }[]>`
      select distinct o.maker from offer o join network n on n.uuid = o.network_uuid
      where n.chain_id = ${chainId} and o.type = 'BID' and o.live_block > ${above}`
  ).map((row) => row.maker);

/**
 * Reads the Seaport counters of makers with orders under a raised one, after a reorg: the raise may be no more, and an
 * order that was signed before its log came left nothing here that could be taken back. No reorg is an hour deep. @returns offers to look at again
 */
const recount = async (tx: Tx, needs: Pick<Context, 'config' | 'chain'>, chainId: number): Promise<string[]> => {
  const live = tx`
    seaport_order s join offer o on o.uuid = s.offer_uuid
    where s.chain_id = ${chainId} and s.counter > 0 and o.status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING')
      and (s.is_counter_gone or s.created_at > now() - interval '1 hour')`;
  const makers = await tx<{ maker: Address }[]>`select distinct o.maker from ${live} order by o.maker`;
  const changed: string[] = [];
  for (const { maker } of makers) {
    const counter = String(await readCounter(needs, maker));
    const rows = await tx<{ offer_uuid: string }[]>`
      update seaport_order set is_counter_gone = not is_counter_gone
      where order_hash in (select s.order_hash from ${live} and o.maker = ${maker})
        and is_counter_gone <> (counter > ${counter}::numeric) returning offer_uuid`;
    changed.push(...rows.map((row) => row.offer_uuid));
  }
  return changed;
};

const addVolumes = async (tx: Tx, volumes: TouchedOffers['volumes']): Promise<void> => {
  if (volumes.length === 0) return;
  await tx`
    update collection set volume = volume + step.by
    from (select uuid, sum(by) as by from unnest(${volumes.map((one) => one.collection)}::uuid[], ${volumes.map((one) => one.by)}::numeric[])
      as told (uuid, by) group by uuid) step
    where collection.uuid = step.uuid`;
};

/** The last word of each batch: re-checks every offer it may have changed and redraws the tokens, in its transaction. */
export const offersAfterBatch =
  (needs: Pick<Context, 'config' | 'chain'>) =>
  async (tx: Tx, { chainId, touched, applied, undoneAbove, cursor, isolate }: Batch): Promise<void> => {
    const { config } = needs;
    const mine = touchedOffersOf(touched);
    const uuids = new Set(mine.offers);
    if (undoneAbove !== undefined) {
      for (const maker of await biddersSince(tx, chainId, undoneAbove)) mine.bidders.add(maker);
      for (const uuid of await recount(tx, needs, chainId)) uuids.add(uuid);
      for (const uuid of await takeBack(tx, chainId, undoneAbove, config.deployment.blockNumber)) uuids.add(uuid);
    } else await recordOwnershipGaps(tx, touched, applied);
    await recheckSignaturesFirst(tx, [...mine.makers, ...mine.bidders]);
    const live = await tx<{ uuid: string }[]>`
      select uuid from offer
      where ((type <> 'BID' and token_uuid = any(${[...touched.tokens]}::uuid[])) or maker = any(${[...mine.makers]}::text[]))
        and status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING')`;
    for (const { uuid } of live) uuids.add(uuid);
    await isolate(tx, 'bidder', mine.bidders, async (inner, some) => {
      for (const uuid of await refreshMoney(inner, needs, some, cursor.number)) uuids.add(uuid);
    });
    const changed = new Set(touched.tokens);
    const observedAt: ObservedAt = undoneAbove === undefined ? { number: cursor.number, hash: cursor.hash } : 'undoing';
    await isolate(tx, 'offer', uuids, async (inner, some) => {
      for (const token of await rederiveOffers(inner, config, some, observedAt)) changed.add(token);
    });
    await isolate(tx, 'token', changed, (inner, some) => refreshTokens(inner, some));
    await addVolumes(tx, mine.volumes);
    // Answers that API processes keep for a moment must not hide it.
    await tx`select pg_notify('public_change', '')`;
  };

/** Derives a bidder's money, an offer or a token anew that could not be derived when a batch ended. */
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
