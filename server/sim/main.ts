/**
 * `npm run sim -- oracle [seeds] [orders a seed] [first seed]`: results go to bench/results/oracle.json.
 * A seed that shows a difference is printed with its last deeds, and replays by its number.
 */
import { record } from '../../bench/result.ts';
import { runOracle, type OracleResult } from './oracle.ts';

const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
const sumOf = (records: Record<string, number>[]) => {
  const total: Record<string, number> = {};
  for (const one of records) for (const [key, value] of Object.entries(one)) total[key] = (total[key] ?? 0) + value;
  return total;
};

const oracle = async (seeds: number, orders: number, first: number) => {
  const results: OracleResult[] = [];
  for (let seed = first; seed < first + seeds; seed++) {
    const result = await runOracle(seed, orders);
    results.push(result);
    const { differences, story } = result;
    console.log(`seed ${seed}: ${result.orders} orders, ${differences.length} differences, ${result.seconds} s`);
    if (differences.length > 0) console.log(story.slice(-25).join('\n'), '\n', JSON.stringify(differences, null, 2));
    await record('oracle', {
      seeds: `${first} to ${seed}`,
      orders: sum(results.map((one) => one.orders)),
      operations: sum(results.map((one) => one.operations)),
      comparisons: sum(results.map((one) => one.comparisons)),
      stricterThanTheChain: sumOf(results.map((one) => one.stricter)),
      differences: results.flatMap((one) => one.differences.map((difference) => ({ seed: one.seed, ...difference }))),
      seconds: Math.round(sum(results.map((one) => one.seconds))),
    });
  }
  return results.every((one) => one.differences.length === 0);
};

const [what, ...numbers] = process.argv.slice(2);
const [seeds, size, first] = numbers.map(Number);
if (what === 'oracle') process.exit((await oracle(seeds ?? 50, size ?? 200, first ?? 1)) ? 0 : 1);
console.error('npm run sim -- oracle [seeds] [orders a seed] [first seed]');
process.exit(2);
