/**
 * `npm run sim -- oracle [seeds] [orders a seed] [first seed] [founders that breed]`: results go to
 * bench/results/oracle.json.
 * `npm run sim -- crash [seeds] [operations a seed] [first seed] [kill -9 in every n-th seed] [founders that breed]`:
 * to bench/results/crash.json.
 * `npm run sim -- crowd [people] [acts of each] [seed]`: to bench/results/crowd.json.
 * `npm run sim -- cards [seeds] [orders a seed] [first seed]`: to bench/results/cards.json.
 * `npm run sim -- logs [seeds] [blocks a seed] [first seed]`: to bench/results/logs.json.
 * `npm run sim -- attack [requests] [first seed] [--limits]`: slices of 10,000 requests, a seed each, to
 * bench/results/attack.json, with rate limits on to attack-limited.json. The attack includes pages: the web app is
 * built first.
 * A seed that shows a difference is printed with its last actions, and replays by its number. A run of 20 seeds or
 * more continues where the last one stopped (`ledger.ts`); the results of a shorter run are not stored.
 */
import { buildWeb } from '@skarb/local/web-build.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { record } from '../../bench/result.ts';
import { type AttackResult, runAttack } from './attack.ts';
import { type CardsResult, runCards } from './cards.ts';
import { type CrashResult, outliveDriver, runCrash, startGround } from './crash.ts';
import { runCrowd } from './crowd.ts';
import { startLogGround } from './log-ground.ts';
import { type LogsResult, runLogs } from './logs.ts';
import { type Line, openLedger, rangesOf } from './ledger.ts';
import { runOracle, type OracleResult } from './oracle.ts';

let isStopped = false;
// A long run that is interrupted reports its results after the current seed.
process.once('SIGINT', () => (isStopped = true)).once('SIGTERM', () => (isStopped = true));

const LONG = 20;

const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
const sumOf = (records: Record<string, number>[]) => {
  const total: Record<string, number> = {};
  for (const one of records) for (const [key, value] of Object.entries(one)) total[key] = (total[key] ?? 0) + value;
  return total;
};
const resultsOf = <Result>(lines: Line<Result>[]) => lines.flatMap((line) => (line.result ? [line.result] : []));
/** The seeds that succeeded with their commits, and the seeds that failed with their errors. */
const runsOf = <Result>(lines: Line<Result>[]) => {
  const done = lines.filter((line) => line.result);
  return {
    seeds: done.length,
    ranges: rangesOf(done.map((line) => line.seed)),
    commits: sumOf(done.map((line) => ({ [line.commit]: 1 }))),
    broken: lines.flatMap((line) => (line.result ? [] : [{ seed: line.seed, error: line.error }])),
  };
};

const oracleFigures = (lines: Line<OracleResult>[]) => {
  const results = resultsOf(lines);
  return {
    ...runsOf(lines),
    orders: sum(results.map((one) => one.orders)),
    operations: sum(results.map((one) => one.operations)),
    comparisons: sum(results.map((one) => one.comparisons)),
    auctions: sum(results.map((one) => one.auctions)),
    auctionComparisons: sum(results.map((one) => one.auctionComparisons)),
    lifeComparisons: sum(results.map((one) => one.lifeComparisons ?? 0)),
    auctionStates: sumOf(results.map((one) => one.auctionStates)),
    stricterThanTheChain: sumOf(results.map((one) => one.stricter)),
    differences: results.flatMap((one) => one.differences.map((difference) => ({ seed: one.seed, ...difference }))),
    seconds: Math.round(sum(results.map((one) => one.seconds))),
  };
};

/** The lines of a run: in a file for a long run, in memory for a short one. */
const linesOf = <Result>(name: string, seeds: number, size: number) => {
  if (seeds >= LONG) return openLedger<Result>(name, size);
  const lines: Line<Result>[] = [];
  return {
    read: () => lines,
    isDone: () => false,
    keep: (seed: number, result: Result) => void lines.push({ seed, size, commit: '', result }),
    keepError: (seed: number, error: unknown) => void lines.push({ seed, size, commit: '', error: String(error) }),
  };
};

/** @param founders tokens that breed, on the site and without it; 0: no breeding */
const oracle = async (seeds: number, orders: number, first: number, founders: number) => {
  const ledger = linesOf<OracleResult>('oracle', seeds, orders);
  for (let seed = first; seed < first + seeds && !isStopped; seed++) {
    if (ledger.isDone(seed)) continue;
    try {
      const result = await runOracle(seed, orders, founders);
      const { differences, story } = result;
      // The story helps to investigate a difference; the seed reproduces it.
      ledger.keep(seed, { ...result, story: [] });
      console.log(`seed ${seed}: ${result.orders} orders, ${differences.length} differences, ${result.seconds} s`);
      if (differences.length > 0) console.log(story.slice(-25).join('\n'), '\n', JSON.stringify(differences, null, 2));
    } catch (error) {
      ledger.keepError(seed, error);
      console.error(`seed ${seed} failed:`, error);
    }
    if (seeds >= LONG) await record('oracle', oracleFigures(ledger.read()), false);
  }
  const figures = oracleFigures(ledger.read());
  console.log(JSON.stringify(figures, null, 2));
  return figures.broken.length === 0 && figures.differences.length === 0;
};

/** Concurrent seeds: most of the time of one is waiting for connections to die and for workers to start. */
const SEEDS_AT_ONCE = 3;

const crashFigures = (lines: Line<CrashResult>[]) => {
  const results = resultsOf(lines);
  return {
    ...runsOf(lines),
    operations: sum(results.map((one) => one.operations)),
    reorgs: sum(results.map((one) => one.reorgs)),
    deepestReorg: Math.max(0, ...results.map((one) => one.deepestReorg)),
    deaths: sum(results.map((one) => one.deaths)),
    kills: sum(results.map((one) => one.kills)),
    faults: sumOf(results.map((one) => one.faults)),
    rowsCompared: sum(results.map((one) => one.rows)),
    auctionsCompared: sum(results.map((one) => one.auctions)),
    livesCompared: sum(results.map((one) => one.lives ?? 0)),
    breedings: sumOf(results.map((one) => one.breedings ?? {})),
    seedsWithDifferences: results
      .filter(({ apart, differences, errors }) => apart.length + differences.length + errors.length > 0)
      .map((one) => one.seed),
    seconds: Math.round(sum(results.map((one) => one.seconds))),
  };
};

/** @param founders tokens that breed; 0: no breeding */
const crash = async ({
  seeds,
  operations,
  first,
  killEvery,
  founders,
}: Record<'seeds' | 'operations' | 'first' | 'killEvery' | 'founders', number>) => {
  outliveDriver();
  const ground = await startGround(founders);
  const ledger = linesOf<CrashResult>('crash', seeds, operations);
  let next = first;
  const runOne = async (seed: number) => {
    const result = await runCrash(ground, seed, operations, killEvery > 0 && seed % killEvery === 0);
    ledger.keep(seed, { ...result, story: [] });
    const { apart, differences, errors, story } = result;
    const wrong = apart.length + differences.length + errors.length;
    console.log(
      `seed ${seed}: ${result.operations} operations, ${result.deaths} deaths, ${result.kills} kills, reorgs to ${result.deepestReorg}, ` +
        `${result.rows} rows, ${wrong} differences, ${result.seconds} s`,
    );
    if (wrong > 0)
      console.log(story.join('\n'), '\n', JSON.stringify({ apart: apart.slice(0, 20), differences, errors }, null, 2));
  };
  const runOn = async () => {
    while (next < first + seeds && !isStopped) {
      const seed = next++;
      if (ledger.isDone(seed)) continue;
      try {
        await runOne(seed);
      } catch (error) {
        ledger.keepError(seed, error);
        console.log(`seed ${seed} failed:`, error);
      }
      if (seeds >= LONG) await record('crash', crashFigures(ledger.read()), false);
    }
  };
  await Promise.all(Array.from({ length: SEEDS_AT_ONCE }, runOn));
  const figures = crashFigures(ledger.read());
  console.log(JSON.stringify(figures));
  await ground.world.stop().catch(() => {});
  return figures.broken.length === 0 && figures.seedsWithDifferences.length === 0;
};

const crowd = async (people: number, acts: number, seed: number) => {
  const result = await runCrowd(seed, people, acts);
  console.log(JSON.stringify(result, null, 2));
  if (people >= 50) await record('crowd', result, false);
  return result.faults.length + result.miscounted.length + result.deadlocks === 0;
};

const cardsFigures = (lines: Line<CardsResult>[]) => {
  const results = resultsOf(lines);
  const totals = ['orders', 'presses', 'unanswered', 'deliveries', 'forged', 'deaths', 'thrownOut'] as const;
  return {
    ...runsOf(lines),
    ...Object.fromEntries(totals.map((name) => [name, sum(results.map((one) => one[name]))])),
    faults: sumOf(results.map((one) => one.faults)),
    ends: sumOf(results.map((one) => one.ends)),
    wrong: results.flatMap((one) => one.wrong.map((text) => `seed ${one.seed}: ${text}`)),
    seconds: Math.round(sum(results.map((one) => one.seconds))),
  };
};

const cards = async (seeds: number, orders: number, first: number) => {
  outliveDriver();
  const ledger = linesOf<CardsResult>('cards', seeds, orders);
  for (let seed = first; seed < first + seeds && !isStopped; seed++) {
    if (ledger.isDone(seed)) continue;
    try {
      const result = await runCards(seed, orders);
      ledger.keep(seed, result);
      console.log(`seed ${seed}: ${result.deaths} deaths, ${result.wrong.length} wrong, ${result.seconds} s`);
      for (const text of result.wrong) console.log(text);
    } catch (error) {
      ledger.keepError(seed, error);
      console.log(`seed ${seed} failed:`, error);
    }
    if (seeds >= LONG) await record('cards', cardsFigures(ledger.read()), false);
  }
  const figures = cardsFigures(ledger.read());
  console.log(JSON.stringify(figures));
  return figures.broken.length === 0 && figures.wrong.length === 0;
};

const logsFigures = (lines: Line<LogsResult>[]) => {
  const results = resultsOf(lines);
  const totals = ['blocks', 'logs', 'reorgs', 'restarts', 'deaths', 'aside', 'rows', 'stuck'] as const;
  return {
    ...runsOf(lines),
    ...Object.fromEntries(totals.map((name) => [name, sum(results.map((one) => one[name]))])),
    deepestReorg: Math.max(0, ...results.map((one) => one.deepestReorg)),
    faults: sumOf(results.map((one) => one.faults)),
    stories: sumOf(results.map((one) => one.stories)),
    seedsWithDifferences: results.filter(({ apart, stuck }) => apart.length + stuck > 0).map(({ seed }) => seed),
    seconds: Math.round(sum(results.map((one) => one.seconds))),
  };
};

const logs = async (seeds: number, blocks: number, first: number) => {
  outliveDriver();
  const ground = await startLogGround();
  const ledger = linesOf<LogsResult>('logs', seeds, blocks);
  for (let seed = first; seed < first + seeds && !isStopped; seed++) {
    if (ledger.isDone(seed)) continue;
    try {
      const result = await runLogs(ground, seed, blocks);
      ledger.keep(seed, { ...result, apart: result.apart.slice(0, 20) });
      const { reorgs, deaths, rows, apart, stuck } = result;
      console.log(
        `seed ${seed}: ${result.logs} logs, ${reorgs} reorgs, ${deaths} deaths, ${rows} rows, ${apart.length} apart, ${stuck} stuck, ${result.seconds} s`,
      );
      if (apart.length > 0) console.log(JSON.stringify(apart.slice(0, 20), null, 1));
    } catch (error) {
      ledger.keepError(seed, error);
      console.log(`seed ${seed} failed:`, error);
    }
    if (seeds >= LONG) await record('logs', logsFigures(ledger.read()), false);
  }
  const figures = logsFigures(ledger.read());
  console.log(JSON.stringify(figures));
  await ground.world.stop().catch(() => {});
  return figures.broken.length === 0 && figures.seedsWithDifferences.length === 0;
};

/** Requests of one seed: each seed has a new world, so that accumulated data stays small. */
const SLICE = 10_000;

/** Builds the web app if its sources have changed. @returns its folder */
const builtWeb = async (): Promise<string> => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const folder = mkdtempSync(join(tmpdir(), 'skarb-attack-'));
  await buildWeb(root, folder, folder);
  rmSync(folder, { recursive: true, force: true });
  return join(root, 'web', 'dist');
};

const attackFigures = (lines: Line<AttackResult>[]) => {
  const results = resultsOf(lines);
  return {
    ...runsOf(lines),
    requests: sum(results.map((one) => one.requests)),
    statuses: sumOf(results.map((one) => one.statuses)),
    away: sumOf(results.map((one) => one.away)),
    pages: sum(results.map((one) => one.pages ?? 0)),
    reached: [...new Set(results.flatMap((one) => one.reached))].sort(),
    slowestMs: Math.max(0, ...results.map((one) => one.slowestMs)),
    findings: results.flatMap((one) => one.findings),
    seconds: Math.round(sum(results.map((one) => one.seconds))),
  };
};

/** @param hasRateLimits with the limits on: most requests get a correct refusal then */
const attack = async (requests: number, first: number, hasRateLimits: boolean) => {
  const webDist = await builtWeb();
  const name = hasRateLimits ? 'attack-limited' : 'attack';
  const slice = Math.min(requests, SLICE);
  const seeds = Math.ceil(requests / slice);
  const ledger =
    seeds >= LONG || slice === SLICE ? openLedger<AttackResult>(name, slice) : linesOf<AttackResult>(name, 1, slice);
  for (let seed = first; seed < first + seeds && !isStopped; seed++) {
    if (ledger.isDone(seed)) continue;
    try {
      const result = await runAttack(seed, slice, { webDist, hasRateLimits });
      ledger.keep(seed, result);
      console.log(`seed ${seed}: ${result.requests} requests, ${result.findings.length} findings, ${result.seconds} s`);
      for (const finding of result.findings) console.log(JSON.stringify(finding));
    } catch (error) {
      ledger.keepError(seed, error);
      console.error(`seed ${seed} failed:`, error);
    }
    if (slice === SLICE) await record(name, attackFigures(ledger.read()), false);
  }
  const figures = attackFigures(ledger.read());
  console.log(JSON.stringify({ ...figures, findings: figures.findings.length }, null, 1));
  return figures.broken.length === 0 && figures.findings.length === 0;
};

const [what, ...words] = process.argv.slice(2);
/** `--requests 200000` means the same as `200000`. */
const numbers = words.filter((word) => !word.startsWith('--'));
const [seeds, size, first, kills, founders] = numbers.map(Number);
if (what === 'oracle') process.exit((await oracle(seeds ?? 100, size ?? 100, first ?? 1, kills ?? 0)) ? 0 : 1);
if (what === 'crash')
  process.exit(
    (await crash({
      seeds: seeds ?? 200,
      operations: size ?? 26,
      first: first ?? 1,
      killEvery: kills ?? 10,
      founders: founders ?? 4,
    }))
      ? 0
      : 1,
  );
if (what === 'crowd') process.exit((await crowd(seeds ?? 50, size ?? 25, first ?? 1)) ? 0 : 1);
if (what === 'cards') process.exit((await cards(seeds ?? 20, size ?? 12, first ?? 1)) ? 0 : 1);
if (what === 'logs') process.exit((await logs(seeds ?? 100, size ?? 60, first ?? 1)) ? 0 : 1);
if (what === 'attack') process.exit((await attack(seeds ?? 200_000, size ?? 1, words.includes('--limits'))) ? 0 : 1);
console.error('npm run sim -- logs [seeds] [blocks a seed] [first seed]');
console.error('npm run sim -- attack [requests] [first seed] [--limits]');
console.error('npm run sim -- oracle [seeds] [orders a seed] [first seed] [founders that breed]');
console.error(
  'npm run sim -- crash [seeds] [operations a seed] [first seed] [kill -9 in every n-th seed] [founders that breed]',
);
console.error('npm run sim -- crowd [people] [acts of each] [seed]');
console.error('npm run sim -- cards [seeds] [orders a seed] [first seed]');
process.exit(2);
