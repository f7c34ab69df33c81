import { describe, expect, it } from 'vitest';
import { faultsOf, isWhole, statementsOf } from './plans.ts';

const node = (type: string, rows: number, more: object = {}) => ({
  'Node Type': type,
  'Actual Rows': rows,
  'Actual Loops': 1,
  ...more,
});

describe('the plan of a list', () => {
  it('may not read a big table one row after the other, whatever its filter removes', () => {
    const scan = node('Seq Scan', 3, { 'Relation Name': 'token', 'Rows Removed by Filter': 90_000 });
    expect(faultsOf(node('Limit', 3, { Plans: [scan] }))).toEqual(['reads 90003 rows of token one after the other']);
    expect(faultsOf(node('Seq Scan', 12, { 'Relation Name': 'category' }))).toEqual([]);
    expect(faultsOf(node('Index Scan', 90_000, { 'Relation Name': 'token' }))).toEqual([]);
  });

  it('may not sort more rows than a list gathers', () => {
    const sortOf = (rows: number) =>
      node('Sort', 13, { 'Sort Key': ['name'], Plans: [node('Bitmap Heap Scan', rows)] });
    expect(faultsOf(sortOf(3000))).toEqual([]);
    expect(faultsOf(sortOf(30_000))).toEqual(['sorts 30000 rows by name']);
    expect(faultsOf({ ...sortOf(30_000), 'Node Type': 'Incremental Sort' })).toEqual([]);
  });

  it('may not look up one row after the other in an index that does not begin with its key', () => {
    const lookup = (blocks: number) =>
      node('Index Only Scan', 0.03, {
        'Relation Name': 'ownership',
        'Actual Loops': 385,
        'Shared Hit Blocks': 385 * blocks,
      });
    expect(faultsOf(lookup(4))).toEqual([]);
    expect(faultsOf(lookup(123))).toEqual(['reads 123 blocks of ownership for each of 385 rows']);
  });

  it('may not search an array that the statement made for each row', () => {
    const filtered = (rows: number, filter: string) =>
      faultsOf(node('Bitmap Heap Scan', rows, { 'Relation Name': 'token', Filter: filter }));
    const search = "((uuid = ANY ((InitPlan 1).col1)) OR (uuid = ANY ('{}'::uuid[])))";
    expect(filtered(19_477, search)).toEqual(['searches an array for each of 19477 rows of token']);
    expect(filtered(12, search)).toEqual([]);
    expect(filtered(19_477, "(status = 'minted'::text)")).toEqual([]);
  });

  it('is found in the log of PostgreSQL', () => {
    const json = JSON.stringify({ 'Query Text': 'select 1', Plan: node('Result', 1) }, undefined, 2);
    const log = `2026-11-23 10:00:00 UTC [7] LOG:  duration: 0.050 ms  plan:\n${json.replace(/^/gm, '\t')}\n2026-11-23 10:00:00 UTC [7] LOG:  other\n`;
    expect(statementsOf(log).map((statement) => statement['Query Text'])).toEqual(['select 1']);
    // A part of it may be written later.
    expect([log, '', log.slice(log.indexOf('\n2026') + 1)].map(isWhole)).toEqual([true, true, true]);
    const [half, end] = [log.indexOf('"Plan"'), log.indexOf('\n2026')];
    for (const at of [half, log.lastIndexOf('\n', half) + 1, end - 1]) expect(isWhole(log.slice(0, at))).toBe(false);
  });
});
