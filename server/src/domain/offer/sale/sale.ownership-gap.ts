import type { Hex } from 'viem';
import { columnOf } from '../../../platform/db/column.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { ChainLog, Touched } from '../../../platform/chain/events.ts';
import { transfersOf } from '../../token/token.events.ts';
import { fillsOf } from '../offer.logs.ts';

type Watched = {
  uuid: string;
  maker: string;
  contract_address: string;
  token_id: string;
  held: string;
  quantity_left: string;
  live_block: string;
  order_hashes: Hex[];
};

/** What a log changes: units that someone holds of a token, or units that an order has left. */
type Step = { log: ChainLog; place: number; held?: bigint; left?: bigint };

/** The changes by these logs: of holdings by `contract tokenId owner`, of orders by their hashes. */
const stepsIn = (logs: ChainLog[]): Map<string, Step[]> => {
  const steps = new Map<string, Step[]>();
  const placeOf = new Map(logs.map((log, place) => [log, place]));
  const add = (key: string, log: ChainLog, step: Omit<Step, 'log' | 'place'>) => {
    const some = steps.get(key) ?? [];
    some.push({ log, place: placeOf.get(log) as number, ...step });
    steps.set(key, some);
  };
  for (const { log, tokenId, from, to, quantity } of logs.flatMap(transfersOf)) {
    if (from === to) continue;
    add(`${log.address} ${tokenId} ${from}`, log, { held: -quantity });
    add(`${log.address} ${tokenId} ${to}`, log, { held: quantity });
  }
  for (const { log, orderHash, quantity } of fillsOf(logs)) add(orderHash, log, { left: quantity });
  return steps;
};

/**
 * Finds listings whose seller held too few units at the end of some transaction of this batch, and the first such block: the
 * listing needs the seller's confirmation, even if the NFT is back by the end of the batch. Walks the batch backwards from
 * the current holding, so the result does not depend on how the chain is cut into batches.
 * @returns the blocks by the uuids of the offers, which are not on record yet
 */
export const findOwnershipGaps = async (
  tx: Tx,
  touched: Touched,
  applied: ChainLog[],
): Promise<Map<string, bigint>> => {
  const gaps = new Map<string, bigint>();
  if (touched.left.size === 0) return gaps;
  const pairs = [...touched.left].map((pair) => pair.split('|') as [string, string]);
  const watched = await tx<Watched[]>`
    select o.uuid, o.maker, t.contract_address, t.token_id, coalesce(held.quantity - held.escrowed, 0) as held, o.live_block,
      -- units that the newest terms still offered before this batch's fills; none without an order
      coalesce((select greatest(s.quantity - s.filled, 0) from seaport_order s where s.order_hash = o.order_hash), 0) as quantity_left,
      (select coalesce(array_agg(s.order_hash::text), '{}') from seaport_order s where s.offer_uuid = o.uuid) as order_hashes
    from unnest(${columnOf(pairs.map(([token]) => token))}::uuid[], ${columnOf(pairs.map(([, owner]) => owner))}::text[]) as gone (token, owner)
    join offer o on o.token_uuid = gone.token and o.maker = gone.owner
    join token t on t.uuid = o.token_uuid
    left join ownership held on held.token_uuid = o.token_uuid and held.owner = o.maker
    where o.type = 'SALE' and o.status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING') and o.left_block is null and o.live_block is not null`;
  if (watched.length === 0) return gaps;
  const steps = stepsIn(applied);
  for (const offer of watched) {
    let held = BigInt(offer.held);
    let left = BigInt(offer.quantity_left);
    let first: bigint | undefined;
    let txHash: Hex | undefined;
    const own = [
      ...(steps.get(`${offer.contract_address} ${offer.token_id} ${offer.maker}`) ?? []),
      ...offer.order_hashes.flatMap((hash) => steps.get(hash) ?? []),
    ].toSorted((a, b) => b.place - a.place);
    for (const { log, held: by = 0n, left: sold = 0n } of own) {
      if (log.blockNumber <= BigInt(offer.live_block)) break;
      // Only the state after a whole transaction counts: a sale's transfer and its event are separate logs of one.
      if (log.txHash !== txHash && held < left) first = log.blockNumber;
      txHash = log.txHash;
      held -= by;
      left += sold;
    }
    if (first !== undefined) gaps.set(offer.uuid, first);
  }
  return gaps;
};
