import type { Hex } from 'viem';
import type { Config } from '../../config.ts';
import type { Context } from '../../context.ts';
import type { ChainLog, EventOwner, Touched } from '../../platform/chain/events.ts';
import type { Batch } from '../../platform/chain/batch.ts';
import { together } from '../../platform/chain/set-aside.ts';
import { columnOf } from '../../platform/db/column.ts';
import type { Tx } from '../../platform/db/database.ts';
import { addressTopic } from '../../platform/chain/address.ts';
import { lockTokens, refreshTokens } from '../token/store/token.store.ts';
import { readCounter } from './offer.chain.ts';
import { TOPIC } from './offer.facts.ts';
import { findOwnershipGaps } from './sale/sale.ownership-gap.ts';
import { cancelledOrderOf, fillsOf, type Fill } from './offer.logs.ts';
import { addVolumes, contractAddresses } from '../collection/collection.store.ts';
import { deleteObservationsAbove } from '../token/store/history.store.ts';
import {
  clearOwnershipGapsAbove,
  lowerConfirmedBlocks,
  retireBidsOfOwners,
  setOwnershipGaps,
} from './store/offer.store.ts';
import { findMakersInDoubt, recheckSignaturesFirst, setCounter } from './store/order.store.ts';
import { refreshMoney, watchMoney } from './bid/bid.money.store.ts';
import { rederiveOffers, type ObservedAt } from './offer.derive.ts';
import { tokensOfBidders, tokensOfMakers, tokensOfOrders, tokensOfSellers } from './offer.lock.ts';
import { touchedOffersOf } from './offer.touched.ts';
import {
  applyCancel,
  applyFills,
  ordersOf,
  undoCancel,
  undoFill,
  type OrderFill,
  type OrderRow,
} from './offer.fills.ts';

const makerOf = (log: ChainLog): Hex => `0x${(log.topics[1] as Hex).slice(26)}`;
const isCancel = (log: ChainLog): boolean => log.topics[0] === TOPIC.orderCancelled;

/** Fills, cancels and raised counters of all orders that name the marketplace's zone. */
const seaportEvents = ({ deployment }: Pick<Config, 'deployment'>): EventOwner => {
  const zone = addressTopic(deployment.offerZone);
  /** The fills and cancels of known orders, in the order of the logs; notes what they touch. */
  const readOrders = async (tx: Tx, logs: ChainLog[], touched: Touched) => {
    const touchedOffers = touchedOffersOf(touched);
    const fills = new Map(fillsOf(logs).map((fill) => [fill.log, fill]));
    const hashOf = (log: ChainLog) => fills.get(log)?.orderHash ?? cancelledOrderOf(log);
    const known = await ordersOf(tx, logs.filter((log) => log.topics[0] !== TOPIC.counterIncremented).map(hashOf));
    const found: { log: ChainLog; fill: Fill | undefined; order: OrderRow }[] = [];
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
      touchedOffers.offers.add(order.offer_uuid);
      touched.tokens.add(order.token_uuid);
      found.push({ log, fill, order });
    }
    return { found, touchedOffers };
  };
  return {
    topics: [TOPIC.orderFulfilled, TOPIC.orderCancelled, TOPIC.counterIncremented],
    addresses: async () => new Set([deployment.seaport]),
    wants: (log) => log.topics[0] === TOPIC.counterIncremented || log.topics[2] === zone,
    tokensOf: async (tx, logs) => {
      const hashes = [...fillsOf(logs).map((fill) => fill.orderHash), ...logs.filter(isCancel).map(cancelledOrderOf)];
      const raised = logs.filter((log) => log.topics[0] === TOPIC.counterIncremented);
      // A bidder pays what their other bids count on. A sale changes no other offer of its seller.
      const bidders = fillsOf(logs).flatMap((fill) => (fill.isBid ? [fill.maker] : []));
      return [
        ...(await tokensOfOrders(tx, hashes)),
        ...(await tokensOfMakers(tx, raised.map(makerOf))),
        ...(await tokensOfBidders(tx, bidders)),
      ];
    },
    apply: async (tx, logs, touched) => {
      const { found, touchedOffers } = await readOrders(tx, logs, touched);
      let fills: OrderFill[] = [];
      for (const { log, fill, order } of found) {
        if (fill) {
          fills.push({ fill, order });
          continue;
        }
        // A cancel records the units that the fills before it left.
        await applyFills(tx, fills, touchedOffers);
        fills = [];
        await applyCancel(tx, log, order);
        order.cancellations++;
      }
      await applyFills(tx, fills, touchedOffers);
    },
    undo: async (tx, logs, touched) => {
      const { found, touchedOffers } = await readOrders(tx, logs, touched);
      for (const { log, fill, order } of found)
        if (fill) await undoFill(tx, fill, order, touchedOffers);
        else await undoCancel(tx, log, order);
    },
  };
};

/** Approvals for Seaport given or revoked. The log is the fact: nothing to apply, only sales to derive again. */
const approvalEvents = ({ chain, deployment }: Pick<Config, 'chain' | 'deployment'>): EventOwner => {
  const seaport = addressTopic(deployment.seaport);
  const note = async (_tx: Tx, logs: ChainLog[], touched: Touched) => {
    for (const log of logs) touchedOffersOf(touched).sellers.add(makerOf(log));
  };
  return {
    topics: [TOPIC.approvalForAll, TOPIC.approval],
    addresses: async (tx, of) => new Set(await contractAddresses(tx, chain.id, of)),
    wants: (log) => log.topics[0] === TOPIC.approval || log.topics[2] === seaport,
    tokensOf: (tx, logs) => tokensOfSellers(tx, logs.map(makerOf)),
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
    narrow: watchMoney(config),
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
 * before they were watched left no log to undo. Ended bids count, too: the reorg may have removed what ended them. Then
 * their makers, who were perhaps not watched any more, are read again as well.
 */
const biddersSince = async (tx: Tx, chainId: number, above: number, offers: Iterable<string>): Promise<string[]> =>
  (
    await tx<{ maker: string }[]>`
      select o.maker from offer o join network n on n.uuid = o.network_uuid
      where n.chain_id = ${chainId} and o.type = 'BID' and o.live_block > ${above}
      union select maker from offer where type = 'BID' and uuid = any(${columnOf([...offers])}::uuid[])`
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
  async (tx: Tx, { chainId, touched, applied, undoneAbove, cursor, isFarBehind, isolate }: Batch): Promise<void> => {
    const { config } = needs;
    const { offers, makers, sellers, bidders, volumes } = touchedOffersOf(touched);
    const uuids = new Set(offers);
    let gaps = new Map<string, bigint>();
    if (undoneAbove !== undefined) {
      for (const maker of [...makers, ...(await biddersSince(tx, chainId, undoneAbove, offers))]) bidders.add(maker);
      for (const uuid of await rereadCounters(tx, needs, chainId)) uuids.add(uuid);
      for (const uuid of await undoObservations(tx, chainId, undoneAbove, config.deployment.blockNumber))
        uuids.add(uuid);
    } else gaps = await findOwnershipGaps(tx, touched, applied);
    // An offer that is set aside keeps what was observed.
    if (isolate !== together) await setOwnershipGaps(tx, gaps);
    await recheckSignaturesFirst(tx, [...makers, ...sellers, ...bidders]);
    const minted = touched.minted ?? new Set();
    const concerned = [...new Set([...touched.tokens, ...touched.moved, ...minted])];
    const open = await tx<{ uuid: string }[]>`
      select uuid from offer
      where ((type <> 'BID' and token_uuid = any(${columnOf(concerned)}::uuid[])) or maker = any(${columnOf([...makers])}::text[])
        or (type = 'SALE' and maker = any(${columnOf([...sellers])}::text[])))
        and status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING')`;
    for (const { uuid } of open) uuids.add(uuid);
    await isolate(tx, 'bidder', bidders, async (inner, some) => {
      for (const uuid of await refreshMoney(inner, needs, some, cursor.number)) uuids.add(uuid);
    });
    // After the bidders' money, as a signature locks: money, then offers.
    if (undoneAbove === undefined)
      for (const uuid of await retireBidsOfOwners(tx, concerned, cursor.number)) uuids.add(uuid);
    const changed = new Set(touched.tokens);
    const observedAt: ObservedAt = undoneAbove === undefined ? { number: cursor.number, hash: cursor.hash } : 'undoing';
    await isolate(tx, 'offer', uuids, async (inner, some) => {
      for (const token of await rederiveOffers(inner, config, some, observedAt, gaps)) changed.add(token);
    });
    await isolate(tx, 'token', new Set([...changed, ...touched.moved, ...minted]), (inner, some) =>
      refreshTokens(
        inner,
        some.filter((uuid) => changed.has(uuid)),
        { moved: some.filter((uuid) => !changed.has(uuid)), minted, isSilent: isFarBehind },
      ),
    );
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
