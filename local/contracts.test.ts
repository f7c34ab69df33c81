import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deployLocal, deploymentFile } from './contracts.ts';
import { StackError } from './stack-error.ts';
import { testChain, type TestChain } from './testing.ts';

let chain: TestChain;
let dataDir: string;
beforeAll(async () => {
  chain = await testChain();
  dataDir = mkdtempSync(join(tmpdir(), 'skarb-contracts-'));
});
afterAll(async () => {
  await chain?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Another version's factory and verifier: the code of today's at addresses of their own. */
const moveTo = async (from: string, to: string) => {
  await chain.rpc('anvil_setCode', [to, await chain.rpc('eth_getCode', [from, 'latest'])]);
  return to;
};

const start = () => deployLocal(chain.rpcUrl, chain.chainId, dataDir);

it('restarts a data directory of this version without changes', async () => {
  const first = await start();
  expect(first).toMatchObject({ breeding: chain.deployment.breeding });
  expect(await start()).toEqual(first);
});

it('keeps the contracts of smart accounts that a data directory was made with', async () => {
  const { accountFactory, passkeyVerifier } = chain.deployment;
  const older = {
    ...chain.deployment,
    accountFactory: await moveTo(accountFactory, `0x${'13'.repeat(20)}`),
    passkeyVerifier: await moveTo(passkeyVerifier, `0x${'14'.repeat(20)}`),
  };
  writeFileSync(deploymentFile(dataDir), JSON.stringify(older));
  expect(await start()).toMatchObject({
    accountFactory: older.accountFactory,
    passkeyVerifier: older.passkeyVerifier,
    breeding: chain.deployment.breeding,
  });
});

it.each([
  ['have other addresses', { auctionHouse: `0x${'12'.repeat(20)}` }],
  ['lack one of today’s', { breeding: undefined }],
])('a data directory of a version whose contracts %s is refused with advice, and never changed', async (_, older) => {
  const file = deploymentFile(dataDir);
  writeFileSync(file, JSON.stringify({ ...chain.deployment, ...older }));
  const kept = readFileSync(file, 'utf8');
  for (let times = 0; times < 2; times++) {
    const error = await start().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(StackError);
    const { message, advice } = error as StackError;
    expect(message).toContain(`made by another version of Skarb: its contracts (${Object.keys(older)[0]})`);
    expect(message).toContain(dataDir);
    expect(advice).toBe('Delete that directory to start over, or keep it and use another: DATA_DIR=.data2 npm start');
  }
  expect(readFileSync(file, 'utf8')).toBe(kept);
});
