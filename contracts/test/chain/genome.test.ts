/**
 * Compares the genome in Solidity with the one in TypeScript, which server, browser and bench use: the children must be
 * equal.
 */
import { createPublicClient, http, keccak256, toHex } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mix, packCounts, packGenome, type TraitGenes } from '../../../schema/src/genome.ts';
import { breedingAbi } from '../../abi/index.ts';
import type { Deployment } from '../../script/deploy.ts';
import { type Anvil, startAnvil } from './anvil.ts';
import { deployLocal } from './people.ts';

const CASES = 400;

let anvil: Anvil;
let deployment: Deployment;
beforeAll(async () => {
  anvil = await startAnvil();
  deployment = await deployLocal(anvil.rpcUrl);
});
afterAll(() => anvil.stop());

/** The same numbers in every run. */
function randomness() {
  let state = keccak256(toHex('genomes'));
  const word = () => BigInt((state = keccak256(state)));
  return { word, below: (limit: number) => Number(word() % BigInt(limit)) };
}

test('400 random pairs have the same child on the chain as in TypeScript', async () => {
  const { word, below } = randomness();
  const client = createPublicClient({ transport: http(anvil.rpcUrl, { batch: { batchSize: 100 } }) });
  const cases = Array.from({ length: CASES }, () => {
    const values = Array.from({ length: 1 + below(12) }, () => 1 + below(32));
    // Half of the pairs draw from few values, so that neighbours meet and mutate.
    const few = below(2) === 0;
    const genes = () =>
      packGenome(
        values.map((count): TraitGenes => {
          const gene = () => below(few ? Math.min(count, 4) : count);
          return [gene(), gene(), gene(), gene()];
        }),
      );
    return [genes(), genes(), word(), values.length, packCounts(values)] as const;
  });
  const children = await Promise.all(
    cases.map(([matron, sire, seed, traits, counts]) =>
      client.readContract({
        address: deployment.breeding,
        abi: breedingAbi,
        functionName: 'mix',
        args: [matron, sire, seed, BigInt(traits), counts],
      }),
    ),
  );
  expect(children).toEqual(cases.map((pair) => mix(...pair)));
  // If all children were zero, the comparison would prove nothing.
  expect(new Set(children).size).toBeGreaterThan(CASES * 0.95);
});
