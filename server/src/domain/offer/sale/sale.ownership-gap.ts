import { collection1155Abi } from '@skarb/contracts/abi';
import { decodeEventLog, toEventSelector, getAbiItem, type Hex } from 'viem';
import type { Tx } from '../../../platform/db/database.ts';
import type { ChainLog, Touched } from '../../../platform/chain/events.ts';
import { TOPIC, topicOf } from '../offer.facts.ts';
import { setOwnershipGap } from '../store/offer.store.ts';
import { fillsOf } from '../offer.logs.ts';

const TRANSFER_SINGLE = toEventSelector(getAbiItem({ abi: collection1155Abi, name: 'TransferSingle' }));
const TRANSFER_BATCH = toEventSelector(getAbiItem({ abi: collection1155Abi, name: 'TransferBatch' }));

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

/** The change of `maker`'s units of a token by a transfer log. */
export const changeOf = (log: ChainLog, contract: string, tokenId: bigint, maker: string): bigint => {
  if (log.address !== contract) return 0n;
  const who = topicOf(maker);
  const signOf = (from: Hex | undefined, to: Hex | undefined) => BigInt(Number(to === who) - Number(from === who));
  if (log.topics[0] === TOPIC.transfer)
    return BigInt(log.topics[3] as Hex) === tokenId ? signOf(log.topics[1], log.topics[2]) : 0n;
  if (log.topics[0] !== TRANSFER_SINGLE && log.topics[0] !== TRANSFER_BATCH) return 0n;
  const sign = signOf(log.topics[2], log.topics[3]);
  if (sign === 0n) return 0n;
  const entry = { abi: collection1155Abi, topics: log.topics as [Hex, ...Hex[]], data: log.data } as const;
  if (log.topics[0] === TRANSFER_SINGLE) {
    const { args } = decodeEventLog({ ...entry, eventName: 'TransferSingle' });
    return args.id === tokenId ? sign * args.amount : 0n;
  }
  const { args } = decodeEventLog({ ...entry, eventName: 'TransferBatch' });
  return args.ids.reduce((sum, id, index) => sum + (id === tokenId ? sign * (args.amounts[index] ?? 0n) : 0n), 0n);
};

/**
 * Finds listings whose seller held too few units at the end of some transaction of this batch, and records the first such
 * block: the listing needs the seller's confirmation, even if the NFT is back by the end of the batch. Walks the batch
 * backwards from the current holding, so the result does not depend on how the chain is cut into batches.
 */
export const recordOwnershipGaps = async (tx: Tx, touched: Touched, applied: ChainLog[]): Promise<void> => {
  if (touched.left.size === 0) return;
  const pairs = [...touched.left].map((pair) => pair.split('|') as [string, string]);
  const watched = await tx<Watched[]>`
    select o.uuid, o.maker, t.contract_address, t.token_id, coalesce(held.quantity - held.escrowed, 0) as held, o.live_block,
      -- units that the newest terms still offered before this batch's fills; none without an order
      coalesce((select greatest(s.quantity - s.filled, 0) from seaport_order s where s.order_hash = o.order_hash), 0) as quantity_left,
      (select coalesce(array_agg(s.order_hash::text), '{}') from seaport_order s where s.offer_uuid = o.uuid) as order_hashes
    from unnest(${pairs.map(([token]) => token)}::uuid[], ${pairs.map(([, owner]) => owner)}::text[]) as gone (token, owner)
    join offer o on o.token_uuid = gone.token and o.maker = gone.owner
    join token t on t.uuid = o.token_uuid
    left join ownership held on held.token_uuid = o.token_uuid and held.owner = o.maker
    where o.type = 'SALE' and o.status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING') and o.left_block is null and o.live_block is not null`;
  const fills = watched.length > 0 ? fillsOf(applied) : [];
  for (const offer of watched) {
    let held = BigInt(offer.held);
    let left = BigInt(offer.quantity_left);
    let first: bigint | undefined;
    let txHash: Hex | undefined;
    for (const log of [...applied].reverse()) {
      if (log.blockNumber <= BigInt(offer.live_block)) break;
      // Only the state after a whole transaction counts: a sale's transfer and its event are separate logs of one.
      if (log.txHash !== txHash && held < left) first = log.blockNumber;
      txHash = log.txHash;
      held -= changeOf(log, offer.contract_address, BigInt(offer.token_id), offer.maker);
      for (const fill of fills)
        if (fill.log === log && offer.order_hashes.includes(fill.orderHash)) left += fill.quantity;
    }
    if (first !== undefined) await setOwnershipGap(tx, offer.uuid, first);
  }
};
