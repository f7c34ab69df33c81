import { startReplicated } from '@skarb/local/testing-replica.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type Database, type Sql } from './database.ts';

let both: Awaited<ReturnType<typeof startReplicated>>;
let db: Database;
let standby: Sql;
let other: Database;
beforeAll(async () => {
  both = await startReplicated();
  const open = (url: string, readUrl?: string) => openDatabase({ url, readUrl, pool: 4, name: 'test' });
  db = open(both.primary.url, both.replica().url);
  other = open(both.replica().url);
  standby = other.sql;
  await db.sql`create table thing (id int primary key, name text)`;
  await until(() => db.isReplicaUsed() === true);
});
afterAll(async () => {
  await db?.close();
  await other?.close();
  await both?.stop();
});

/** Waits for a state that the watch of the replica reaches. */
const until = async (isSo: () => boolean | Promise<boolean>) => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
};
const isRead = async () => (await db.read<{ is: boolean }[]>`select pg_is_in_recovery() as is`)[0]?.is;
const nameOf = async (id: number) =>
  (await db.read<{ name: string }[]>`select name from thing where id = ${id}`)[0]?.name;

it('is read, with nested fragments and parameters, and shows a change once it has replayed it', async () => {
  expect(await isRead()).toBe(true);
  for (let id = 1; id <= 20; id++) {
    await db.sql`insert into thing values (${id}, ${`name ${id}`})`;
    await db.replayed();
    expect(await nameOf(id)).toBe(`name ${id}`);
  }
  const few = db.read`id <= ${3}`;
  const rows = await Promise.all([1, 2].map((least) => db.read`select id from thing where ${few} and id >= ${least}`));
  expect(rows.map(({ length }) => length)).toEqual([3, 2]);
  expect(await isRead()).toBe(true);
});

it('is left while it lags, so that people see what they wrote, and is read again when it is level', async () => {
  await standby`select pg_wal_replay_pause()`;
  const announced: string[] = [];
  await db.sql`insert into thing values (100, 'written')`;
  db.afterReplay(() => announced.push('first'));
  db.afterReplay(() => announced.push('second'));
  await db.replayed();
  expect([await nameOf(100), db.isReplicaUsed()]).toEqual(['written', false]);
  await until(() => announced.length === 2);
  expect(announced).toEqual(['first', 'second']);
  await standby`select pg_wal_replay_resume()`;
  await until(() => db.isReplicaUsed() === true);
  expect([await isRead(), await nameOf(100)]).toEqual([true, 'written']);
});

it('that is lost costs no read an error, and is read again after its restart', async () => {
  const failures: unknown[] = [];
  let reads = 0;
  let isOver = false;
  const reading = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (!isOver) {
        await nameOf(1).then(
          (name) => (name === 'name 1' ? reads++ : failures.push(name)),
          (error: unknown) => failures.push(error),
        );
      }
    }),
  );
  const slow = db.read`select name from thing, pg_sleep(1) where id = 1`.raw().then(([row]) => String(row?.[0]));
  await until(async () => (await standby`select 1 from pg_stat_activity where wait_event = 'PgSleep'`).length > 0);
  await both.replica().kill9();
  expect(await slow).toBe('name 1');
  await until(() => db.isReplicaUsed() === false);
  const before = reads;
  await until(() => reads > before + 20);
  await both.restartReplica();
  await until(() => db.isReplicaUsed() === true);
  isOver = true;
  await reading;
  expect(failures).toEqual([]);
  expect(await isRead()).toBe(true);
});

it('fails as the primary does when the statement itself is wrong', async () => {
  await expect(Promise.resolve(db.read`select * from nothing`)).rejects.toMatchObject({ code: '42P01' });
  expect(db.isReplicaUsed()).toBe(true);
});

it('that is promoted, or is no replica of this primary, is never read', async () => {
  const wrong = openDatabase({ url: both.primary.url, readUrl: both.primary.url, pool: 2, name: 'test' });
  expect((await wrong.read`select 1 as one`)[0]).toEqual({ one: 1 });
  await wrong.replayed();
  expect(wrong.isReplicaUsed()).toBe(false);
  await wrong.close();
  await standby`select pg_promote()`;
  await until(() => db.isReplicaUsed() === false);
  expect(await isRead()).toBe(false);
});
