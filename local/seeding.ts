import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Deployment } from '@skarb/contracts/deploy';
import type { Update } from './progress.ts';
import { writeAtomically } from './run-record.ts';

/** What the seeding needs to know about the stack. */
export interface SeedTarget {
  dataDir: string;
  /** Names the database and the chain that were seeded: other ones are seeded anew. */
  identity: string;
  /** Base address of the API, ending in `/api`. */
  apiUrl: string;
  rpcUrl: string;
  deployment: Deployment;
  /** Of the pictures' sides; 1 is what `npm start` draws. */
  pictureScale: number;
}

/**
 * Fills an empty gallery, unless this very database was filled to the end before. A start that was cut short goes on
 * where it was.
 * @returns whether it seeded
 */
export async function seedOnce(target: SeedTarget, update: Update): Promise<boolean> {
  const file = join(target.dataDir, 'seeded');
  if (existsSync(file) && readFileSync(file, 'utf8').trim() === target.identity) return false;
  const { seed } = await import('./seed.ts');
  const { apiUrl, rpcUrl, deployment, pictureScale } = target;
  await seed({ apiUrl, rpcUrl, deployment, pictureScale, onProgress: update });
  writeAtomically(file, `${target.identity}\n`);
  return true;
}
