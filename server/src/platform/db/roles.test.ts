import { createTestDatabase, type TestDatabase } from '@skarb/local/testing.ts';
import postgres from 'postgres';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from './migrate.ts';
import { grantRoles, ROLES } from './roles.ts';
import { addJob, runJobs } from '../queue/queue.ts';
import { openDatabase, type Database } from './database.ts';

let database: TestDatabase;
let owner: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = openDatabase({ url: database.url, pool: 2, name: 'roles-owner' });
});
afterAll(async () => {
  await owner?.close();
  await database?.drop();
});

/** A connection with a role's rights. */
const as = (role: string) => postgres(`${database.url}?role=${role}`, { max: 1, onnotice: () => {} });
const entry = (sql: postgres.Sql) =>
  sql`insert into audit_entry (uuid, act, subject_type) values (${uuidv7()}, 'user.role', 'user')`;
/** The SQLSTATE of a rejected statement, or 'done'. */
const codeOf = (query: Promise<unknown>) =>
  query.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );
const NOT_ALLOWED = '42501';

describe.each(ROLES)('%s', (role) => {
  let sql: postgres.Sql;
  beforeAll(() => {
    sql = as(role);
  });
  afterAll(() => sql?.end());

  it('is no superuser and cannot create roles, databases or tables', async () => {
    const [row] =
      await owner.sql`select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls from pg_roles where rolname = ${role}`;
    expect(row).toEqual({ rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false });
    expect(await codeOf(sql`create table mine (a int)`)).toBe(NOT_ALLOWED);
  });

  it('can add to the audit log and read it, but not change it, empty it or remove its triggers', async () => {
    await entry(sql);
    expect((await sql`select 1 from audit_entry`).length).toBeGreaterThan(0);
    for (const attempt of [
      'update audit_entry set act = $$x$$',
      'delete from audit_entry',
      'truncate audit_entry',
      'truncate app_user cascade',
      'alter table audit_entry disable trigger all',
      'drop trigger keep on audit_entry',
      'drop table audit_entry',
      'set session_replication_role = replica',
      'create or replace function keep_audit_entry() returns trigger language plpgsql as $$begin return null; end$$',
    ])
      expect([attempt, await codeOf(sql.unsafe(attempt))]).toEqual([attempt, NOT_ALLOWED]);
  });

  it('cannot record a migration as applied', async () => {
    expect(await codeOf(sql`insert into migration (name) values ('9999_x.sql')`)).toBe(NOT_ALLOWED);
  });

  it('can read and write tables that a later migration creates', async () => {
    await owner.sql.unsafe(`create table later_${role} (id bigint generated always as identity, a int)`);
    await sql.unsafe(`insert into later_${role} (a) values (1)`);
    expect(await sql.unsafe(`update later_${role} set a = 2 returning a`)).toEqual([{ a: 2 }]);
  });
});

it("the API's role can read what the follower writes, but not write it", async () => {
  const sql = as('skarb_api');
  expect(await codeOf(sql`delete from chain_log`)).toBe(NOT_ALLOWED);
  expect(await codeOf(sql`update chain_block set number = 0`)).toBe(NOT_ALLOWED);
  // The API locks the cursor while it reads a token from the chain, so the role needs this lock.
  expect(await codeOf(sql`select 1 from chain_cursor for key share`)).toBe('done');
  await sql.end();
});

it('the audit log is append-only for the database owner too', async () => {
  await entry(owner.sql as never);
  for (const attempt of [
    'update audit_entry set act = $$x$$',
    'delete from audit_entry',
    'truncate audit_entry',
    'truncate app_user cascade',
  ])
    await expect(owner.sql.unsafe(attempt)).rejects.toThrow('audit entries are not changed');
});

it("the worker's role runs a job that the API's role adds", async () => {
  const api = as('skarb_api');
  let done: (payload: unknown) => void = () => {};
  const taken = new Promise((resolve) => (done = resolve));
  const runner = await runJobs({
    databaseUrl: `${database.url}?options=${encodeURIComponent('-c role=skarb_worker')}`,
    tasks: { probe: async (payload: unknown) => done(payload) } as never,
  });
  await addJob(api as never, 'probe' as never, { a: 1 } as never);
  expect(await taken).toEqual({ a: 1 });
  await runner.stop();
  await api.end();
});

it('granting again, also concurrently, changes nothing', async () => {
  expect(await migrate(owner.sql)).toEqual([]);
  const [first, second] = await Promise.all([grantRoles(owner.sql), grantRoles(owner.sql)]);
  expect([first.toSorted(), second.toSorted()]).toEqual([[...ROLES], [...ROLES]]);
});
