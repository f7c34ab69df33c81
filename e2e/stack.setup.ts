import { startStack } from '@skarb/local/stack.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Starts the product for the run, or uses a running one (`E2E_URL`, `E2E_RPC_URL`). */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_URL) return undefined;
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
