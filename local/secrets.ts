import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from './run-record.ts';

/** The secrets of a data directory. Created once, stored in `.data/secrets.json` (mode 0600). */
export interface Secrets {
  /** Identifies this data directory, to link data stored elsewhere to it. */
  dataId: string;
  databasePassword: string;
  jwtSecret: string;
  /** The key from which the secrets of breedings are derived. */
  breedingMaster: `0x${string}`;
  /** The port of the embedded PostgreSQL; found free at the first start, changed if another process takes it. */
  databasePort?: number;
}

/** Reads the secrets and creates the missing ones. */
export function loadSecrets(dataDir: string): Secrets {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'secrets.json');
  let known: Partial<Secrets> = {};
  try {
    known = JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>;
  } catch {
    // The first start. (Writes are atomic, so only a manual edit can break the file; new secrets sign out all users.)
  }
  const secrets: Secrets = {
    ...known,
    dataId: known.dataId ?? randomBytes(6).toString('hex'),
    databasePassword: known.databasePassword ?? randomBytes(18).toString('base64url'),
    jwtSecret: known.jwtSecret ?? randomBytes(32).toString('base64url'),
    breedingMaster: known.breedingMaster ?? `0x${randomBytes(32).toString('hex')}`,
  };
  saveSecrets(dataDir, secrets);
  return secrets;
}

/** Writes the secrets with read access for their owner only. */
export function saveSecrets(dataDir: string, secrets: Secrets): void {
  const file = join(dataDir, 'secrets.json');
  writeAtomically(file, `${JSON.stringify(secrets, null, 2)}\n`, 0o600);
  chmodSync(file, 0o600);
}
