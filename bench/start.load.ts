/**
 * How long `npm start` takes for a newcomer: the first start (database, chain, contracts, seed, web build) and later
 * ones.
 */
import { startStack } from '@skarb/local/stack.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { record } from './result.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'skarb-bench-'));
const options = { dataDir, port: 3490, chainPort: 8790, quiet: true };
const seconds = async () => {
  const begin = performance.now();
  const stack = await startStack(options);
  const taken = (performance.now() - begin) / 1000;
  await stack.stop();
  return Number(taken.toFixed(1));
};
try {
  const cold = await seconds();
  const warm = [await seconds(), await seconds(), await seconds()];
  await record('start', {
    coldSeconds: cold,
    warmSeconds: warm,
    note: 'dependencies installed; cold includes the web build where its sources changed',
  });
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
process.exit(0);
