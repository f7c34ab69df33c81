import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockedBy, lockingMigrations, migrationNumbers, tableOfRunbook } from './migrations.mjs';
import { ROOT } from './tracked-files.mjs';

test('a migration locks the large tables that it builds indexes of or writes again, not the ones that it creates', () => {
  expect(
    lockedBy('create index a on token (b); create unique index c on offer (d); create index e on media_pin (f);'),
  ).toEqual(['offer', 'token']);
  expect(
    lockedBy('create table activity (a int); create index b on activity (a); -- create index c on token (d);'),
  ).toEqual([]);
  expect(
    lockedBy('alter table token\n  add column a int,\n  add column b int generated always as (a) stored;'),
  ).toEqual(['token']);
  expect(
    lockedBy('alter table token add column a int; alter table news add column b int generated always as (a) stored;'),
  ).toEqual([]);
});

const runbook = tableOfRunbook(readFileSync(join(ROOT, 'docs/runbook.md'), 'utf8'));

test('the runbook names every migration that locks a large table, with these tables', () => {
  const [first = ''] = [...runbook.keys()].sort();
  const locking = lockingMigrations(first);
  expect(locking.size).toBeGreaterThan(20);
  expect([...locking].filter(([number, tables]) => String(runbook.get(number)) !== String(tables))).toEqual([]);
});

test('the runbook names no migration that does not exist', () => {
  expect([...runbook.keys()].filter((number) => !migrationNumbers().includes(number))).toEqual([]);
});

test('every migration has a number of its own', () => {
  const numbers = migrationNumbers();
  // Two were numbered 0099 before this test, and are applied under these names.
  expect(numbers.filter((number, index) => numbers[index - 1] === number)).toEqual(['0099']);
});
