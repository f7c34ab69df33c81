import { privateKeyToAccount } from 'viem/accounts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { reopenTask } from './operator.store.ts';

/** Gas that must be affordable before the operator promises anything: a mint with its collection, several times. */
const GAS_RESERVE = 1_500_000n;
const CACHE_MS = 5000;

let cached: { at: number; answer: Promise<boolean>; key: string } | undefined;

/**
 * Can the marketplace pay for mints and cancels now? False without a key, without funds, or when the node is away:
 * then the steps hold the user's own transaction. Asked at most every few seconds.
 */
export const operatorReady = async ({ config, chain }: Pick<Context, 'config' | 'chain'>): Promise<boolean> => {
  const { operatorKey } = config;
  if (!operatorKey) return false;
  const key = `${operatorKey} ${config.chain.rpcUrl}`;
  if (!cached || cached.key !== key || Date.now() - cached.at > CACHE_MS) {
    const { address } = privateKeyToAccount(operatorKey);
    const ask = async () => {
      try {
        const [balance, gasPrice] = await Promise.all([
          chain.public.getBalance({ address }),
          chain.public.getGasPrice(),
        ]);
        return balance >= gasPrice * GAS_RESERVE;
      } catch {
        return false;
      }
    };
    cached = { at: Date.now(), answer: ask(), key };
  }
  return cached.answer;
};

/** Takes a failed task up again at once. @returns what it does; undefined when it is gone, on its way or never failed */
export const retryTask = (tx: Tx, uuid: string): Promise<string | undefined> => reopenTask(tx, uuid);
