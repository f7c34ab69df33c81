/** Loading without indexes and foreign keys, and restoring exactly what the migrated schema has, read from its catalogs. */
import type { Sql } from 'postgres';

type Definition = { table: string; sql: string };
/** What was dropped, in the order in which it can be restored. */
export type Dropped = { unique: Definition[]; indexes: Definition[]; foreign: { table: string; name: string }[] };

/**
 * Drops the indexes of all tables of the product and the unique constraints that no foreign key needs, and stops
 * enforcing foreign keys. Primary keys stay: rows are loaded in their order. Triggers are switched off by the loading
 * sessions (`session_replication_role`).
 */
export const dropIndexes = async (sql: Sql): Promise<Dropped> => {
  const foreign = await sql<{ table: string; name: string }[]>`
    select conrelid::regclass::text as table, quote_ident(conname) as name from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`;
  const unique = await sql<(Definition & { drop: string })[]>`
    select c.conrelid::regclass::text as table,
      format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname) as drop,
      format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) as sql
    from pg_constraint c where c.contype = 'u' and c.connamespace = 'public'::regnamespace
      and not exists (select 1 from pg_constraint f where f.contype = 'f' and f.conindid = c.conindid)`;
  const indexes = await sql<(Definition & { drop: string })[]>`
    select i.indrelid::regclass::text as table, format('drop index %s', i.indexrelid::regclass) as drop,
      concat_ws('; ', pg_get_indexdef(i.indexrelid), (
        select string_agg(format('alter index %s alter column %s set statistics %s', i.indexrelid::regclass, attnum, attstattarget), '; ')
        from pg_attribute where attrelid = i.indexrelid and attstattarget >= 0)) as sql
    from pg_index i join pg_class c on c.oid = i.indexrelid where c.relnamespace = 'public'::regnamespace
      and not exists (select 1 from pg_constraint where conindid = i.indexrelid)`;
  for (const { table, name } of foreign) await sql.unsafe(`alter table ${table} alter constraint ${name} not enforced`);
  for (const { drop } of [...unique, ...indexes]) await sql.unsafe(drop);
  return { unique, indexes, foreign };
};

/** Runs work on two connections at a time: the machine that the goals are for has two cores. */
export const inPairs = async <T>(
  list: readonly T[],
  work: (item: T, worker: number) => Promise<unknown>,
): Promise<void> => {
  const queue = [...list];
  const worker = async (number: number) => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await work(next, number);
  };
  await Promise.all([worker(0), worker(1)]);
};

/** The work of an index of words beside that of others of its table. */
const GIN_WORK = 20;
/** Restores unique constraints and indexes, those that take longest first, so that neither connection waits. @param only which tables */
export const restoreIndexes = async (sql: Sql, dropped: Dropped, only: (table: string) => boolean): Promise<void> => {
  const sizes = await sql<{ table: string; bytes: number }[]>`
    select oid::regclass::text as table, pg_table_size(oid)::float8 as bytes from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`;
  const sizeOf = new Map(sizes.map((row) => [row.table, row.bytes]));
  const workOf = ({ table, sql }: Definition) => (sizeOf.get(table) ?? 0) * (/ using gin /i.test(sql) ? GIN_WORK : 1);
  const wanted = [...dropped.unique, ...dropped.indexes]
    .filter(({ table }) => only(table))
    .sort((a, b) => workOf(b) - workOf(a));
  await inPairs(wanted, (definition) => sql.unsafe(definition.sql));
};

/** Enforces the foreign keys again, which checks every row. */
export const restoreForeignKeys = async (sql: Sql, dropped: Dropped): Promise<void> => {
  for (const { table, name } of dropped.foreign)
    await sql.unsafe(`alter table ${table} alter constraint ${name} enforced`);
};
