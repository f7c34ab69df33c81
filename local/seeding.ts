import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Deployment } from '@skarb/contracts/deploy';
import type { Update } from './progress.ts';
import { writeAtomically } from './run-record.ts';

/** The parts of the stack that the seeding uses. */
export interface SeedTarget {
  dataDir: string;
  /** Identifies the seeded database and chain: others are seeded again. */
  identity: string;
  /** Base address of the API, ending in `/api`. */
  apiUrl: string;
  rpcUrl: string;
  databaseUrl: string;
  deployment: Deployment;
  /** For tests: small pictures and fewer works than `npm start` draws. */
  isSmall: boolean;
}

/**
 * Fills an empty gallery, unless this database and chain were seeded completely before. Continues an interrupted
 * seeding.
 * @returns whether it seeded
 */
export async function seedOnce(target: SeedTarget, update: Update): Promise<boolean> {
  const file = join(target.dataDir, 'seeded');
  if (existsSync(file) && readFileSync(file, 'utf8').trim() === target.identity) return false;
  const { seed } = await import('./seed.ts');
  const { apiUrl, rpcUrl, databaseUrl, deployment, isSmall } = target;
  await seed({ apiUrl, rpcUrl, databaseUrl, deployment, isSmall, onProgress: update });
  writeAtomically(file, `${target.identity}\n`);
  return true;
}
