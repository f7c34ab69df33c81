import { operator } from '@skarb/local/testing.ts';
import type { Hex } from 'viem';
import type { ChainClient } from '../../platform/chain/client.ts';
import { followerOf, operatorOf } from '../../worker.ts';
import { testLog, type Trade, until } from '../offer/testing-trade.ts';

type Ask = (method: string, params: unknown[]) => Promise<unknown>;

/** The operator and the follower of a market without a worker, step by step. @param market read at each use */
export const operatorByHand = (market: () => Trade) => {
  return {
    /**
     * The operator with a node that overrides the answers to some calls; the real node answers all others.
     * @param leastTip that the network accepts, in wei
     */
    operatorAt: (answers: Record<string, (params: unknown[], real: Ask) => Promise<unknown>> = {}, leastTip = 0n) => {
      const { chain } = market().context;
      const real: Ask = (method, params) => chain.rpc(method, params);
      const rpc = ((method: string, params: unknown[]) =>
        answers[method]?.(params, real) ?? real(method, params)) as ChainClient['rpc'];
      return operatorOf({ ...market().context, chain: { ...chain, leastTip, rpc } }, testLog);
    },
    /**
     * Waits for the blocks of what was sent, which a busy node mines later than it answers, and reads them. A transaction
     * leaves the pool after its block is there; its sender's nonce changes before.
     */
    follow: async () => {
      const waiting = async () => (await market().chain.rpc<{ pending: Hex }>('txpool_status')).pending;
      await until('the blocks', async () => (await waiting()) === '0x0');
      await followerOf(market().context, testLog).catchUp();
    },
    nonce: async () => Number(await market().chain.rpc<Hex>('eth_getTransactionCount', [operator.address, 'latest'])),
  };
};
