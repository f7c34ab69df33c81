import { erc20Abi } from '@skarb/contracts/abi';
import type { Address, Hex } from 'viem';
import type { Context } from '../../../context.ts';
import { isChainUnavailable } from '../../../platform/chain/client.ts';
import type { LogFilter } from '../../../platform/chain/events.ts';
import { columnOf } from '../../../platform/db/column.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { addressTopic } from '../../../platform/chain/address.ts';
import { TOPIC } from '../offer.facts.ts';

type OnChain = Pick<Context, 'config' | 'chain'>;
type BidderBalance = { currency_uuid: string; address: Address; maker: Address };

/** Some nodes refuse queries with more topics. */
const MAKERS_A_QUERY = 200;

/** After this time all bidders are read again, because those whose bids have ended need not be watched. */
const ALL_AGAIN_MS = 600_000;

/** Whom a follower watches; `since` is the oldest transaction that had not ended when it was read. */
type Watched = { since: string; readAt: number; addresses: string[]; makers: Set<string>; topics: Hex[][] };

/**
 * Filters for the logs that change a bidder's balance or allowance. Only bidders with open bids are watched: a currency
 * as busy as USDC is never read whole. A market has tens of thousands of bidders, so a call reads those whose money was
 * read from the chain since the last one: the transaction that opens a bid reads it.
 */
export const watchMoney = ({ chain, deployment }: Context['config']) => {
  const spender = [addressTopic(deployment.seaport)];
  let known: Watched | undefined;

  const add = (watched: Watched, address: string, makers: string[]) => {
    if (!watched.addresses.includes(address)) watched.addresses = [...watched.addresses, address];
    const fresh = makers.filter((maker) => !watched.makers.has(maker));
    for (const maker of fresh) {
      watched.makers.add(maker);
      const last = watched.topics.at(-1);
      // The reader keeps what it computes of a list: only the last one changes.
      if (last && last.length < MAKERS_A_QUERY)
        watched.topics[watched.topics.length - 1] = [...last, addressTopic(maker)];
      else watched.topics.push([addressTopic(maker)]);
    }
  };

  return async (tx: Tx): Promise<LogFilter[]> => {
    if (known && Date.now() - known.readAt > ALL_AGAIN_MS) known = undefined;
    const bidders = known
      ? // A dump of another cluster may have numbers of transactions that are still to come.
        tx`select maker, currency_uuid from bidder_money
          where read_in >= ${known.since}::xid8 and read_in < pg_snapshot_xmax(pg_current_snapshot())`
      : tx`select distinct maker, currency_uuid from offer
          where type = 'BID' and status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING')`;
    const rows = await tx<{ since: string; address: string | null; makers: string }[]>`
      select pg_snapshot_xmin(pg_current_snapshot())::text as since, w.* from (values (1)) one left join (
        select c.address, string_agg(b.maker, ' ') as makers from (${bidders}) b
        join currency c on c.uuid = b.currency_uuid join network n on n.uuid = c.network_uuid
        where n.chain_id = ${chain.id} group by 1) w on true`;
    const watched = (known ??= { since: '', readAt: Date.now(), addresses: [], makers: new Set(), topics: [] });
    watched.since = rows[0]?.since as string;
    for (const { address, makers } of rows) if (address) add(watched, address, makers.split(' '));
    const { addresses } = watched;
    return watched.topics.flatMap((some) => [
      { addresses, topics: [[TOPIC.transfer], some] },
      { addresses, topics: [[TOPIC.transfer], null, some] },
      { addresses, topics: [[TOPIC.approval], some, spender] },
    ]);
  };
};

/**
 * Bidders whose money is read at once. Anyone can move the money of a thousand in one block, and a provider that refuses so
 * many calls would refuse them again with each try of that block.
 */
const BIDDERS_AT_ONCE = 50;

/** Balances and allowances for Seaport, at a block or now. */
const readBalances = async ({ config, chain }: OnChain, bidders: BidderBalance[], blockNumber: bigint | undefined) => {
  const amounts: bigint[] = [];
  for (let at = 0; at < bidders.length; at += BIDDERS_AT_ONCE) {
    const calls = bidders.slice(at, at + BIDDERS_AT_ONCE).flatMap(({ address, maker }) => {
      const read = { address, abi: erc20Abi, ...(blockNumber === undefined ? {} : { blockNumber }) } as const;
      return [
        chain.public.readContract({ ...read, functionName: 'balanceOf', args: [maker] }),
        chain.public.readContract({ ...read, functionName: 'allowance', args: [maker, config.deployment.seaport] }),
      ];
    });
    amounts.push(...(await Promise.all(calls)));
  }
  return amounts;
};

const readAt = async (needs: OnChain, bidders: BidderBalance[], block: number | undefined) => {
  if (block === undefined) return readBalances(needs, bidders, undefined);
  try {
    return await readBalances(needs, bidders, BigInt(block));
  } catch (error) {
    if (isChainUnavailable(error)) throw error;
    // A node behind a load balancer that lags answers like one that has pruned the state: compare its head.
    const head = await needs.chain.public.getBlockNumber({ cacheTime: 0 });
    if (head <= BigInt(block)) throw error;
    return readBalances(needs, bidders, undefined);
  }
};

/** Balances and allowances as read; `read_in` names the reading that was stored before, or is null. */
type MoneyReading = { makers: string[]; bidders: (BidderBalance & { read_in: string | null })[]; amounts: bigint[] };

/**
 * Reads bidders' balances and allowances. Amounts in logs are never added up: an allowance can shrink without a log
 * (USDC's does with every transfer), so logs only say when to read.
 * @param block as of this block; now by default
 * @throws when the node is unavailable
 */
export const readMoney = async (
  sql: Tx,
  needs: OnChain,
  makers: Iterable<string>,
  block?: number,
): Promise<MoneyReading> => {
  const asked = [...new Set(makers)];
  if (asked.length === 0) return { makers: [], bidders: [], amounts: [] };
  const bidders = await sql<MoneyReading['bidders']>`
    select distinct o.currency_uuid, c.address, o.maker, m.read_in::text
    from offer o join currency c on c.uuid = o.currency_uuid join network n on n.uuid = o.network_uuid
      left join bidder_money m on m.currency_uuid = o.currency_uuid and m.maker = o.maker
    where o.type = 'BID' and o.maker = any(${asked}::text[]) and c.address is not null and n.chain_id = ${needs.config.chain.id}
    order by o.maker, o.currency_uuid`;
  return { makers: asked, bidders, amounts: bidders.length === 0 ? [] : await readAt(needs, bidders, block) };
};

/**
 * Stores a reading and locks its rows.
 * @param keepsNewer keep what was stored since the reading began: it may be newer
 * @returns open bids to derive again: those that the money covers now and did not before, or the other way round. A bidder
 *   may have very many bids, and money moves often.
 */
export const storeMoney = async (
  tx: Tx,
  { makers, bidders, amounts }: MoneyReading,
  { keepsNewer = false } = {},
): Promise<string[]> => {
  if (bidders.length === 0) return [];
  const currencies = bidders.map((bidder) => bidder.currency_uuid);
  const owners = bidders.map((bidder) => bidder.maker);
  const before = await tx<{ currency_uuid: string; maker: string; balance: string; allowance: string }[]>`
    select currency_uuid, maker, m.balance, m.allowance from bidder_money m
    join unnest(${currencies}::uuid[], ${owners}::text[]) as read (currency_uuid, maker) using (currency_uuid, maker)
    order by maker, currency_uuid for update of m`;
  await tx`
    insert into bidder_money (currency_uuid, maker, balance, allowance)
    select currency_uuid, maker, balance, allowance
    from unnest(${currencies}::uuid[], ${owners}::text[], ${bidders.map((_, index) => String(amounts[2 * index]))}::numeric[],
      ${bidders.map((_, index) => String(amounts[2 * index + 1]))}::numeric[]) as read (currency_uuid, maker, balance, allowance)
    on conflict (currency_uuid, maker) do update set balance = excluded.balance, allowance = excluded.allowance,
      read_in = excluded.read_in
    where not ${keepsNewer} or bidder_money.read_in = (
      select before.read_in::xid8 from unnest(${currencies}::uuid[], ${owners}::text[], ${bidders.map((bidder) => bidder.read_in)}::text[])
        as before (currency_uuid, maker, read_in)
      where before.currency_uuid = excluded.currency_uuid and before.maker = excluded.maker)`;
  // The same cases as `backingShortfall` of offer.rules.ts.
  const lack = (money: 'now' | 'before') => tx`
    case when ${tx(`${money}.balance`)} < o.price * o.quantity_left then 2 when ${tx(`${money}.allowance`)} < o.price * o.quantity_left then 1 else 0 end`;
  const bids = await tx<{ uuid: string }[]>`
    select o.uuid from offer o
    join bidder_money now on now.currency_uuid = o.currency_uuid and now.maker = o.maker
    left join unnest(${columnOf(before.map((row) => row.currency_uuid))}::uuid[], ${columnOf(before.map((row) => row.maker))}::text[],
      ${columnOf(before.map((row) => row.balance))}::numeric[], ${columnOf(before.map((row) => row.allowance))}::numeric[])
      as before (currency_uuid, maker, balance, allowance) on before.currency_uuid = o.currency_uuid and before.maker = o.maker
    where o.type = 'BID' and o.maker = any(${makers}::text[]) and o.status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING')
      and (before.maker is null or ${lack('now')} <> ${lack('before')})`;
  return bids.map((row) => row.uuid);
};

/** Reads and stores bidders' money in the transaction of a batch, as of its block. @throws when the node is unavailable */
export const refreshMoney = async (
  tx: Tx,
  needs: OnChain,
  makers: Iterable<string>,
  block?: number,
): Promise<string[]> => storeMoney(tx, await readMoney(tx, needs, makers, block));
