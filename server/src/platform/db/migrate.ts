import { readdir, readFile } from 'node:fs/promises';
import type { Sql } from './database.ts';

const folder = new URL('../../../migrations/', import.meta.url);
/** An advisory lock: one process migrates, the others wait. */
const LOCK = 7_305_113;
/** The collation `pg_c_utf8` is new in it: words are split alike in every locale (`words_in`). */
const POSTGRES_LEAST = 17;

/**
 * Applies the missing migrations in order of their names, each in its own transaction. Safe to run from several processes
 * at once.
 * @returns the names of those it applied
 * @throws Error when the version or the encoding of PostgreSQL is not supported
 */
export const migrate = async (sql: Sql): Promise<string[]> => {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort();
  const applied: string[] = [];
  const connection = await sql.reserve();
  try {
    const [server] = await connection<{ major: number; encoding: string }[]>`
      select current_setting('server_version_num')::integer / 10000 as major, current_setting('server_encoding') as encoding`;
    if (!server || server.major < POSTGRES_LEAST || server.encoding !== 'UTF8')
      throw new Error(
        `the database must be PostgreSQL ${POSTGRES_LEAST} or newer with the encoding UTF8, not ${server?.major} with ${server?.encoding}`,
      );
    await connection`set statement_timeout = 0`;
    await connection`select pg_advisory_lock(${LOCK})`;
    await connection`create table if not exists migration (name text primary key, applied_at timestamptz not null default now())`;
    const done = new Set((await connection`select name from migration`).map((row) => row.name as string));
    for (const name of names) {
      if (done.has(name)) continue;
      const text = await readFile(new URL(name, folder), 'utf8');
      await connection.unsafe(`begin;\n${text}\n;insert into migration (name) values ('${name}');\ncommit;`);
      applied.push(name);
    }
  } finally {
    await connection`select pg_advisory_unlock(${LOCK})`.catch(() => {});
    connection.release();
  }
  return applied;
};
