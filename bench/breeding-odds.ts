/**
 * Compares 100,000 simulated breedings with the published odds: `npx tsx bench/breeding-odds.ts`, writes
 * results/breeding-odds.json.
 *
 * The genes are mixed by schema/src/genome.ts, which contracts/test/chain/genome.test.ts compares with the contract.
 * The seeds are the system's random numbers instead of the contract's keccak256. Pearson's chi-square measures the
 * distance between the drawn and the published shares.
 */
import { randomBytes } from 'node:crypto';
import { mix, ODDS_WHOLE, oddsOf, packCounts, packGenome, type TraitGenes, traitGenes } from '../schema/src/genome.ts';
import { record } from './result.ts';

const BREEDINGS = 100_000;
const VALUES = 32;
/** Each parent has four different values, none a neighbour of the other's: every gene identifies its parent. */
const PLAIN: [TraitGenes, TraitGenes] = [
  [0, 4, 8, 12],
  [16, 20, 24, 28],
];
/** The shown genes are neighbours: 6 and 7 give 19. */
const NEIGHBOURS: [TraitGenes, TraitGenes] = [
  [6, 4, 8, 12],
  [7, 20, 24, 28],
];
/** Like users' tokens: some values that both parents have, some neighbours. */
const MIXED: [TraitGenes, TraitGenes] = [
  [0, 1, 0, 2],
  [1, 0, 3, 0],
];
const scenes = { plain: PLAIN, neighbours: NEIGHBOURS, mixed: MIXED };
/** One breeding draws twelve traits: each scene takes four, at different positions of the seed. */
const order = Object.keys(scenes) as (keyof typeof scenes)[];
const placed = Array.from({ length: 12 }, (_, trait) => order[trait % 3] as keyof typeof scenes);

const matron = packGenome(placed.map((name) => scenes[name][0]));
const sire = packGenome(placed.map((name) => scenes[name][1]));
const counts = packCounts(placed.map(() => VALUES));

const shown = Object.fromEntries(order.map((name) => [name, new Map<number, number>()]));
for (let id = 1; id <= BREEDINGS; id++) {
  const child = mix(matron, sire, BigInt(`0x${randomBytes(32).toString('hex')}`), placed.length, counts);
  placed.forEach((name, trait) => {
    const [value] = traitGenes(child, trait);
    const tally = shown[name]!;
    tally.set(value, (tally.get(value) ?? 0) + 1);
  });
}

/** The chance of a chi-square at least this high (Wilson and Hilferty's approximation, good to about 0.001). */
const chanceOf = (chiSquare: number, degrees: number): number => {
  const spread = 2 / (9 * degrees);
  const z = (Math.cbrt(chiSquare / degrees) - (1 - spread)) / Math.sqrt(spread);
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const tail =
    (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return z > 0 ? tail : 1 - tail;
};

const draws = (BREEDINGS * placed.length) / order.length;
const percent = (part: number) => Number((part * 100).toFixed(4));
const results = order.map((name) => {
  const [ours, theirs] = scenes[name];
  const odds = oddsOf(ours, theirs, VALUES);
  const tally = shown[name]!;
  const values = odds.map(({ value, parts }) => {
    const promised = parts / ODDS_WHOLE;
    return {
      value,
      promisedPercent: percent(promised),
      shownPercent: percent((tally.get(value) ?? 0) / draws),
      promised: promised * draws,
      shown: tally.get(value) ?? 0,
    };
  });
  const unpromised = [...tally.keys()].filter((value) => !odds.some((odd) => odd.value === value)).length;
  const chiSquare = values.reduce((sum, { promised, shown: seen }) => sum + (seen - promised) ** 2 / promised, 0);
  const degreesOfFreedom = values.length - 1;
  return {
    scene: name,
    matron: ours,
    sire: theirs,
    draws,
    chiSquare: Number(chiSquare.toFixed(3)),
    degreesOfFreedom,
    chanceOfWorse: Number(chanceOf(chiSquare, degreesOfFreedom).toFixed(4)),
    valuesNobodyPromised: unpromised,
    values: values.map(({ value, promisedPercent, shownPercent, shown: seen }) => ({
      value,
      promisedPercent,
      shownPercent,
      shown: seen,
    })),
  };
});

await record('breeding-odds', { breedings: BREEDINGS, traitsEach: placed.length, results });
// One run in ten thousand fails by chance; a run with a wrong rule always fails.
const wrong = results.filter(
  ({ chanceOfWorse, valuesNobodyPromised }) => chanceOfWorse < 0.0001 || valuesNobodyPromised,
);
if (wrong.length > 0) {
  console.error(`The odds shown are not the odds promised: ${wrong.map(({ scene }) => scene).join(', ')}`);
  process.exitCode = 1;
}
