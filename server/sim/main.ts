/**
 * `npm run sim -- oracle [seeds] [orders a seed] [first seed]`: results go to bench/results/oracle.json.
 * `npm run sim -- crash [seeds] [operations a seed] [first seed] [kill -9 in every n-th seed]`: to bench/results/crash.json.
 * A seed that shows a difference is printed with its last deeds, and replays by its number.
 */
import { record } from '../../bench/result.ts';
import { type CrashResult, outliveDriver, runCrash, startGround } from './crash.ts';
import { runOracle, type OracleResult } from './oracle.ts';

let isStopped = false;
// A long run that is ended early tells what it has after the seed it is at.
process.once('SIGINT', () => (isStopped = true)).once('SIGTERM', () => (isStopped = true));

const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
const sumOf = (records: Record<string, number>[]) => {
  const total: Record<string, number> = {};
  for (const one of records) for (const [key, value] of Object.entries(one)) total[key] = (total[key] ?? 0) + value;
  return total;
};

const figuresOf = (results: OracleResult[], broken: { seed: number; error: string }[]) => ({
  seeds: results.length,
  firstSeed: results[0]?.seed,
  lastSeed: results.at(-1)?.seed,
  orders: sum(results.map((one) => one.orders)),
  operations: sum(results.map((one) => one.operations)),
  comparisons: sum(results.map((one) => one.comparisons)),
  auctions: sum(results.map((one) => one.auctions)),
  auctionComparisons: sum(results.map((one) => one.auctionComparisons)),
  auctionStates: sumOf(results.map((one) => one.auctionStates)),
  stricterThanTheChain: sumOf(results.map((one) => one.stricter)),
  differences: results.flatMap((one) => one.differences.map((difference) => ({ seed: one.seed, ...difference }))),
  // Seeds that came to no end, and why: a node that did not answer in time, or something to look into.
  broken,
  seconds: Math.round(sum(results.map((one) => one.seconds))),
});

const oracle = async (seeds: number, orders: number, first: number) => {
  const results: OracleResult[] = [];
  const broken: { seed: number; error: string }[] = [];
  for (let seed = first; seed < first + seeds && !isStopped; seed++) {
    try {
      const result = await runOracle(seed, orders);
      results.push(result);
      const { differences, story } = result;
      console.log(`seed ${seed}: ${result.orders} orders, ${differences.length} differences, ${result.seconds} s`);
      if (differences.length > 0) console.log(story.slice(-25).join('\n'), '\n', JSON.stringify(differences, null, 2));
    } catch (error) {
      broken.push({ seed, error: String(error) });
      console.error(`seed ${seed} came to no end:`, error);
    }
    // After each seed: a run that is cut short has lost its last one only.
    if (results.length > 1) await record('oracle', figuresOf(results, broken), false);
  }
  console.log(JSON.stringify(figuresOf(results, broken), null, 2));
  return broken.length === 0 && results.every((one) => one.differences.length === 0);
};

/** Seeds at a time: most of one is waiting for connections to die and for workers to start. */
const SEEDS_AT_ONCE = 3;

const crashFigures = (results: CrashResult[], broken: { seed: number; error: string }[]) => ({
  seeds: results.length,
  firstSeed: Math.min(...results.map((one) => one.seed)),
  lastSeed: Math.max(...results.map((one) => one.seed)),
  operations: sum(results.map((one) => one.operations)),
  reorgs: sum(results.map((one) => one.reorgs)),
  deepestReorg: Math.max(...results.map((one) => one.deepestReorg)),
  deaths: sum(results.map((one) => one.deaths)),
  kills: sum(results.map((one) => one.kills)),
  faults: sumOf(results.map((one) => one.faults)),
  rowsCompared: sum(results.map((one) => one.rows)),
  auctionsCompared: sum(results.map((one) => one.auctions)),
  seedsWithDifferences: results
    .filter(({ apart, differences, errors }) => apart.length + differences.length + errors.length > 0)
    .map((one) => one.seed)
    .toSorted((one, other) => one - other),
  // Seeds that came to no end, and why.
  broken,
  seconds: Math.round(sum(results.map((one) => one.seconds))),
});

const crash = async (seeds: number, operations: number, first: number, killEvery: number) => {
  outliveDriver();
  const ground = await startGround();
  const results: CrashResult[] = [];
  const broken: { seed: number; error: string }[] = [];
  let next = first;
  const runOne = async (seed: number) => {
    const result = await runCrash(ground, seed, operations, killEvery > 0 && seed % killEvery === 0);
    results.push(result);
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
      try {
        await runOne(seed);
      } catch (error) {
        broken.push({ seed, error: String(error) });
        console.log(`seed ${seed} came to no end:`, error);
      }
      // Fewer than a long run's are a look, not a figure to keep.
      if (seeds >= 20 && results.length > 0) await record('crash', crashFigures(results, broken), false);
    }
  };
  await Promise.all(Array.from({ length: SEEDS_AT_ONCE }, runOn));
  const figures = crashFigures(results, broken);
  console.log(JSON.stringify(figures));
  await ground.world.stop().catch(() => {});
  return broken.length === 0 && figures.seedsWithDifferences.length === 0;
};

const [what, ...numbers] = process.argv.slice(2);
const [seeds, size, first, kills] = numbers.map(Number);
if (what === 'oracle') process.exit((await oracle(seeds ?? 50, size ?? 200, first ?? 1)) ? 0 : 1);
if (what === 'crash') process.exit((await crash(seeds ?? 200, size ?? 26, first ?? 1, kills ?? 10)) ? 0 : 1);
console.error('npm run sim -- oracle [seeds] [orders a seed] [first seed]');
console.error('npm run sim -- crash [seeds] [operations a seed] [first seed] [kill -9 in every n-th seed]');
process.exit(2);
