import type { Sql, Tx } from './database.ts';

/** The roles of the API and of the worker: they read and write rows, but own and alter no table. */
export const ROLES = ['skarb_api', 'skarb_worker'] as const;
/** Tables whose rows never change: the admins' audit log, and the applied migrations. */
const APPEND_ONLY = ['audit_entry'];
const READ_ONLY = ['migration'];
/** Tables that only the follower writes. (The API locks the follower's cursor, which requires the right to update.) */
const FOLLOWER_ONLY = ['chain_block', 'chain_log'];

/** Roles belong to the whole PostgreSQL server: the migration of another database may create one at the same time. */
const makeRole = (sql: Tx, role: string) =>
  sql.unsafe(`do $$ begin
    create role ${role} nologin;
  exception
    when duplicate_object or unique_violation then null;
    -- The migrating role may not create roles: see the runbook.
    when insufficient_privilege then null;
  end $$`);

/** graphile-worker enables row security on its tables, which excludes every role but their owner. */
const openQueue = async (sql: Tx, role: string): Promise<void> => {
  const tables = await sql<{ name: string }[]>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'graphile_worker' and c.relkind in ('r', 'p') and c.relrowsecurity`;
  for (const { name } of tables) {
    await sql.unsafe(`drop policy if exists "${role}" on graphile_worker."${name}"`);
    await sql.unsafe(`create policy "${role}" on graphile_worker."${name}" to ${role} using (true) with check (true)`);
  }
};

/**
 * Creates the roles `skarb_api` and `skarb_worker` if the caller may, and grants both their rights in this database. Runs
 * after every migration, so that new tables are covered. Skips roles that do not exist.
 * @returns the roles that exist
 */
export const grantRoles = async (sql: Sql): Promise<string[]> => {
  for (const role of ROLES) await makeRole(sql, role);
  const found = await sql<{ rolname: string }[]>`select rolname from pg_roles where rolname in ${sql([...ROLES])}`;
  const roles = found.map(({ rolname }) => rolname);
  await sql.begin(async (tx) => {
    // Concurrent grants on one table fail.
    await tx`select pg_advisory_xact_lock(7305114)`;
    for (const role of roles) {
      await tx.unsafe(`
        grant usage on schema public, graphile_worker to ${role};
        grant select, insert, update, delete on all tables in schema public, graphile_worker to ${role};
        grant usage, select on all sequences in schema public, graphile_worker to ${role};
        grant execute on all functions in schema public, graphile_worker to ${role};
        alter default privileges in schema public grant select, insert, update, delete on tables to ${role};
        alter default privileges in schema public grant usage, select on sequences to ${role};
        revoke update, delete, truncate on ${APPEND_ONLY.join(', ')} from ${role};
        revoke insert, update, delete, truncate on ${READ_ONLY.join(', ')} from ${role};`);
      if (role === 'skarb_api')
        await tx.unsafe(`revoke insert, update, delete, truncate on ${FOLLOWER_ONLY.join(', ')} from ${role}`);
      await openQueue(tx, role);
    }
  });
  return roles;
};
