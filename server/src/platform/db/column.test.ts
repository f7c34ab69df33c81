import { createTestDatabase } from '@skarb/local/testing.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { columnOf } from './column.ts';
import { openDatabase, paddedOptions, type Database } from './database.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, pool: 1, name: 'skarb-test' });
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
});

it('a column reaches PostgreSQL as it is, whatever its texts contain', async () => {
  const texts = [
    '0xab',
    '',
    'null',
    'NULL',
    null,
    'a,b',
    '{}',
    '"',
    '\\',
    '\\"',
    ' ',
    'Їжак\n',
    '2026-01-01T00:00:00.000Z',
  ];
  const rows = await db.sql<
    { value: string | null }[]
  >`select value from unnest(${columnOf(texts)}::text[]) as c (value)`;
  expect(rows.map(({ value }) => value)).toEqual(texts);
});

it('numbers, amounts, flags and times become their own types', async () => {
  const at = new Date('2026-11-23T10:00:00.123Z');
  const [row] = await db.sql`
    select * from unnest(${columnOf([7, null])}::int[], ${columnOf([2n ** 200n])}::numeric[], ${columnOf([true])}::boolean[],
      ${columnOf([at])}::timestamptz[]) as c (number, amount, flag, at)`;
  expect(row).toEqual({ number: 7, amount: String(2n ** 200n), flag: true, at });
});

it('an empty column has no rows', async () => {
  expect(await db.sql`select * from unnest(${columnOf([])}::text[])`).toHaveLength(0);
});

it('options in the URL of the database take effect beside the padding of the first message', async () => {
  const url = `${database.url}?options=-c%20geqo%3Doff&application_name=other`;
  const padded = paddedOptions(url);
  expect(padded.url).toBe(`${database.url}?application_name=other`);
  expect(padded.options).toMatch(/^-c geqo=off {1024,}$/);
  const one = openDatabase({ url, pool: 1, name: 'skarb-test' });
  expect(await one.sql`show geqo`).toEqual([{ geqo: 'off' }]);
  await one.close();
});

it('a connection for requests plans a statement once, whatever its parameters', async () => {
  // Databases of tests plan once by themselves.
  const url = `${database.url}?options=-c%20plan_cache_mode%3Dauto`;
  const one = openDatabase({ url, pool: 1, name: 'skarb-test', plansOnce: true });
  for (const most of [1, 1000]) await one.sql`select oid from pg_class order by oid limit ${most}`;
  expect(
    await one.sql`select generic_plans::int, custom_plans::int from pg_prepared_statements where statement like '%pg_class%' and statement not like '%generic_plans%'`,
  ).toEqual([{ generic_plans: 2, custom_plans: 0 }]);
  await one.close();
});

it('a database on this machine is reached through its socket, if its address names the folder', async () => {
  const [found] = await db.sql<{ folder: string }[]>`select current_setting('unix_socket_directories') as folder`;
  const url = `${database.url}?host=${encodeURIComponent(found?.folder ?? '')}`;
  const one = openDatabase({ url, pool: 1, name: 'skarb-test' });
  expect(await one.sql`select inet_client_addr() as network`).toEqual([{ network: null }]);
  await one.close();
});
