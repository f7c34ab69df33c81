/**
 * What PostgreSQL does for each request, by the plans that auto_explain writes into its log: no sequential scan of a big
 * table, no sort of more rows than a list gathers, no lookup that reads a whole set, and no array that is searched for
 * each row (docs/decisions/0032).
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Case } from './cases.ts';
import { get, signIn } from './client.ts';

/** Settings with which PostgreSQL writes the plan of each statement. */
export const PLAN_SETTINGS = {
  shared_preload_libraries: 'pg_stat_statements,auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  'auto_explain.log_parameter_max_length': '0',
};

/** A table of more rows is big. */
const BIG = 5000;
/** The most rows that one list gathers at first, rounded up, and one more. */
const SORTED = 4097;
/** What is looked up for so many rows, one after the other, is found by few blocks. */
const LOOKED_UP = 100;
const BLOCKS_OF_ONE = 16;

/** What may break a rule: names of cases, each with the reason (docs/decisions/0032). */
const ALLOWED: [RegExp, string][] = [
  [/, page (100|2,000)$/, 'far down a filtered list: all before it are read'],
  [
    /^\/token, ((biggest collection|2 collections) \+ wide price range|(on sale|BUY_NOW|wide price range) \+ start of a word|wide price range \+ currency), (createdAt:DESC|price:ASC)$/,
    'up to twice as many match as the statistics say, which gathering allows',
  ],
  [
    /^\/collection\/\{id\}\/chart, biggest, year$/,
    'the hours of a year by day: they come in their order, and sorting them takes 1 ms',
  ],
  [/^\/feed, followed by whale, page (2|10)$/, 'merges as many ranges as the page reaches down'],
];

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Sort Key'?: string[];
  Filter?: string;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: Plan[];
};
export type Statement = { 'Query Text': string; Plan: Plan };

const rowsOf = (plan: Plan) => plan['Actual Rows'] * plan['Actual Loops'];

/** What in a plan breaks a rule. */
export const faultsOf = (plan: Plan): string[] => {
  const read = rowsOf(plan) + (plan['Rows Removed by Filter'] ?? 0) * plan['Actual Loops'];
  const input = plan.Plans?.[0];
  const type = plan['Node Type'];
  const loops = plan['Actual Loops'];
  const blocks = ((plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)) / loops;
  return [
    ...(type === 'Seq Scan' && read > BIG
      ? [`reads ${read} rows of ${plan['Relation Name']} one after the other`]
      : []),
    ...(type.endsWith('Sort') && input && type !== 'Incremental Sort' && rowsOf(input) > SORTED
      ? [`sorts ${rowsOf(input)} rows by ${plan['Sort Key']?.join(', ')}`]
      : []),
    ...(type.includes('Index') && loops > LOOKED_UP && blocks > BLOCKS_OF_ONE
      ? [`reads ${Math.round(blocks)} blocks of ${plan['Relation Name']} for each of ${loops} rows`]
      : []),
    // An array that a statement makes is not hashed: each row compares it from its beginning.
    ...(/= ANY \(\(InitPlan/.test(plan.Filter ?? '') && read > LOOKED_UP
      ? [`searches an array for each of ${read} rows of ${plan['Relation Name']}`]
      : []),
    ...(plan.Plans ?? []).flatMap(faultsOf),
  ];
};

/** Reads what a log file gets. */
const follow = (file: string) => {
  const log = openSync(file, 'r');
  let at = fstatSync(log).size;
  return {
    read: (): string => {
      const { size } = fstatSync(log);
      const bytes = Buffer.alloc(size - at);
      readSync(log, bytes, 0, bytes.length, at);
      at = size;
      return bytes.toString();
    },
    close: () => closeSync(log),
  };
};

/** The statements in a piece of the log: each plan is JSON over lines that begin with a tab or a bracket. */
export const statementsOf = (log: string): Statement[] =>
  [...log.matchAll(/duration: [\d.]+ ms {2}plan:\n((?:[\t{}].*\n)+)/g)].map(
    ([, json]) => JSON.parse((json as string).replace(/^\t/gm, '')) as Statement,
  );

/** Whether a piece of the log does not end within a plan, whose last line is a bracket: it is written in several parts. */
export const isWhole = (log: string): boolean => {
  const plan = log.lastIndexOf('plan:\n');
  return log === '' || (log.endsWith('\n') && (plan < 0 || log.includes('\n\t}\n', plan)));
};
const REST_MS = 5000;

/** @returns the faults of each case that has some and may not */
export const readFaults = async (
  cases: readonly Case[],
  { apiUrl, logFile }: { apiUrl: string; logFile: string },
): Promise<{ name: string; faults: string[] }[]> => {
  const tokenOf = signIn(apiUrl);
  const log = follow(logFile);
  const found: { name: string; faults: string[] }[] = [];
  for (const one of cases) {
    const headers: Record<string, string> = one.as ? { authorization: `Bearer ${await tokenOf(one.as)}` } : {};
    log.read();
    await get(apiUrl + (one.paths[0] as string), headers);
    // A statement's plan is written when its transaction ends, which may be after its rows arrive.
    const until = Date.now() + REST_MS;
    let text = '';
    do {
      await new Promise((resolve) => setTimeout(resolve, 3));
      text += log.read();
    } while (!isWhole(text) && Date.now() < until);
    const faults = statementsOf(text).flatMap((statement) => faultsOf(statement.Plan));
    if (faults.length > 0 && !ALLOWED.some(([name]) => name.test(one.name))) found.push({ name: one.name, faults });
  }
  log.close();
  return found;
};
