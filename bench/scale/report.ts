/** Reports the measured figures beside their goals: as a table, and in bench/results/scale.json. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { machine } from '../result.ts';
import type { Case } from './cases.ts';
import type { Figures } from './measure.ts';
import type { Rate } from './rates.ts';

/** A figure and its goal: at most so much, or at least. */
export type Goal = { goal: string; figure: number | null; limit: number; within: boolean };

/** The goals of one request, in milliseconds; a page by a number far down a list has its own. */
const LIMITS = { sql: 2, http: 4, deep: 50, p99: 50, growth: 1.5 };
/** Half a millisecond more is noise, not growth. */
const NOISE_MS = 0.5;
/** Growth is judged between these sizes. */
const [SMALL, LARGE] = ['100000', '1000000'];

const results = new URL('../results/', import.meta.url);
const file = new URL('scale.json', results);
type Row = Figures & { name: string; factor: number; within: boolean; growth?: number };
type Size = {
  takenAt: string;
  generatedInSeconds: number;
  postgres: Record<string, string>;
  goals: Goal[];
  rates: Record<string, Rate>;
  rowsBy: string;
  memoryMb: Record<string, number>;
  cases: Row[];
};
type Report = {
  machine: object;
  leftOut: Record<string, string>;
  /** What other benches measured, by their files. */
  others: Record<string, { takenAt: string; goals: Goal[] }>;
  sizes: Record<string, Size>;
};

/** How many times its nearest goal a case takes: 1 or less is within. */
const factorOf = (one: Case, figures: Figures): number => {
  if (figures.status >= 500) return 1000;
  if (figures.status !== 200) return 999;
  if (one.isDeep) return figures.p50 / LIMITS.deep;
  return Math.max(figures.sql / LIMITS.sql, figures.p50 / LIMITS.http, figures.p99 / LIMITS.p99);
};

export const rowOf = (one: Case, figures: Figures): Row => {
  const factor = Number(factorOf(one, figures).toFixed(2));
  return { name: one.name, ...figures, factor, within: factor <= 1 };
};

const atMost = (goal: string, figure: number, limit: number): Goal => ({
  goal,
  figure: Number(figure.toFixed(2)),
  limit,
  within: figure <= limit,
});
const atLeast = (goal: string, figure: number, limit: number): Goal => ({
  goal,
  figure: Number(figure.toFixed(2)),
  limit,
  within: figure >= limit,
});

/** The goals that this bench measures. */
export const goalsOf = (
  rows: Row[],
  rates: Record<string, Rate>,
  memoryMb: Record<string, number>,
  hydration: Record<string, number>,
  generated: { tokens: number; seconds: number },
): Goal[] => {
  const shallow = rows.filter((row) => row.factor < 999 && !/page [\d,]{4,}/.test(row.name));
  const share = (name: string, beside: string) => {
    const [one, other] = [rates[name], rates[beside]];
    return one && other ? one.perSecond / other.perSecond : undefined;
  };
  const ratio = (goal: string, figure: number | undefined, limit: number) =>
    figure === undefined ? [] : [atLeast(goal, figure, limit)];
  return [
    ...(String(generated.tokens) === LARGE ? [atMost('market generated, s', generated.seconds, 240)] : []),
    atMost('requests that answer 5xx', rows.filter((row) => row.status >= 500).length, 0),
    atMost('requests that answer neither 200 nor 5xx', rows.filter((row) => row.factor === 999).length, 0),
    atMost('requests with p50 in SQL above 2 ms', shallow.filter((row) => row.sql > LIMITS.sql).length, 0),
    atMost('requests with p50 over HTTP above 4 ms', shallow.filter((row) => row.p50 > LIMITS.http).length, 0),
    atMost('worst p99, ms', Math.max(0, ...rows.filter((row) => row.factor < 999).map((row) => row.p99)), LIMITS.p99),
    ...rows
      .filter((row) => row.name === '/token, createdAt:DESC, page 80,000')
      .map((row) => atMost('page 80,000 by number, ms', row.p50, LIMITS.deep)),
    ...(rows.some((row) => row.growth !== undefined)
      ? [
          atMost(
            'requests that grow by more than 1.5 from 100,000 to 1,000,000',
            rows.filter((row) => (row.growth ?? 1) > LIMITS.growth).length,
            0,
          ),
        ]
      : []),
    ...ratio("uncached list / pgbench of the page's rows", share('list, uncached', 'rows of a page, pgbench'), 0.75),
    ...ratio('cached 200 / constant of Fastify', share('list, cached, 200', 'constant, Fastify'), 0.75),
    ...ratio('304 / constant of Fastify', share('list, cached, 304', 'constant, Fastify'), 1),
    ...['/nfts', '/nfts/:id', '/collections/:id'].flatMap((page) => [
      ...ratio(`${page} rendered, uncached, a second`, rates[`page ${page}, uncached`]?.perSecond, 150),
      ...ratio(`${page} from the cache, a second`, rates[`page ${page}, cached`]?.perSecond, 5000),
    ]),
    ...Object.entries(hydration).map(([page, bytes]) => atMost(`${page}: hydration data, KB`, bytes / 1024, 40)),
    ...Object.entries(memoryMb).map(([name, megabytes]) =>
      atMost(`memory of the ${name} after the run, MB`, megabytes, 200),
    ),
  ];
};

type Taken = { machine: { takenAt: string } };
type Rest = {
  contracts: number;
  worker: {
    restCpuMsPerSecond: { worker: number };
    residentMb: number;
    emptyBlockCpuMs: { worker: number };
    blockToDatabaseMs: { median: number };
  };
  streams: { open: number; allAfterMs: number[] };
};
type Follower = { goal: { ratio: number; peakMb: number } } & Record<
  (typeof KINDS)[number],
  { ours: { peakMb: number }; ratio: number }
>;
const KINDS = ['transfers', 'mints', 'fills'] as const;

const readResult = <T>(name: string): T & Taken =>
  JSON.parse(readFileSync(new URL(name, results), 'utf8')) as T & Taken;

/** The goals of the worker, the follower and the event streams, from the last results of their benches. */
const othersOf = (): Report['others'] => {
  const rest = readResult<Rest>('rest.json');
  const { worker, streams } = rest;
  const follower = readResult<Follower>('follower.json');
  return {
    'rest.json': {
      takenAt: rest.machine.takenAt,
      goals: [
        atMost('worker at rest, % of a core', worker.restCpuMsPerSecond.worker / 10, 1),
        atMost('memory of the worker, MB', worker.residentMb, 200),
        atMost(`CPU of a block without works, ${rest.contracts} contracts, ms`, worker.emptyBlockCpuMs.worker, 5),
        atMost('from a block to the database, p50, ms', worker.blockToDatabaseMs.median, 400),
        atMost(`a change at ${streams.open} event streams, ms`, Math.max(...streams.allAfterMs), 1000),
      ],
    },
    'follower.json': {
      takenAt: follower.machine.takenAt,
      goals: KINDS.flatMap((kind) => [
        atLeast(`${kind}: rate of the follower / Ponder's`, follower[kind].ratio, follower.goal.ratio),
        atMost(`${kind}: memory of the follower at most, MB`, follower[kind].ours.peakMb, follower.goal.peakMb),
      ]),
    },
  };
};

/** Adds growth to the rows of the large size, by the figures of the small one. */
export const withGrowth = (rows: Row[], tokens: number): Row[] => {
  const small = readReport()?.sizes[SMALL as string];
  if (String(tokens) !== LARGE || !small) return rows;
  const before = new Map(small.cases.map((row) => [row.name, row]));
  return rows.map((row) => {
    const other = before.get(row.name);
    if (!other || other.factor >= 999 || row.factor >= 999) return row;
    return {
      ...row,
      growth: Number((row.p50 / Math.max(other.p50, row.p50 - NOISE_MS > other.p50 ? 0.01 : row.p50)).toFixed(2)),
    };
  });
};

const readReport = (): Report | undefined =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined;

/** What was written for a size. */
export const readSize = (tokens: number): Size | undefined => readReport()?.sizes[tokens];

/** Writes the figures of one size; those of other sizes stay. One line for each case, so that a diff shows which changed. */
export const writeReport = (tokens: number, size: Size, leftOut: Record<string, string>): void => {
  const sizes = { ...readReport()?.sizes, [tokens]: size };
  const text = JSON.stringify(
    { machine: machine(), leftOut, others: othersOf(), sizes },
    (key, value: unknown) => (key === 'cases' ? (value as Row[]).map((row) => `@${JSON.stringify(row)}`) : value),
    2,
  );
  writeFileSync(
    file,
    `${text.replace(/"@((?:[^"\\]|\\.)*)"/g, (_all, row: string) => JSON.parse(`"${row}"`) as string)}\n`,
  );
};

const pad = (value: unknown, width: number) => String(value).padStart(width);

/** Prints the goals, the rates, and the cases farthest from their goals. */
export const printReport = (size: Size, most: number): void => {
  console.log('\nfactor  status     p50     p99     sql  blocks  node µs    PG µs  cached');
  for (const row of size.cases.toSorted((a, b) => b.factor - a.factor).slice(0, most))
    console.log(
      [
        pad(row.factor, 6),
        pad(row.status, 7),
        pad(row.p50, 7),
        pad(row.p99, 7),
        pad(row.sql, 7),
        pad(row.blocks, 7),
        pad(row.nodeCpu, 8),
        pad(row.postgresCpu, 8),
        pad(row.cached ?? '-', 7),
      ].join(' '),
      ` ${row.name}`,
    );
  console.log('\nrates');
  for (const [name, rate] of Object.entries(size.rates))
    console.log(
      `${pad(Math.round(rate.perSecond), 8)}/s  node ${pad(Math.round(rate.nodeCpu), 7)} µs  PostgreSQL ${pad(Math.round(rate.postgresCpu), 7)} µs  ${name}`,
    );
  console.log('\ngoals');
  const others = Object.values(othersOf()).flatMap(({ goals }) => goals);
  for (const { goal, figure, limit, within } of [...size.goals, ...others])
    console.log(`${within ? ' ok ' : 'MISS'}  ${pad(figure, 9)}  (${limit})  ${goal}`);
};
