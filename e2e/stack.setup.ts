import { bundleForTests } from '@skarb/local/server-build.ts';
import { startStack } from '@skarb/local/stack.ts';
import { startTestRun } from '@skarb/local/testing.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Starts the product for the run, or uses a running one (`E2E_URL`, `E2E_RPC_URL`), and prepares what the own stacks of
 * several files share (own-stack.ts): the bundle of their server, and one template of their databases and chains.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const [bundle, stop] = await Promise.all([
    bundleForTests(fileURLToPath(new URL('..', import.meta.url)), {
      breeding: 'server/src/domain/breeding/testing-breeding.ts',
      reference: 'server/src/domain/reference/reference.store.ts',
    }),
    process.env.E2E_URL ? undefined : start(),
  ]);
  process.env.E2E_SERVER = bundle;
  if (process.env.E2E_DATABASE_URL) process.env.DATABASE_URL_TEST ??= process.env.E2E_DATABASE_URL;
  const run = await startTestRun();
  return async () => {
    await run.end();
    await stop?.();
    await rm(bundle, { recursive: true, force: true });
  };
}

async function start(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'skarb-e2e-'));
  const stack = await startStack({
    dataDir,
    port: Number(process.env.E2E_PORT ?? 3480),
    chainPort: Number(process.env.E2E_CHAIN_PORT ?? 8780),
    seed: 'small',
    durable: false,
    shortLived: true,
    // Tests wait for what the chain says, most of all while the gallery is filled.
    env: { CHAIN_POLL_MS: '100' },
  });
  process.env.E2E_URL = stack.url;
  process.env.E2E_RPC_URL = stack.rpcUrl;
  process.env.E2E_DATABASE_URL = stack.databaseUrl;
  process.env.E2E_DEPLOYMENT = JSON.stringify(stack.deployment);
  return async () => {
    await stack.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
