import { erc20Abi } from '@skarb/contracts/abi';
import type { Address } from 'viem';
import type { Context } from '../../../context.ts';
import { isChainAway } from '../../../platform/chain/client.ts';
import type { LogFilter } from '../../../platform/chain/events.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { TOPIC, topicOf } from '../offer.facts.ts';

type OnChain = Pick<Context, 'config' | 'chain'>;
type Purse = { currency_uuid: string; address: Address; maker: Address };

/** More than this in one query is too much for some nodes. */
const MAKERS_A_QUERY = 200;

/**
 * The logs that say that a bidder's money, or what Seaport may take of it, has changed. Only bidders with an open bid
 * are watched: a currency as busy as USDC is never read whole.
 */
export const watchedMoney = async (tx: Tx, { chain, deployment }: Context['config']): Promise<LogFilter[]> => {
  const rows = await tx<{ maker: Address; address: Address }[]>`
    select distinct o.maker, c.address from offer o join currency c on c.uuid = o.currency_uuid join network n on n.uuid = o.network_uuid
    where o.type = 'BID' and o.status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING') and n.chain_id = ${chain.id}`;
  const addresses = [...new Set(rows.map((row) => row.address as string))];
  const makers = [...new Set(rows.map((row) => topicOf(row.maker)))];
  const filters: LogFilter[] = [];
  for (let at = 0; at < makers.length; at += MAKERS_A_QUERY) {
    const some = makers.slice(at, at + MAKERS_A_QUERY);
    filters.push(
      { addresses, topics: [[TOPIC.transfer], some] },
      { addresses, topics: [[TOPIC.transfer], null, some] },
      { addresses, topics: [[TOPIC.approval], some, [topicOf(deployment.seaport)]] },
    );
  }
  return filters;
};

/** What these have, and let Seaport take, at a block or now. */
const readPurses = ({ config, chain }: OnChain, purses: Purse[], blockNumber: bigint | undefined) =>
  Promise.all(
    purses.flatMap(({ address, maker }) => {
      const read = { address, abi: erc20Abi, ...(blockNumber === undefined ? {} : { blockNumber }) } as const;
      return [
        chain.public.readContract({ ...read, functionName: 'balanceOf', args: [maker] }),
        chain.public.readContract({ ...read, functionName: 'allowance', args: [maker, config.deployment.seaport] }),
      ];
    }),
  );

const readAt = async (needs: OnChain, purses: Purse[], block: number | undefined) => {
  if (block === undefined) return readPurses(needs, purses, undefined);
  try {
    return await readPurses(needs, purses, BigInt(block));
  } catch (error) {
    if (isChainAway(error)) throw error;
    // A node of a balancer that has not come that far says the same as one that has forgotten so old a state.
    const head = await needs.chain.public.getBlockNumber({ cacheTime: 0 });
    if (head <= BigInt(block)) throw error;
    return readPurses(needs, purses, undefined);
  }
};

/**
 * Reads bidders' money anew and keeps it. An allowance can shrink without a log (USDC's does with every transfer), so
 * what logs say is never added up: they only say when to look.
 * @param block as of this block; now where it is not given
 * @returns open bids that what was read decides
 * @throws when the node is away: nothing was changed
 */
export const refreshMoney = async (
  tx: Tx,
  needs: OnChain,
  makers: Iterable<string>,
  block?: number,
): Promise<string[]> => {
  const asked = [...new Set(makers)];
  if (asked.length === 0) return [];
  const purses = await tx<Purse[]>`
    select distinct o.currency_uuid, c.address, o.maker from offer o join currency c on c.uuid = o.currency_uuid join network n on n.uuid = o.network_uuid
    where o.type = 'BID' and o.maker = any(${asked}::text[]) and c.address is not null and n.chain_id = ${needs.config.chain.id}
    order by o.maker, o.currency_uuid`;
  if (purses.length === 0) return [];
  const amounts = await readAt(needs, purses, block);
  await tx`
    insert into bidder_money (currency_uuid, maker, balance, allowance)
    select currency_uuid, maker, balance, allowance
    from unnest(${purses.map((purse) => purse.currency_uuid)}::uuid[], ${purses.map((purse) => purse.maker)}::text[],
      ${purses.map((_, index) => String(amounts[2 * index]))}::numeric[], ${purses.map((_, index) => String(amounts[2 * index + 1]))}::numeric[])
      as read (currency_uuid, maker, balance, allowance)
    on conflict (currency_uuid, maker) do update set balance = excluded.balance, allowance = excluded.allowance`;
  const bids = await tx<{ uuid: string }[]>`
    select uuid from offer where type = 'BID' and maker = any(${asked}::text[])
      and status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING')`;
  return bids.map((row) => row.uuid);
};
