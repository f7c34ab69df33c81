import { numberToHex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../db/database.ts';
import type { ChainClient } from './client.ts';
import type { FollowerOptions } from './follower.ts';
import { CHAIN, createNumberDatabase, mineNumber, type NumberDatabase } from './testing-follower.ts';
import { createTestNode, type TestNode } from './testing-node.ts';

let numbers: NumberDatabase;
let db: Database;
let node: TestNode;
beforeAll(async () => {
  numbers = await createNumberDatabase('node-trust-test');
  db = numbers.db;
});
afterAll(() => numbers?.drop());
beforeEach(async () => {
  await numbers.clear();
  node = createTestNode({ id: CHAIN, startBlock: 0 });
  for (let value = 0; value < 20; value++) mineNumber(node, value);
});

const follow = (chain: FollowerOptions['chain']) => numbers.follow(chain, { behindGraceMs: 0 });
type Rpc = ChainClient['rpc'];
/** A client whose answers come from the node that is currently set. */
const switchable = (first: TestNode) => {
  let now: Rpc = first.client.rpc;
  const rpc: Rpc = (method, params) => now(method, params);
  return { chain: { id: CHAIN, rpc }, use: (next: Rpc) => void (now = next) };
};
const values = async () => (await db.sql`select value from seen order by value`).map((row) => Number(row.value));
const trouble = async () => (await db.sql`select trouble from chain_cursor`)[0]?.trouble;
const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

describe('a node of another chain', () => {
  it.each([
    ['another chain id', () => createTestNode({ id: 1, startBlock: 0 })],
    ['the same id and another first block', () => createTestNode({ id: CHAIN, startBlock: 0 })],
  ])('with %s is ignored, and the follower resumes with the right node by itself', async (_, other) => {
    const { chain, use } = switchable(node);
    const follower = follow(chain);
    await follower.catchUp();
    const foreign = other();
    for (let value = 100; value < 140; value++) mineNumber(foreign, value);
    // Any failure makes the follower check the node's chain again.
    use(() => Promise.reject(new TypeError('fetch failed')));
    await expect(follower.step()).rejects.toThrow('fetch failed');
    use(foreign.client.rpc);
    await expect(follower.step()).rejects.toThrow(/the node('s first block is| serves)/);
    expect(await trouble()).toBe('wrong');
    await expect(follower.step()).rejects.toThrow();
    expect(await values()).toEqual(from(1, 19));
    use(node.client.rpc);
    mineNumber(node, 20);
    await follower.catchUp();
    expect(await trouble()).toBeNull();
    expect(await values()).toEqual(from(1, 20));
  });

  it('is refused at the start', async () => {
    const foreign = createTestNode({ id: 1, startBlock: 0 });
    mineNumber(foreign, 100);
    await expect(follow({ id: CHAIN, rpc: foreign.client.rpc }).step()).rejects.toThrow('chain 1, not 137');
    expect(await trouble()).toBe('wrong');
    expect(await values()).toEqual([]);
  });
});

describe('a node that is behind', () => {
  it('delays the follower: an old head undoes nothing', async () => {
    const follower = follow(node.client);
    await follower.catchUp();
    node.drop(12);
    for (let steps = 0; steps < 5; steps++) expect(await follower.step()).toBe('level');
    expect(await values()).toEqual(from(1, 19));
  });

  it('is trusted when it has another block in the place of a recorded one', async () => {
    const follower = follow(node.client);
    await follower.catchUp();
    node.drop(12);
    for (const value of [50, 51]) mineNumber(node, value);
    await follower.catchUp();
    expect(await values()).toEqual([...from(1, 7), 50, 51]);
  });

  it('undoes nothing by lacking a block below its head', async () => {
    const { chain, use } = switchable(node);
    const follower = follow(chain);
    await follower.catchUp();
    mineNumber(node, 20);
    use((method, params) =>
      method === 'eth_getBlockByNumber' && /^0x1[0-9]$/.test(String(params[0]))
        ? (Promise.resolve(null) as never)
        : node.client.rpc(method, params),
    );
    await expect(follower.step()).rejects.toThrow();
    expect(await values()).toEqual(from(1, 19));
  });
});

describe('final blocks', () => {
  it('are never undone', async () => {
    node.finalize(15);
    const follower = follow(node.client);
    await follower.catchUp();
    node.finalize(undefined);
    node.drop(8);
    for (let value = 60; value < 70; value++) mineNumber(node, value);
    await expect(follower.step()).rejects.toThrow('they are final up to 15');
    expect(await trouble()).toBe('contradicts');
    expect(await values()).toEqual(from(1, 19));
  });

  it('may be among blocks without logs, of which the records have none: what is above them is undone', async () => {
    node.finalize(5);
    const follower = follow(node.client);
    await follower.catchUp();
    for (let count = 0; count < 100; count++) node.mine([]);
    node.finalize(100);
    await follower.catchUp();
    expect(await db.sql`select finalized_number::int as number from chain_cursor`).toEqual([{ number: 100 }]);
    node.drop(10);
    for (let value = 60; value < 72; value++) mineNumber(node, value);
    await follower.catchUp();
    expect(await values()).toEqual([...from(1, 19), ...from(60, 71)]);
    // One that removes the final block itself is refused.
    node.drop(40);
    for (let value = 80; value < 130; value++) mineNumber(node, value);
    await expect(follower.step()).rejects.toThrow('they are final up to 100');
  });

  it('may be unknown to the node: the follower follows it anyway', async () => {
    node.finalize(undefined);
    const follower = follow(node.client);
    await follower.catchUp();
    node.drop(5);
    for (let value = 60; value < 66; value++) mineNumber(node, value);
    await follower.catchUp();
    expect(await values()).toEqual([...from(1, 14), ...from(60, 65)]);
  });
});

describe('several nodes', () => {
  it('must agree before more than one block is undone', async () => {
    const right = node.client.rpc;
    let others: Rpc[] = [];
    const ask =
      (index: number): Rpc =>
      (method, params) =>
        (others[index] ?? right)(method, params);
    const follower = follow({ id: CHAIN, rpc: right, nodes: [right, ask(0), ask(1)] });
    await follower.catchUp();
    // The other nodes' blocks before the first node changes its chain.
    const kept = new Map<string, unknown>();
    for (let number = 0; number < 20; number++) {
      const key = numberToHex(number);
      kept.set(key, await right('eth_getBlockByNumber', [key, false]));
    }
    const loyal: Rpc = async (method, params) =>
      (method === 'eth_getBlockByNumber' && kept.has(String(params[0]))
        ? kept.get(String(params[0]))
        : await right(method, params)) as never;
    others = [loyal, loyal];
    node.drop(4);
    for (let value = 70; value < 76; value++) mineNumber(node, value);
    await expect(follower.step()).rejects.toThrow('do not confirm');
    expect(await trouble()).toBe('unconfirmed');
    expect(await values()).toEqual(from(1, 19));
    others = [right, loyal];
    await follower.catchUp();
    expect(await values()).toEqual([...from(1, 15), ...from(70, 75)]);
    expect(await trouble()).toBeNull();
  });

  it('need not agree before one block is undone', async () => {
    const right = node.client.rpc;
    const away: Rpc = () => Promise.reject(new TypeError('fetch failed'));
    const follower = follow({ id: CHAIN, rpc: right, nodes: [right, away, away] });
    await follower.catchUp();
    node.drop(1);
    for (const value of [80, 81]) mineNumber(node, value);
    await follower.catchUp();
    expect(await values()).toEqual([...from(1, 18), 80, 81]);
  });
});
