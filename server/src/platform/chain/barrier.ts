import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import type { ChainClient } from './client.ts';

/**
 * Waits until the follower has read the chain up to the current head, so that what the caller just did on chain is on
 * record.
 * @returns false when the follower did not get there in time: the worker is down or far behind
 * @throws when the node is unavailable
 */
export const waitForFollower = async (
  db: Pick<Database, 'sql'>,
  chain: Pick<ChainClient, 'id' | 'rpc'>,
  { timeoutMs }: { timeoutMs: number },
): Promise<boolean> => {
  const head = BigInt(await chain.rpc<string>('eth_blockNumber', []));
  const until = Date.now() + timeoutMs;
  for (let pause = 10; ; pause = Math.min(pause * 2, 100)) {
    const [cursor] = await db.sql`select block_number from chain_cursor where chain_id = ${chain.id}`;
    if (cursor && BigInt(cursor.block_number as string) >= head) return true;
    if (Date.now() >= until) return false;
    await sleep(pause);
  }
};
