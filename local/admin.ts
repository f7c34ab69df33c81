/** `npm run admin`: runs the server's admin command, by default on the database of the embedded stack. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadSecrets } from './secrets.ts';

const dataDir = process.env.DATA_DIR || join(fileURLToPath(new URL('..', import.meta.url)), '.data');
if (!process.env.DATABASE_URL && existsSync(join(dataDir, 'secrets.json'))) {
  const { databasePassword, databasePort } = loadSecrets(dataDir);
  if (databasePort) process.env.DATABASE_URL = `postgres://skarb:${databasePassword}@127.0.0.1:${databasePort}/skarb`;
}
await import('../server/src/main/admin.ts');
