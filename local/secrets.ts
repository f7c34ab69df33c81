import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from './run-record.ts';

/** What this data directory alone knows. Made once, kept in `.data/secrets.json` (0600). */
export interface Secrets {
  /** Names this data directory, so that data kept elsewhere can be tied to it. */
  dataId: string;
  databasePassword: string;
  jwtSecret: string;
  /** What the secrets of breedings are made from. */
  breedingMaster: `0x${string}`;
  /** The port of the embedded PostgreSQL; found free at the first start, changed when somebody else took it. */
  databasePort?: number;
}

/** Reads the secrets, making those that are missing. */
export function loadSecrets(dataDir: string): Secrets {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'secrets.json');
  let known: Partial<Secrets> = {};
  try {
    known = JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>;
  } catch {
    // The first start. (Writes are atomic, so a broken file means a hand edited it; new secrets sign everybody out.)
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

/** Writes the secrets, readable by their owner alone. */
export function saveSecrets(dataDir: string, secrets: Secrets): void {
  const file = join(dataDir, 'secrets.json');
  writeAtomically(file, `${JSON.stringify(secrets, null, 2)}\n`, 0o600);
  chmodSync(file, 0o600);
}
