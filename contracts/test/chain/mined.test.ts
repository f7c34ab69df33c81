import { createPublicClient, createTestClient, createWalletClient, http, parseEther } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mined, receiptOf } from '../../script/mined.ts';
import { type Anvil, startAnvil } from './anvil.ts';
import { ann, bob } from './people.ts';

let anvil: Anvil;
const client = () => createPublicClient({ transport: http(anvil.rpcUrl) });
const wallet = () => createWalletClient({ account: ann, transport: http(anvil.rpcUrl) });
const node = () => createTestClient({ mode: 'anvil', transport: http(anvil.rpcUrl) });
const send = (data?: `0x${string}`) =>
  wallet().sendTransaction({ chain: null, ...(data ? { data } : { to: bob.address, value: 1n }), gas: 100_000n });

beforeAll(async () => {
  anvil = await startAnvil();
  await node().setBalance({ address: ann.address, value: parseEther('10') });
});
afterAll(() => anvil.stop());

test('returns the receipt, even in the last block of a chain that mines no more', async () => {
  for (let i = 0; i < 50; ++i) expect((await mined(client(), await send())).status).toBe('success');
});

test('waits for a later block', async () => {
  await node().setAutomine(false);
  const hash = await send();
  const waiting = mined(client(), hash);
  await expect(mined(client(), hash, { timeout: 100 })).rejects.toThrow(`${hash} was not mined within 0.1 s`);
  await node().mine({ blocks: 1 });
  expect((await waiting).transactionHash).toBe(hash);
  await node().setAutomine(true);
});

test('rejects with the name of the reverted call; its receipt can still be read', async () => {
  // Code that reverts immediately: PUSH0 PUSH0 REVERT.
  const hash = await send('0x5f5ffd');
  await expect(mined(client(), hash, { what: 'Deploying nothing' })).rejects.toThrow(
    `Deploying nothing failed on the chain (${hash}).`,
  );
  expect((await receiptOf(client(), hash)).status).toBe('reverted');
});
