import type { Address, Hex } from 'viem';
import { columnOf } from '../../../platform/db/column.ts';
import type { Sql, Tx } from '../../../platform/db/database.ts';
import { orderToJson, type OrderComponents } from '../offer.order.ts';
import type { TradeCurrency } from '../offer.rows.ts';
import { weiOf } from '../../price/price.ether.ts';

export type NewOrder = {
  orderHash: Hex;
  chainId: number;
  offerUuid: string;
  components: OrderComponents;
  price: bigint;
  currency: Pick<TradeCurrency, 'decimals' | 'eth_rate'>;
  quantity: bigint;
  startsAt: Date | null;
  endsAt: Date;
  replaces?: { orderHash: Hex; filled: bigint };
};

/** A price in wei of ether: what makes prices in several currencies comparable. */
export const priceEth = (
  tx: Tx,
  price: bigint,
  { decimals, eth_rate: rate }: Pick<TradeCurrency, 'decimals' | 'eth_rate'>,
) => weiOf(tx, tx`${String(price)}::numeric`, tx`${rate}::numeric`, tx`${decimals}::int`);

/** An order to be signed. Deletes unsigned orders of the same offer: only the newest terms count. */
export const insertOrder = async (tx: Tx, order: NewOrder): Promise<void> => {
  await tx`delete from seaport_order where offer_uuid = ${order.offerUuid} and signature is null and filled = 0`;
  await tx`
    insert into seaport_order (order_hash, chain_id, offer_uuid, components, counter, price, price_eth, quantity, starts_at, ends_at,
      replaces, replaced_filled, created_at)
    values (${order.orderHash}, ${order.chainId}, ${order.offerUuid}, ${tx.json(orderToJson(order.components) as never)},
      ${String(order.components.counter)}, ${String(order.price)}, ${priceEth(tx, order.price, order.currency)}, ${String(order.quantity)},
      ${order.startsAt}, ${order.endsAt}, ${order.replaces?.orderHash ?? null}, ${String(order.replaces?.filled ?? 0n)}, clock_timestamp())`;
};

/** Stores a signature that was checked, and whether a contract has to be asked about it again. */
export const setSignature = (tx: Tx, orderHash: Hex, good: { signature: Hex; isByContract: boolean }) =>
  tx`update seaport_order set signature = ${good.signature}, is_contract_signed = ${good.isByContract}, signature_asked_at = now() where order_hash = ${orderHash}`;

/** Counts units of orders that were filled, or with negative numbers those of fills that a reorg removed. */
export const addFilled = async (tx: Tx, fills: { orderHash: string; units: bigint }[]): Promise<void> => {
  if (fills.length > 0)
    await tx`
      update seaport_order set filled = filled + fill.units
      from (select hash, sum(units) as units from unnest(${columnOf(fills.map(({ orderHash }) => orderHash))}::text[],
        ${columnOf(fills.map(({ units }) => units))}::bigint[]) as one (hash, units) group by hash) fill
      where order_hash = fill.hash`;
};

/** Counts the cancel logs of an order: 1 for a new one, -1 for one that a reorg removed. */
export const addCancellation = (tx: Tx, orderHash: string, by: 1 | -1) =>
  tx`update seaport_order set cancellations = cancellations + ${by} where order_hash = ${orderHash}`;

/** Deletes edits of offers that were not signed in time. @returns how many */
export const deleteOldEdits = async (sql: Sql, before: Date): Promise<number> =>
  (
    await sql`
      delete from seaport_order s using offer o
      where o.uuid = s.offer_uuid and s.signature is null and s.filled = 0 and s.created_at < ${before} and o.status <> 'DRAFT'`
  ).count;

/**
 * Reorgs: orders of makers that may be under a raised Seaport counter. An order signed before the log of the raise left
 * nothing here that could be undone, so orders of the last hour count too. No reorg is an hour deep.
 */
const countersInDoubt = (tx: Tx, chainId: number) => tx`
  seaport_order s join offer o on o.uuid = s.offer_uuid
  where s.chain_id = ${chainId} and s.counter > 0 and o.status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING')
    and (s.is_counter_gone or s.created_at > now() - interval '1 hour')`;

/** The makers whose counter on the chain may differ from the recorded one. */
export const findMakersInDoubt = (tx: Tx, chainId: number) =>
  tx<{ maker: Address }[]>`select distinct o.maker from ${countersInDoubt(tx, chainId)} order by o.maker`;

/** Marks which of a maker's orders are below their counter. @returns the offers whose orders changed */
export const setCounter = async (tx: Tx, chainId: number, maker: Address, counter: bigint): Promise<string[]> =>
  (
    await tx<{ offer_uuid: string }[]>`
      update seaport_order set is_counter_gone = not is_counter_gone
      where order_hash in (select s.order_hash from ${countersInDoubt(tx, chainId)} and o.maker = ${maker})
        and is_counter_gone <> (counter > ${String(counter)}::numeric) returning offer_uuid`
  ).map((row) => row.offer_uuid);

/** Makes the signature checks of all orders of these contract wallets due, ahead of their later ones. */
export const recheckSignaturesFirst = async (tx: Tx, makers: Iterable<string>): Promise<void> => {
  const addresses = [...new Set(makers)];
  if (addresses.length > 0)
    await tx`
      update seaport_order s set signature_asked_at = 'epoch' from offer o
      where s.is_contract_signed and o.uuid = s.offer_uuid and o.maker = any(${addresses}::text[])
        and o.status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING')`;
};

export type SignatureCheck = {
  order_hash: Hex;
  offer_uuid: string;
  token_uuid: string;
  maker: Address;
  components: Record<string, unknown>;
  signature: Hex;
  is_signature_refused: boolean;
};
/**
 * Takes contract-signed orders whose last check is at least so many minutes ago. Their turn counts as used. Makers are drawn
 * by lot, and each gives the order checked longest ago: however many orders a maker has and however often logs put them
 * first, the others have the same chance.
 */
export const takeSignatureChecks = (sql: Sql, minutes: number, limit: number) => sql<SignatureCheck[]>`
  update seaport_order s set signature_asked_at = now() from offer o
  where o.uuid = s.offer_uuid and s.order_hash in (
    select q.order_hash from seaport_order q join (
      select d.order_hash, row_number() over (partition by p.maker order by d.signature_asked_at) as turn
      from seaport_order d join offer p on p.uuid = d.offer_uuid
      where d.is_contract_signed and d.signature_asked_at < now() - ${`${minutes} minutes`}::interval
        and p.status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING') and d.cancellations = 0 and d.filled < d.quantity
    ) due on due.order_hash = q.order_hash
    order by due.turn, random() limit ${limit} for no key update of q skip locked)
  returning s.order_hash, s.offer_uuid, o.token_uuid, o.maker, s.components, s.signature, s.is_signature_refused`;

/** Orders that turned out to be signed by the wallet's key need no more checks. */
export const setKeySigned = (sql: Sql, orderHashes: Hex[]) =>
  sql`update seaport_order set is_contract_signed = false, is_signature_refused = false where order_hash = any(${orderHashes}::text[])`;

/** Records whether the maker’s contract refuses the signature now; it may accept it again later. */
export const setSignatureRefused = (tx: Tx, orderHash: Hex, isRefused: boolean) =>
  tx`update seaport_order set is_signature_refused = ${isRefused} where order_hash = ${orderHash}`;
