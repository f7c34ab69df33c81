import { packGenome } from '@skarb/schema/genome';
import { expect, it } from 'vitest';
import { chancesOf } from './odds.rules.ts';

const vocabulary = [
  { name: 'Eyes', values: ['Round', 'Sleepy', 'Button', 'Happy'] },
  { name: 'Ears', values: ['None', 'Bat'] },
];
const matron = packGenome([
  [0, 0, 0, 2],
  [0, 0, 0, 0],
]);
const sire = packGenome([
  [1, 1, 1, 1],
  [0, 0, 0, 0],
]);

it('gives for each value its probability, the parents it comes from and the parents that carry it', () => {
  const [eyes, ears] = chancesOf(matron, sire, vocabulary);
  expect(eyes).toEqual({
    name: 'Eyes',
    chances: [
      // Round and Sleepy are neighbours: in a quarter of the cases in which both are shown genes, the child shows
      // Button.
      {
        value: 'Sleepy',
        share: (63 / 64) * 0.375 + (1 / 64) * 0.5,
        fromMatron: 0,
        fromSire: (63 / 64) * 0.375 + (1 / 64) * 0.5,
        mutation: 0,
        matron: null,
        sire: 'shown',
      },
      {
        value: 'Round',
        share: (63 / 64) * 0.375,
        fromMatron: (63 / 64) * 0.375,
        fromSire: 0,
        mutation: 0,
        matron: 'shown',
        sire: null,
      },
      {
        value: 'Button',
        share: (63 / 64) * 0.25 + (1 / 64) * 0.5,
        fromMatron: (1 / 64) * 0.5,
        fromSire: 0,
        mutation: (63 / 64) * 0.25,
        matron: 'hidden',
        sire: null,
      },
    ],
  });
  expect(ears?.chances).toEqual([
    { value: 'None', share: 1, fromMatron: 0.5, fromSire: 0.5, mutation: 0, matron: 'shown', sire: 'shown' },
  ]);
});

it('gives shares that add up to 1 for each trait', () => {
  for (const { chances } of chancesOf(matron, sire, vocabulary))
    expect(chances.reduce((sum, { share }) => sum + share, 0)).toBe(1);
});
