import type { Fragment } from 'postgres';
import type { Address } from 'viem';
import { uuidv7 } from 'uuidv7';
import { toQuantity } from '../../../platform/chain/clamp.ts';
import type { ChainLog } from '../../../platform/chain/events.ts';
import { columnOf } from '../../../platform/db/column.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { weiOf } from '../../price/price.ether.ts';

type Value<T> = T | Fragment | null | undefined;

/** One event in the history of a token, and of its offer if the event belongs to one. */
export type HistoryEvent = {
  tokenUuid: string;
  offerUuid?: string | null;
  event: string;
  /** Base units of the currency, for one unit of the token. */
  price?: Value<string>;
  currencyUuid?: Value<string>;
  quantity?: Value<string>;
  /** The total paid, in wei of ether; only for trades. */
  valueEth?: Value<string>;
  from?: string | null | undefined;
  to?: string | null | undefined;
  /** The log that says so: a reorg deletes the event with it. */
  log?: ChainLog;
  /** The block at which it was observed, for events that no log says. */
  observedAt?: { chainId: number; number: number; hash: string } | undefined;
  /** Default: the time of the log, or now without a log. */
  createdAt?: Value<Date>;
};

const orNull = <T>(value: T | null | undefined): T | null => value ?? null;

/** @returns the value in ether as it was written */
export const insertHistory = async (tx: Tx, entry: HistoryEvent): Promise<string | null> => {
  const { log, observedAt: at } = entry;
  const [row] = await tx<{ value_eth: string | null }[]>`
    insert into history (uuid, token_uuid, offer_uuid, event, price, currency_uuid, quantity, value_eth, from_address, to_address,
      tx_hash, chain_id, block_number, block_hash, log_index, created_at)
    values (${uuidv7()}, ${entry.tokenUuid}, ${orNull(entry.offerUuid)}, ${entry.event}, ${orNull(entry.price)}, ${orNull(entry.currencyUuid)},
      ${orNull(entry.quantity)}, ${orNull(entry.valueEth)}, ${orNull(entry.from)}, ${orNull(entry.to)}, ${orNull(log?.txHash)},
      ${orNull(log?.chainId ?? at?.chainId)}, ${orNull(log ? String(log.blockNumber) : at?.number)}, ${orNull(log?.blockHash ?? at?.hash)},
      ${orNull(log?.logIndex)}, ${entry.createdAt ?? log?.blockTime ?? tx`now()`})
    returning value_eth`;
  return row?.value_eth ?? null;
};

/** One of many events, with plain values. */
export type HistoryRow = Omit<HistoryEvent, 'price' | 'currencyUuid' | 'quantity' | 'valueEth' | 'createdAt'> & {
  price?: string | null;
  currencyUuid?: string | null;
  quantity?: string | null;
  /** A trade: its value in ether is its price at the rate of the block, times the quantity. */
  isTrade?: boolean;
  /**
   * Later than what this server's clock wrote about the offer: block times are whole seconds and lag behind clocks, so a
   * sale could otherwise seem older than its listing. Re-indexing may give another time, because what was observed about
   * the offer counts, too: a sale is later than the observation that made its offer valid again.
   */
  isAfterOffer?: boolean;
};
/** Writes many events, in this order. @returns the values of trades in ether as they were written */
export const insertHistories = async (
  tx: Tx,
  rows: HistoryRow[],
): Promise<{ offer_uuid: string | null; value_eth: string }[]> => {
  if (rows.length === 0) return [];
  const column = (of: (row: HistoryRow) => Parameters<typeof columnOf>[0][number]) => columnOf(rows.map(of));
  const written = await tx<{ offer_uuid: string | null; value_eth: string | null }[]>`
    insert into history (uuid, token_uuid, offer_uuid, event, price, currency_uuid, quantity, value_eth, from_address, to_address,
      tx_hash, chain_id, block_number, block_hash, log_index, created_at)
    select uuid, token_uuid, offer, event, price, currency, units,
      case when is_trade then units * (select ${weiOf(tx, tx`price`, tx`eth_rate_at(c.uuid, at)`, tx`c.decimals`)} from currency c where c.uuid = currency) end,
      from_address, to_address, tx_hash, chain, number, hash, place,
      case when is_after then greatest(at, (select max(created_at) + interval '1 millisecond' from history h
        where h.offer_uuid = offer and h.log_index is null and h.created_at < at + interval '1 minute')) else coalesce(at, now()) end
    from unnest(${column(() => uuidv7())}::uuid[], ${column((row) => row.tokenUuid)}::uuid[], ${column((row) => row.offerUuid)}::uuid[],
      ${column((row) => row.event)}::text[], ${column((row) => row.price)}::numeric[], ${column((row) => row.currencyUuid)}::uuid[],
      ${column((row) => row.quantity)}::bigint[], ${column((row) => row.isTrade ?? false)}::boolean[], ${column((row) => row.from)}::text[],
      ${column((row) => row.to)}::text[], ${column((row) => row.log?.txHash)}::text[], ${column((row) => row.log?.chainId ?? row.observedAt?.chainId)}::int[],
      ${column((row) => row.log?.blockNumber ?? row.observedAt?.number)}::bigint[], ${column((row) => row.log?.blockHash ?? row.observedAt?.hash)}::text[],
      ${column((row) => row.log?.logIndex)}::int[], ${column((row) => row.log?.blockTime)}::timestamptz[], ${column((row) => row.isAfterOffer ?? false)}::boolean[])
      as said (uuid, token_uuid, offer, event, price, currency, units, is_trade, from_address, to_address, tx_hash, chain, number, hash, place, at, is_after)
    returning offer_uuid, value_eth`;
  return written.filter((row): row is { offer_uuid: string | null; value_eth: string } => row.value_eth !== null);
};

/** An event of one unit of a token; the price in base units. */
export type LogEvent = {
  tokenUuid: string;
  event: string;
  price?: bigint;
  from?: Address | null;
  to?: Address | null;
};
/**
 * The events that one log reports, with prices in the currency of this address on the token's network. A log applied
 * again changes nothing.
 */
export const insertLogEvents = async (tx: Tx, log: ChainLog, currency: Address, events: LogEvent[]): Promise<void> => {
  if (events.length === 0) return;
  await tx`
    insert into history (uuid, token_uuid, event, price, currency_uuid, quantity, from_address, to_address, tx_hash, chain_id,
      block_number, block_hash, log_index, created_at)
    select uuid, token_uuid, event, price,
      (select c.uuid from token t join currency c on c.network_uuid = t.network_uuid and c.address = ${currency} where t.uuid = token_uuid),
      1, from_address, to_address, ${log.txHash}, ${log.chainId}::int, ${String(log.blockNumber)}::bigint, ${log.blockHash}, ${log.logIndex}::int,
      ${log.blockTime}::timestamptz
    from unnest(${events.map(() => uuidv7())}::uuid[], ${events.map((one) => one.tokenUuid)}::uuid[], ${events.map((one) => one.event)}::text[],
      ${events.map((one) => (one.price === undefined ? null : String(one.price)))}::numeric[], ${events.map((one) => orNull(one.from))}::text[],
      ${events.map((one) => orNull(one.to))}::text[])
      as one (uuid, token_uuid, event, price, from_address, to_address)
    on conflict do nothing`;
};

export type Movement = HistoryEvent & { log: ChainLog; units: bigint };
/** Movements in the chain's order, so that the rising uuids keep the order within a block. */
export const inOrder = (movements: Movement[]): (Movement & { uuid: string })[] =>
  movements
    .toSorted((a, b) => Number(a.log.blockNumber - b.log.blockNumber) || a.log.logIndex - b.log.logIndex)
    .map((movement) => ({ ...movement, uuid: uuidv7() }));
/** Writes mints and transfers, many at once. */
export const insertMovements = async (
  tx: Tx,
  chainId: number,
  rows: (Movement & { uuid: string })[],
): Promise<void> => {
  if (rows.length === 0) return;
  await tx`
    insert into history (uuid, token_uuid, event, quantity, from_address, to_address, tx_hash, chain_id, block_number, block_hash, log_index, created_at)
    select uuid, token_uuid, event, quantity, from_address, to_address, tx_hash, ${chainId}, block_number, block_hash, log_index, at
    from unnest(${columnOf(rows.map((row) => row.uuid))}::uuid[], ${columnOf(rows.map((row) => row.tokenUuid))}::uuid[], ${columnOf(rows.map((row) => row.event))}::text[],
      ${columnOf(rows.map((row) => toQuantity(row.units)))}::bigint[], ${columnOf(rows.map((row) => row.from))}::text[], ${columnOf(rows.map((row) => row.to))}::text[],
      ${columnOf(rows.map((row) => row.log.txHash))}::text[], ${columnOf(rows.map((row) => row.log.blockNumber))}::bigint[],
      ${columnOf(rows.map((row) => row.log.blockHash))}::text[], ${columnOf(rows.map((row) => row.log.logIndex))}::int[], ${columnOf(rows.map((row) => row.log.blockTime))}::timestamptz[])
      as movement (uuid, token_uuid, event, quantity, from_address, to_address, tx_hash, block_number, block_hash, log_index, at)
    on conflict do nothing`;
};

/** Deletes the events of these logs. @returns the deleted events that callers need to undo more */
export const deleteHistoryOfLogs = (tx: Tx, logs: ChainLog[], events: string[]) =>
  tx<{ event: string; to_address: string | null; value_eth: string | null }[]>`
    delete from history using unnest(${logs.map((log) => log.chainId)}::int[], ${logs.map((log) => log.blockHash)}::text[], ${logs.map((log) => log.logIndex)}::int[])
      as undone (chain, hash, place)
    where chain_id = chain and block_hash = hash and log_index = place and event = any(${events}::text[])
    returning event, to_address, value_eth`;

/** Deletes events above a block that have no log. */
export const deleteObservationsAbove = (tx: Tx, chainId: number, block: number) => tx`
  delete from history where chain_id = ${chainId} and block_number > ${block} and log_index is null and event in ('INVALID', 'VALID')`;

/**
 * Deletes the cancellation of an offer's old terms: new terms were signed, so the offer goes on. It is there when its
 * maker had to cancel the old terms before the new ones were signed.
 */
export const deleteCancelledHistory = (tx: Tx, offerUuid: string) =>
  tx`delete from history where offer_uuid = ${offerUuid} and event = 'CANCELLED' and log_index is not null`;
