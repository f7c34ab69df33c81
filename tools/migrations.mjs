/**
 * Finds the migrations that lock a large table for as long as they build an index of it or write it again. The runbook's
 * table of upgrades names each of them (`tools/migrations.test.mjs`).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './tracked-files.mjs';

/** Tables that grow with works, trades, people and what they like. */
const LARGE = new Set(
  'activity app_user collection collection_hour collection_property favorite followed_transaction history notification offer ownership ranked_trade seaport_order token token_trait'.split(
    ' ',
  ),
);

/** The large tables that a migration builds indexes of, or writes again for a generated column. */
export const lockedBy = (/** @type {string} */ sql) => {
  const code = sql.replaceAll(/--.*$/gm, '');
  const created = new Set([...code.matchAll(/create table (?:if not exists )?(\w+)/gi)].map(([, table]) => table));
  const indexed = [...code.matchAll(/create (?:unique )?index (?:concurrently )?\w+ on (\w+)/gi)];
  const generated = [
    ...code.matchAll(/alter table (\w+)(?:(?!;)[\s\S])*?add column(?:(?!;)[\s\S])*?generated always/gi),
  ];
  return [...new Set([...indexed, ...generated].map(([, table]) => /** @type {string} */ (table)))]
    .filter((table) => LARGE.has(table) && !created.has(table))
    .sort();
};

const folder = join(ROOT, 'server/migrations');

/** The numbers of all migrations, in the order of their names. */
export const migrationNumbers = () =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => name.slice(0, 4));

/** The large tables that each migration locks, by its number, from a number on. */
export const lockingMigrations = (/** @type {string} */ from) => {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.sql') && one >= from)) {
    const tables = lockedBy(readFileSync(join(folder, name), 'utf8'));
    const number = name.slice(0, 4);
    if (tables.length > 0) found.set(number, [...new Set([...(found.get(number) ?? []), ...tables])].sort());
  }
  return found;
};

/** The rows of the runbook's table of migrations: the tables that each names as locked, by its number. */
export const tableOfRunbook = (/** @type {string} */ text) =>
  new Map(
    [...text.matchAll(/^\| `(\d{4})` \| ([^|]+) \|/gm)].map(([, number, tables]) => [
      /** @type {string} */ (number),
      [.../** @type {string} */ (tables).matchAll(/`(\w+)`/g)].map(([, table]) => /** @type {string} */ (table)).sort(),
    ]),
  );
