/** Locks of tokens, which serialize the changes of their offers: one for an account's act, many for a batch of chain events. */
import type { Address } from 'viem';
import { columnOf } from '../../platform/db/column.ts';
import type { Sql, Tx } from '../../platform/db/database.ts';
import { retriedTransaction } from '../../platform/db/retried-transaction.ts';
import { lockTokens } from '../token/store/token.store.ts';

/** Runs `work` in a transaction that locks the token; repeats it after a deadlock. */
export const withToken = <T>(sql: Sql, tokenUuid: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  retriedTransaction(sql, async (tx) => {
    await lockTokens(tx, [tokenUuid]);
    return work(tx);
  });

/**
 * Waits for an admin who is blocking the maker and for a change of their wallet, and makes others wait until the transaction
 * ends. @returns whether the account still has the wallet
 */
export const lockMaker = async (tx: Tx, makerUuid: string, wallet: Address): Promise<boolean> => {
  const [row] = await tx<
    { metamask_wallet: string | null }[]
  >`select metamask_wallet from app_user where uuid = ${makerUuid} for key share`;
  return row?.metamask_wallet === wallet;
};

const uuidsOf = (rows: { token_uuid: string }[]): string[] => rows.map((row) => row.token_uuid);
const open = (tx: Tx) => tx`status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING')`;

/** Tokens of the offers that these orders belong to. A batch locks those whose offers it may derive again. */
export const tokensOfOrders = async (tx: Tx, orderHashes: string[]): Promise<string[]> =>
  orderHashes.length === 0
    ? []
    : uuidsOf(
        await tx<{ token_uuid: string }[]>`
          select distinct o.token_uuid from seaport_order s
          cross join lateral (select token_uuid from offer where uuid = s.offer_uuid offset 0) o
          where s.order_hash = any(${columnOf(orderHashes)}::text[])`,
      );

/** Tokens with open offers by these makers. */
export const tokensOfMakers = async (tx: Tx, makers: string[]): Promise<string[]> =>
  makers.length === 0
    ? []
    : uuidsOf(
        await tx<{ token_uuid: string }[]>`
          select distinct token_uuid from offer where maker = any(${columnOf([...new Set(makers)])}::text[]) and ${open(tx)}`,
      );

const tokensOfType = async (tx: Tx, type: 'SALE' | 'BID', makers: string[]): Promise<string[]> =>
  makers.length === 0
    ? []
    : uuidsOf(
        await tx<{ token_uuid: string }[]>`
          select distinct token_uuid from offer where type = ${type} and maker = any(${columnOf([...new Set(makers)])}::text[]) and ${open(tx)}`,
      );
/** Tokens with open sales by these makers. */
export const tokensOfSellers = (tx: Tx, makers: string[]): Promise<string[]> => tokensOfType(tx, 'SALE', makers);
/** Tokens with open bids by these makers. */
export const tokensOfBidders = (tx: Tx, makers: string[]): Promise<string[]> => tokensOfType(tx, 'BID', makers);

/** Tokens of offers with observations above a block that a reorg undoes, or made after it. */
const tokensSince = async (tx: Tx, chainId: number, above: number): Promise<string[]> =>
  uuidsOf(
    await tx<{ token_uuid: string }[]>`
      select distinct o.token_uuid from offer o join network n on n.uuid = o.network_uuid
      where n.chain_id = ${chainId} and (o.left_block > ${above} or o.live_block > ${above}
        -- bids whose maker's money is read again because of a bid made after the block
        or (o.type = 'BID' and ${open(tx)} and o.maker in (select maker from offer where type = 'BID' and live_block > ${above}))
        -- offers whose maker's counter is read again
        or (${open(tx)} and exists (select 1 from seaport_order s where s.offer_uuid = o.uuid and s.counter > 0
          and (s.is_counter_gone or s.created_at > now() - interval '1 hour'))))`,
  );

/** Takes the first lock of each batch: all tokens that it concerns, at once. */
export const lockBatch = async (
  tx: Tx,
  { chainId, tokens, undoneAbove }: { chainId: number; tokens: Set<string>; undoneAbove: number | undefined },
): Promise<void> => {
  const since = undoneAbove === undefined ? [] : await tokensSince(tx, chainId, undoneAbove);
  await lockTokens(tx, [...tokens, ...since]);
};
