import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anvilProcess, waitForChain } from '../../../../local/chain.ts';
import { findFreePort } from '../../../../local/port.ts';
import { rpc } from './rpc.ts';

export const TEST_CHAIN_ID = 80_001;

/** Starts an empty anvil chain for one test file. */
export const startTestAnvil = async () => {
  const dir = mkdtempSync(join(tmpdir(), 'skarb-web-'));
  const port = await findFreePort();
  const anvil = anvilProcess({ dataDir: dir, port, chainId: TEST_CHAIN_ID });
  await anvil.start();
  const url = `http://127.0.0.1:${port}`;
  await waitForChain(anvil, url);
  return {
    url,
    fund: (address: string, wei: bigint) => rpc(url, 'anvil_setBalance', [address, `0x${wei.toString(16)}`]),
    stop: async () => {
      await anvil.kill9();
      rmSync(dir, { recursive: true, force: true });
    },
  };
};
