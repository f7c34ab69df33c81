import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rpc } from './anvil.ts';
import { type Chain, startChain } from './chain.ts';
import { isRunning } from './process-identity.ts';
import { findFreePort } from './port.ts';

let dir: string;
let chain: Chain | undefined;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'skarb-chain-'));
});
afterEach(async () => {
  await chain?.kill9();
  chain = undefined;
  rmSync(dir, { recursive: true, force: true });
});

async function start(options: { extra?: string[]; now?: () => number } = {}): Promise<Chain> {
  chain = await startChain({ dataDir: dir, port: await findFreePort(), ...options });
  return chain;
}

/** Sends a coin and returns every block's hash. */
async function send(url: string): Promise<string[]> {
  const from = `0x${'11'.repeat(20)}`;
  await rpc(url, 'anvil_setBalance', [from, '0xde0b6b3a7640000']);
  await rpc(url, 'anvil_impersonateAccount', [from]);
  const hash = await rpc<string>(url, 'eth_sendTransaction', [{ from, to: `0x${'22'.repeat(20)}`, value: '0x1' }]);
  while (!(await rpc(url, 'eth_getTransactionReceipt', [hash])))
    await new Promise((resolve) => setTimeout(resolve, 20));
  return hashes(url);
}

async function hashes(url: string): Promise<string[]> {
  const height = Number(await rpc<string>(url, 'eth_blockNumber'));
  const all = Array.from({ length: height + 1 }, (_, number) =>
    rpc<{ hash: string }>(url, 'eth_getBlockByNumber', [`0x${number.toString(16)}`, false]),
  );
  return (await Promise.all(all)).map((block) => block.hash);
}

async function headOf(url: string): Promise<{ number: number; timestamp: number; parentHash: string }> {
  const block = await rpc<{ number: string; timestamp: string; parentHash: string }>(url, 'eth_getBlockByNumber', [
    'latest',
    false,
  ]);
  return { number: Number(block.number), timestamp: Number(block.timestamp), parentHash: block.parentHash };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 50));
}

test('after a clean stop every block keeps its hash, and the chain continues from there', async () => {
  const first = await start();
  await send(first.rpcUrl);
  const before = await send(first.rpcUrl);
  await first.stop();
  const second = await start();
  expect(second.isNew).toBe(false);
  expect(second.genesisHash).toBe(before[0]);
  expect((await hashes(second.rpcUrl)).slice(0, before.length)).toEqual(before);
  const from = Math.floor(Date.now() / 1000);
  await rpc(second.rpcUrl, 'evm_mine');
  const next = await headOf(second.rpcUrl);
  expect((await hashes(second.rpcUrl)).at(-2)).toBe(next.parentHash);
  // The clock of the chain is that of this machine; blocks of one second are a second apart.
  expect(next.timestamp).toBeGreaterThanOrEqual(from);
  expect(next.timestamp).toBeLessThanOrEqual(Date.now() / 1000 + next.number);
});

test('has the clock of this machine, however long its start took', async () => {
  const began = Math.floor(Date.now() / 1000) - 10;
  const { rpcUrl } = await start({ extra: ['--timestamp', String(began)] });
  expect((await headOf(rpcUrl)).timestamp).toBe(began);
  const from = Math.floor(Date.now() / 1000);
  await rpc(rpcUrl, 'evm_mine');
  expect((await headOf(rpcUrl)).timestamp).toBeGreaterThanOrEqual(from);
});

test('a transaction is on disk within a second or so; a kill -9 loses it only before that', async () => {
  const first = await start();
  const before = await send(first.rpcUrl);
  const saves = () => readdirSync(join(dir, 'chain')).filter((name) => name.endsWith('.gz'));
  await until(() => saves().length > 1);
  const { pid } = first.process;
  await first.kill9();
  expect(isRunning(pid!)).toBe(false);
  const second = await start();
  expect((await hashes(second.rpcUrl)).slice(0, before.length)).toEqual(before);
});

test('a chain killed before its first transaction is still the same chain', async () => {
  const first = await start();
  await first.kill9();
  expect((await start()).genesisHash).toBe(first.genesisHash);
});

test('block 0 stays the same, however often the chain starts', async () => {
  const first = await start();
  await send(first.rpcUrl);
  await first.stop();
  for (let restart = 0; restart < 4; restart++) {
    // Block 0 contains the second of its creation, and each anvil first creates its own.
    const again = await start({ extra: ['--timestamp', String(Math.floor(Date.now() / 1000) + restart + 10)] });
    expect(again.genesisHash).toBe(first.genesisHash);
    if (restart % 2 === 0) await again.stop();
    else await again.kill9();
  }
});

test('replaces a truncated state file, or one that anvil refuses, by the previous one', async () => {
  const first = await start();
  const before = await send(first.rpcUrl);
  await first.save();
  await first.kill9();
  const folder = join(dir, 'chain');
  const newest = readdirSync(folder)
    .filter((name) => name.endsWith('.gz'))
    .sort()
    .at(-1)!;
  const content = readFileSync(join(folder, newest));
  const soon = new Date(Date.now() + 60_000);
  const later = (name: string, data: Buffer | string) => {
    writeFileSync(join(folder, name), data);
    utimesSync(join(folder, name), soon, soon);
  };
  expect(statSync(join(folder, newest)).size).toBeGreaterThan(100);
  later('state-8.json.gz', content.subarray(0, content.length / 2));
  later('exit.json', '{"block":{"number":1},"accounts":"none","blocks":[]}');
  expect(await hashes((await start()).rpcUrl)).toEqual(before);
});

test('the clock of a chain without activity advances', async () => {
  let shiftMs = 0;
  const { rpcUrl } = await start({ now: () => Date.now() + shiftMs });
  const before = await headOf(rpcUrl);
  shiftMs = 7_000;
  await expect.poll(async () => (await headOf(rpcUrl)).number, { timeout: 60_000 }).toBeGreaterThan(before.number);
  expect((await headOf(rpcUrl)).timestamp).toBeGreaterThanOrEqual(before.timestamp);
});
