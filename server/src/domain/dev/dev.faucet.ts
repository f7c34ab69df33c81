import { fundLocal } from '@skarb/contracts/faucet';
import { getAddress, parseEther, parseUnits, type Address, type Hex } from 'viem';
import type { Context } from '../../context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { reading } from '../../platform/chain/client.ts';

/** Any number, the same for every process: the minter's transactions go out one after another. */
const LOCK = 7_305_114;
const GIVEN = { pol: '100', weth: '10', usdc: '10000' };
/** What is given, in each currency's own unit. */
export type Given = { pol: string; weth: string; usdc: string };

/**
 * Gives play money. Whoever calls waits until it is there. The minter's nonce is shared: callers queue within
 * the process, so that they do not hold the database's connections, and processes by a lock in the database.
 */
export const createFaucet = ({ config, db }: Pick<Context, 'config' | 'db'>) => {
  let queue: Promise<unknown> = Promise.resolve();
  const pour = async (to: Address, minterKey: `0x${string}`, given: Given): Promise<Hex[]> => {
    const line = await db.sql.reserve();
    try {
      // The lock's wait is no slow query.
      await line`set statement_timeout = '30s'`;
      await line`select pg_advisory_lock(${LOCK})`;
      for (let attempt = 1; ; attempt++) {
        try {
          const { weth, usdc } = config.deployment;
          const money = { pol: parseEther(given.pol), weth: parseEther(given.weth), usdc: parseUnits(given.usdc, 6) };
          return await reading(() =>
            fundLocal({ rpcUrl: config.chain.rpcUrl, deployment: { weth, usdc }, minterKey, to, ...money }),
          );
        } catch (error) {
          // The seed's set-up mints with the same key without our lock.
          if (attempt >= 3 || !/nonce/i.test(String(error))) throw error;
        }
      }
    } finally {
      await line`select pg_advisory_unlock(${LOCK})`.catch(() => {});
      await line`reset statement_timeout`.catch(() => {});
      line.release();
    }
  };
  return async (to: Address, given: Given = GIVEN) => {
    const minterKey = config.faucetKey;
    if (!minterKey)
      throw new AppError(503, 'faucet.off', 'This server has no play money to give', { retryAfterSeconds: 3600 });
    const turn = queue.then(() => pour(to, minterKey, given));
    queue = turn.catch(() => {});
    return { address: getAddress(to), ...given, sent: await turn };
  };
};
