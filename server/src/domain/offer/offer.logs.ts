import { zeroAddress, type Hex } from 'viem';
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
  /** Its order offers money. */
  isBid: boolean;
};

/** The words of a log's data. @throws when there are fewer, or a place in them is none */
const wordsOf = ({ data }: ChainLog) => {
  const word = (at: number): Hex => {
    const digits = data.slice(2 + at * 64, 66 + at * 64);
    if (digits.length < 64) throw new Error(`the data of a fill has no word ${at}`);
    return `0x${digits}`;
  };
  return {
    word,
    /** The place of the array whose offset is in this word. */
    arrayAt: (at: number): number => {
      const bytes = Number(word(at));
      if (bytes % 32 !== 0) throw new Error(`the data of a fill has no word ${bytes / 32}`);
      return bytes / 32;
    },
  };
};

/**
 * Reads words instead of decoding, because the library makes a checksum of every address in a log, which took a fifteenth of
 * node's time. The data: the order's hash, the recipient, the offsets of offer and consideration. An item of either begins
 * with its type, token, identifier and amount.
 */
const read = (log: ChainLog): Fill => {
  const { word, arrayAt } = wordsOf(log);
  const recipient: Hex = `0x${word(1).slice(26)}`;
  const firstOf = (array: number) =>
    BigInt(word(array)) === 0n ? undefined : { itemType: Number(word(array + 1)), amount: BigInt(word(array + 4)) };
  const offered = firstOf(arrayAt(2));
  const asked = firstOf(arrayAt(3));
  const isBid = offered?.itemType === ITEM.ERC20;
  return {
    log,
    orderHash: word(0),
    maker: `0x${(log.topics[1] as Hex).slice(26)}`,
    taker: recipient === zeroAddress ? null : recipient,
    // In a bid, the NFT is the first item of the consideration.
    quantity: (isBid ? asked : offered)?.amount ?? 0n,
    isBid,
  };
};
/** Each log is read once, though several steps of a batch need it. */
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
