import { mkdirSync, mkdtempSync, chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, databaseIdentity, settingsFor, startDatabase } from './database.ts';
import { isRunning } from './process-identity.ts';

let dir: string;
let running: Database | undefined;
/** Tests run beside each other: none may take a quarter of the machine. */
const SMALL = { settings: { shared_buffers: '32MB' } };

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'skarb-database-'));
  chmodSync(dir, 0o755);
});
afterAll(async () => {
  await running?.kill9();
  rmSync(dir, { recursive: true, force: true });
});

async function query<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 2 });
  }
}

test('restarts an interrupted set-up from the beginning', async () => {
  mkdirSync(join(dir, 'postgres.new', 'base'), { recursive: true });
  writeFileSync(join(dir, 'postgres.new', 'base', 'half'), '');
  running = await startDatabase(dir, SMALL);
  expect(running.isNew).toBe(true);
  await query(running.url, (sql) => sql`create table kept (word text)`);
  const [row] = await query(
    running.url,
    (sql) => sql`select lower('ЇЖАК') as low, current_setting('server_encoding') as encoding`,
  );
  expect(row).toEqual({ low: 'їжак', encoding: 'UTF8' });
});

test('keeps committed data over a kill -9, at the same address', async () => {
  const { url } = running!;
  await query(url, (sql) => sql`insert into kept values ('before the crash')`);
  const identity = await databaseIdentity(url);
  const pid = running!.process.pid!;
  await running!.kill9();
  expect(isRunning(pid)).toBe(false);
  running = await startDatabase(dir, SMALL);
  expect(running.url).toBe(url);
  expect(await query(url, (sql) => sql`select word from kept`)).toMatchObject([{ word: 'before the crash' }]);
  expect(await databaseIdentity(url)).toBe(identity);
});

test('starts although the pid file names another running process', async () => {
  await running!.kill9();
  const file = join(dir, 'postgres', 'postmaster.pid');
  const rest = readFileSync(file, 'utf8').split('\n').slice(1);
  writeFileSync(file, [process.pid, ...rest].join('\n'));
  running = await startDatabase(dir, SMALL);
  expect(await query(running.url, (sql) => sql`select count(*)::int as n from kept`)).toMatchObject([{ n: 1 }]);
});

test('sets a new password for data whose password was lost', async () => {
  const { url } = running!;
  await running!.stop();
  rmSync(join(dir, 'secrets.json'));
  running = await startDatabase(dir, SMALL);
  expect(running.url).not.toBe(url);
  expect(await query(running.url, (sql) => sql`select word from kept`)).toMatchObject([{ word: 'before the crash' }]);
});

test('reads again after a restart what was in memory', async () => {
  await query(running!.url, (sql) => sql`create extension pg_buffercache`);
  await query(running!.url, (sql) => sql`select word from kept`);
  await running!.stop();
  running = await startDatabase(dir, SMALL);
  const blocks = (sql: postgres.Sql) =>
    sql`select count(*)::int as n from pg_buffercache where relfilenode = pg_relation_filenode('kept') and relforknumber = 0`;
  await expect.poll(() => query(running!.url, blocks), { timeout: 10_000 }).toEqual([{ n: 1 }]);
});

test('accepts only connections with the password', async () => {
  const wrong = new URL(running!.url);
  wrong.password = 'guess';
  await expect(query(wrong.toString(), (sql) => sql`select 1`)).rejects.toThrow(/password authentication failed/);
});

test('has a socket for the server on this machine', async () => {
  const [row] = await query(running!.url, (sql) => sql`select current_setting('unix_socket_directories') as folder`);
  expect(running!.throughSocket('postgres://a@b/c')).toBe(`postgres://a@b/c?host=${encodeURIComponent(row!.folder)}`);
});

test('takes a quarter of the memory for its buffers, within bounds', () => {
  const buffersOf = (gigabytes: number) => settingsFor(gigabytes * 2 ** 30).shared_buffers;
  expect([0.25, 4, 16, 256].map(buffersOf)).toEqual(['128MB', '1024MB', '4096MB', '8192MB']);
});

test('a measurement replaces settings', async () => {
  const [row] = await query(running!.url, (sql) => sql`select current_setting('shared_buffers') as buffers`);
  expect(row).toEqual({ buffers: '32MB' });
});
