import { erc20Abi } from '@skarb/contracts/abi';
import type { Address } from 'viem';
import type { Context } from '../../../context.ts';
import { isChainAway } from '../../../platform/chain/client.ts';
import type { LogFilter } from '../../../platform/chain/events.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { TOPIC, topicOf } from '../offer.facts.ts';

type OnChain = Pick<Context, 'config' | 'chain'>;
type BidderBalance = { currency_uuid: string; address: Address; maker: Address };

/** Some nodes refuse queries with more topics. */
const MAKERS_A_QUERY = 200;

/** The filters of the last call: the bidders rarely change from one block to the next, and a market has thousands. */
let last: { of: string; filters: LogFilter[] } | undefined;

/**
 * Filters for the logs that change a bidder's balance or allowance. Only bidders with open bids are watched: a
 * currency as busy as USDC is never read whole.
 */
export const watchedMoney = async (tx: Tx, { chain, deployment }: Context['config']): Promise<LogFilter[]> => {
  const rows = await tx<{ address: string; makers: string }[]>`
    select c.address, string_agg(o.maker, ' ') as makers
    -- from the index alone, as one text: each block asks for it
    from (select distinct maker, currency_uuid from offer where type = 'BID' and status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING')) o
    join currency c on c.uuid = o.currency_uuid join network n on n.uuid = c.network_uuid where n.chain_id = ${chain.id}
    group by c.address order by c.address`;
  const of = [deployment.seaport, ...rows.map((row) => `${row.address}: ${row.makers}`)].join();
  if (last?.of === of) return last.filters;
  const addresses = rows.map((row) => row.address);
  const makers = [...new Set(rows.flatMap((row) => row.makers.split(' ')))].map(topicOf);
  const filters: LogFilter[] = [];
  for (let at = 0; at < makers.length; at += MAKERS_A_QUERY) {
    const some = makers.slice(at, at + MAKERS_A_QUERY);
    filters.push(
      { addresses, topics: [[TOPIC.transfer], some] },
      { addresses, topics: [[TOPIC.transfer], null, some] },
      { addresses, topics: [[TOPIC.approval], some, [topicOf(deployment.seaport)]] },
    );
  }
  last = { of, filters };
  return filters;
};

/** Balances and allowances for Seaport, at a block or now. */
const readBalances = ({ config, chain }: OnChain, bidders: BidderBalance[], blockNumber: bigint | undefined) =>
  Promise.all(
    bidders.flatMap(({ address, maker }) => {
      const read = { address, abi: erc20Abi, ...(blockNumber === undefined ? {} : { blockNumber }) } as const;
      return [
        chain.public.readContract({ ...read, functionName: 'balanceOf', args: [maker] }),
        chain.public.readContract({ ...read, functionName: 'allowance', args: [maker, config.deployment.seaport] }),
      ];
    }),
  );

const readAt = async (needs: OnChain, bidders: BidderBalance[], block: number | undefined) => {
  if (block === undefined) return readBalances(needs, bidders, undefined);
  try {
    return await readBalances(needs, bidders, BigInt(block));
  } catch (error) {
    if (isChainAway(error)) throw error;
    // A node behind a load balancer that lags answers like one that has pruned the state: compare its head.
    const head = await needs.chain.public.getBlockNumber({ cacheTime: 0 });
    if (head <= BigInt(block)) throw error;
    return readBalances(needs, bidders, undefined);
  }
};

/**
 * Reads bidders' balances and allowances and stores them. Amounts in logs are never added up: an allowance can shrink
 * without a log (USDC's does with every transfer), so logs only say when to read.
 * @param block as of this block; now by default
 * @returns open bids to derive again
 * @throws when the node is unavailable: nothing was changed
 */
export const refreshMoney = async (
  tx: Tx,
  needs: OnChain,
  makers: Iterable<string>,
  block?: number,
): Promise<string[]> => {
  const asked = [...new Set(makers)];
  if (asked.length === 0) return [];
  const bidders = await tx<BidderBalance[]>`
    select distinct o.currency_uuid, c.address, o.maker from offer o join currency c on c.uuid = o.currency_uuid join network n on n.uuid = o.network_uuid
    where o.type = 'BID' and o.maker = any(${asked}::text[]) and c.address is not null and n.chain_id = ${needs.config.chain.id}
    order by o.maker, o.currency_uuid`;
  if (bidders.length === 0) return [];
  const amounts = await readAt(needs, bidders, block);
  await tx`
    insert into bidder_money (currency_uuid, maker, balance, allowance)
    select currency_uuid, maker, balance, allowance
    from unnest(${bidders.map((bidder) => bidder.currency_uuid)}::uuid[], ${bidders.map((bidder) => bidder.maker)}::text[],
      ${bidders.map((_, index) => String(amounts[2 * index]))}::numeric[], ${bidders.map((_, index) => String(amounts[2 * index + 1]))}::numeric[])
      as read (currency_uuid, maker, balance, allowance)
    on conflict (currency_uuid, maker) do update set balance = excluded.balance, allowance = excluded.allowance`;
  const bids = await tx<{ uuid: string }[]>`
    select uuid from offer where type = 'BID' and maker = any(${asked}::text[])
      and status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING')`;
  return bids.map((row) => row.uuid);
};
