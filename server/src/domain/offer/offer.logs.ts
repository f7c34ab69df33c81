import { seaportAbi } from '@skarb/contracts/abi';
import { decodeEventLog, zeroAddress, type Hex } from 'viem';
import type { ChainLog } from '../../platform/chain/events.ts';
import { TOPIC } from './offer.facts.ts';
import { ITEM } from './offer.order.ts';

/** A fill by Seaport's OrderFulfilled log. */
export type Fill = {
  log: ChainLog;
  orderHash: Hex;
  /** Who signed it: the seller of a sale, the bidder of a bid. */
  maker: Hex;
  /** Who filled it; null for matched orders, whose log names no recipient. */
  taker: Hex | null;
  /** Units of the NFT. */
  quantity: bigint;
};

const read = (log: ChainLog): Fill => {
  const { args } = decodeEventLog({
    abi: seaportAbi,
    eventName: 'OrderFulfilled',
    topics: log.topics as [Hex, ...Hex[]],
    data: log.data,
  });
  const [offered] = args.offer;
  const [asked] = args.consideration;
  return {
    log,
    orderHash: args.orderHash.toLowerCase() as Hex,
    maker: args.offerer.toLowerCase() as Hex,
    taker: args.recipient === zeroAddress ? null : (args.recipient.toLowerCase() as Hex),
    // In a bid, the NFT is the first item of the consideration.
    quantity: (offered?.itemType === ITEM.ERC20 ? asked?.amount : offered?.amount) ?? 0n,
  };
};
/** Each log is decoded once, though several steps of a batch read it: the library hashes every address of it. */
const known = new WeakMap<ChainLog, Fill>();

/** The fills of these logs, in their order. */
export const fillsOf = (logs: ChainLog[]): Fill[] =>
  logs
    .filter((log) => log.topics[0] === TOPIC.orderFulfilled)
    .map((log) => {
      const fill = known.get(log) ?? read(log);
      known.set(log, fill);
      return fill;
    });

/** The order hash of an OrderCancelled log. */
export const cancelledOrderOf = (log: ChainLog): Hex => log.data.slice(0, 66) as Hex;
