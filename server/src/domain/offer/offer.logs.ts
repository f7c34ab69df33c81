import { seaportAbi } from '@skarb/contracts/abi';
import { decodeEventLog, type Hex } from 'viem';
import type { ChainLog } from '../../platform/chain/events.ts';
import { TOPIC } from './offer.facts.ts';
import { NO_ADDRESS } from './offer.order.ts';

/** A fill of an order, as Seaport told it. */
export type Fill = {
  log: ChainLog;
  orderHash: Hex;
  seller: Hex;
  /** null where the order was matched with another: Seaport then names no recipient. */
  buyer: Hex | null;
  /** Units of the first offered item. */
  quantity: bigint;
};

/** The fills among these logs, in their order. */
export const fillsOf = (logs: ChainLog[]): Fill[] =>
  logs
    .filter((log) => log.topics[0] === TOPIC.orderFulfilled)
    .map((log) => {
      const { args } = decodeEventLog({
        abi: seaportAbi,
        eventName: 'OrderFulfilled',
        topics: log.topics as [Hex, ...Hex[]],
        data: log.data,
      });
      return {
        log,
        orderHash: args.orderHash.toLowerCase() as Hex,
        seller: args.offerer.toLowerCase() as Hex,
        buyer: args.recipient === NO_ADDRESS ? null : (args.recipient.toLowerCase() as Hex),
        quantity: args.offer[0]?.amount ?? 0n,
      };
    });

/** The order an OrderCancelled log ends. */
export const cancelledOrderOf = (log: ChainLog): Hex => log.data.slice(0, 66) as Hex;
