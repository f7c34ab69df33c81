import { numberToHex, type Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { EventOwner } from './events.ts';
import { CHAIN, createNumberDatabase, type NumberDatabase } from './testing-follower.ts';
import { createTestNode } from './testing-node.ts';

const TOPIC: Hex = `0x${'00'.repeat(31)}aa`;
const EMITTER: Hex = `0x${'e1'.repeat(20)}`;
const BLOCKS = 18;
const LOGS_A_BLOCK = 1000;
/** More blocks than a follower near the head reads at once, two seconds each. */
const QUIET_BLOCKS = 80;

let numbers: NumberDatabase;
beforeAll(async () => {
  numbers = await createNumberDatabase('catch-up-test');
});
afterAll(() => numbers?.drop());
beforeEach(() => numbers.clear());

/** A chain of many logs with rising numbers, and the blocks whose logs were asked for by range, each as often as it was. */
const busyChain = () => {
  const node = createTestNode({ id: CHAIN, startBlock: 0 });
  node.mine();
  let number = 0;
  const log = () => ({ address: EMITTER, topics: [TOPIC], data: numberToHex(number++, { size: 32 }) });
  for (let block = 0; block < BLOCKS; block++) node.mine(Array.from({ length: LOGS_A_BLOCK }, log));
  for (let block = 0; block < QUIET_BLOCKS; block++) node.mine();
  const asked: number[] = [];
  const rpc: typeof node.client.rpc = (method, params) => {
    const { fromBlock, toBlock } = (params[0] ?? {}) as { fromBlock?: Hex; toBlock?: Hex };
    if (method === 'eth_getLogs' && fromBlock)
      for (let block = Number(fromBlock); block <= Number(toBlock); block++) asked.push(block);
    return node.client.rpc(method, params);
  };
  return { chain: { ...node.client, rpc }, asked };
};
/**
 * Keeps what it is given, who decided how the batch's transaction commits (databases of tests never wait for the disk), and how
 * many pending entries its indexes of words keep.
 */
const keeper = () => {
  const seen: number[] = [];
  const commits: string[] = [];
  const pending: string[] = [];
  const owner: EventOwner = {
    topics: [TOPIC],
    addresses: async () => new Set([EMITTER]),
    apply: async (tx, logs) => {
      for (const log of logs) seen.push(Number(log.data));
      const [row] = await tx`select setting, source from pg_settings where name = 'synchronous_commit'`;
      commits.push(row?.source === 'session' ? (row.setting as string) : 'by default');
      const [limit] = await tx`select current_setting('gin_pending_list_limit') as is_now`;
      pending.push(limit?.is_now as string);
    },
    undo: async () => {},
  };
  return { owner, seen, commits, pending };
};

it('a range of more logs than a batch is read from the node once, and each log is applied once', async () => {
  const { chain, asked } = busyChain();
  const { owner, seen } = keeper();
  await numbers.follow(chain, { owners: [owner] }).catchUp();
  expect(seen).toEqual(Array.from({ length: BLOCKS * LOGS_A_BLOCK }, (_, number) => number));
  expect(asked).toEqual([...new Set(asked)]);
});

it('batches far behind the head do not wait for the disk; the one that catches up does', async () => {
  const { chain } = busyChain();
  const { owner, commits } = keeper();
  await numbers.follow(chain, { owners: [owner] }).catchUp();
  expect(commits).toEqual(['off', 'off', 'by default']);
});

it('only batches far behind the head make every search read a long list of pending entries', async () => {
  const { chain } = busyChain();
  const { owner, pending } = keeper();
  await numbers.follow(chain, { owners: [owner] }).catchUp();
  expect(pending).toEqual(['1MB', '1MB', '128kB']);
});
