import { mix, packCounts, packGenome, type TraitGenes } from '@skarb/schema/genome';
import { expect, it } from 'vitest';
import { namedStories, storyOf } from './replay.rules.ts';

const counts = packCounts([4]);
const matron = packGenome([[0, 2, 3, 3]]);
const sire = packGenome([[1, 1, 1, 3]]);
const vocabulary = [{ name: 'Eyes', values: ['Round', 'Sleepy', 'Button', 'Happy'] }];
/** No swap, no mutation: every pair of those bits is 1. */
const STILL = 0b0101_0101_0101n;
const first = (seed: bigint) => namedStories(storyOf(matron, sire, seed, 1, counts), vocabulary)[0];

it('shows from which parent a shown value comes', () => {
  const noMutation = 1n << 16n;
  expect(first(STILL | noMutation)).toMatchObject({ value: 'Round', parent: 'matron', isHidden: false, met: null });
  expect(first(STILL | noMutation | (1n << 12n))).toMatchObject({ value: 'Sleepy', parent: 'sire', isHidden: false });
});

it('shows that a value was hidden in the parent', () => {
  // The matron's last swap (bits 4 and 5) moves her first hidden gene to the front.
  const seed = (STILL & ~(3n << 4n)) | (1n << 16n);
  expect(first(seed)).toMatchObject({ value: 'Button', parent: 'matron', isHidden: true });
});

it('shows which two values mutated if the child shows a value that neither parent shows', () => {
  const seed = STILL & 0xfffn;
  expect(first(seed)).toMatchObject({ value: 'Button', parent: null, met: 'Round + Sleepy' });
});

it('equals the draw for many parents and seeds', () => {
  const many = packCounts([8, 10, 9, 6]);
  let random = 7n;
  const next = (below: bigint) => {
    random = (random * 6364136223846793005n + 1442695040888963407n) & ((1n << 256n) - 1n);
    return (random >> 120n) % below;
  };
  const genome = () =>
    packGenome([8n, 10n, 9n, 6n].map((n) => [0, 0, 0, 0].map(() => Number(next(n))) as unknown as TraitGenes));
  for (let round = 0; round < 500; round++) {
    const [one, other, seed] = [genome(), genome(), next(1n << 90n)];
    const stories = storyOf(one, other, seed, 4, many);
    const child = packGenome(
      stories.map(({ genes, shown }) => [shown, ...genes.slice(1).map(({ value }) => value)] as unknown as TraitGenes),
    );
    expect(child).toBe(mix(one, other, seed, 4, many));
  }
});
