/** `npm run admin`: the server's admin command, on the database of the embedded stack where no other is set. */
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
