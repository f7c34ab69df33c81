import { createTestDatabase, type TestDatabase } from '@skarb/local/testing.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../platform/db/database.ts';
import { migrate } from '../../platform/db/migrate.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, pool: 2, name: 'offer-draft' });
  await migrate(db.sql);
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
});

it('a deleted draft is looked up by an index in each table that refers to offers', async () => {
  const missing = await db.sql`
    select c.conrelid::regclass::text as table, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'offer'::regclass and not exists (
      select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname)))`;
  expect(missing).toEqual([]);
});

it('the operator finds done tasks that a reorg may have reverted without reading all tasks', async () => {
  const plan = await db.sql.begin(async (tx) => {
    await tx`set local enable_seqscan = off`;
    return tx`explain select uuid from operator_task where chain_id = 1 and status = 'done' and updated_at > now() - interval '24 hours'`;
  });
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('operator_task_done');
});
