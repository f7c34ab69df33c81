import { createTestDatabase, type TestDatabase } from '@skarb/local/testing.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type Database } from './database.ts';
import { retriedTransaction } from './retried-transaction.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, pool: 1, name: 'retried-transaction' });
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
});

/** Runs a transaction that fails so often with this code. @returns its result or the code, and the attempts made */
const run = async (failures: number, code: string) => {
  let attempts = 0;
  const result = await retriedTransaction(db.sql, async (tx) => {
    if (++attempts <= failures) await tx.unsafe(`do $$ begin raise 'failed' using errcode = '${code}'; end $$`);
    return 'done';
  }).catch((error: { code: string }) => error.code);
  return { result, attempts };
};

it('repeats after a deadlock or a serialization failure, 5 attempts in all, and after nothing else', async () => {
  expect(await run(4, '40P01')).toEqual({ result: 'done', attempts: 5 });
  expect(await run(1, '40001')).toEqual({ result: 'done', attempts: 2 });
  expect(await run(9, '40P01')).toEqual({ result: '40P01', attempts: 5 });
  expect(await run(1, '23514')).toEqual({ result: '23514', attempts: 1 });
});
