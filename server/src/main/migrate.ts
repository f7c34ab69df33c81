import { readConfig } from '../config.ts';
import { createContext } from '../context.ts';
import { syncVerifiedKeys } from '../domain/moderation/moderation.names.ts';
import { syncReference } from '../domain/reference/reference.store.ts';
import { migrate } from '../platform/db/migrate.ts';
import { grantRoles } from '../platform/db/roles.ts';
import { migrateQueue } from '../platform/queue/queue.ts';

const config = readConfig('migrate');
const { db } = createContext(config, 'migrate');
try {
  const applied = await migrate(db.sql);
  await migrateQueue(config.database.url);
  await grantRoles(db.sql);
  await syncReference(db.sql, config);
  await syncVerifiedKeys(db.sql);
  console.log(applied.length ? `applied ${applied.join(', ')}` : 'up to date');
} finally {
  await db.close();
}
