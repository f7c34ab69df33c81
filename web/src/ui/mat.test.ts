import { rgbaToThumbHash } from 'thumbhash';
import { expect, it } from 'vitest';
import { matOf } from './mat.ts';

/** The thumbhash of a picture of one colour. */
const hashOf = (...colour: readonly [number, number, number]) =>
  btoa(String.fromCharCode(...rgbaToThumbHash(4, 4, Array.from({ length: 16 }, () => [...colour, 255]).flat())));
const mat = (...colour: readonly [number, number, number]) =>
  /^rgb\((\d+) (\d+) (\d+)\)$/
    .exec(matOf(hashOf(...colour)) ?? '')
    ?.slice(1)
    .map(Number) as number[];

it('a black work has a mat that is lighter than its edge, and a white one a mat that stays dark', () => {
  for (const channel of mat(0, 0, 0)) expect(channel).toBeGreaterThan(30);
  for (const channel of mat(255, 255, 255)) expect(channel).toBeLessThan(64);
});

it('a mat has a tint of its work', () => {
  const [red = 0, green = 0, blue = 0] = mat(220, 40, 30);
  expect(red).toBeGreaterThan(green + 10);
  expect(red).toBeGreaterThan(blue + 5);
});

it('an invalid hash has no colour', () => {
  expect(matOf('not base64!')).toBeUndefined();
  expect(matOf('')).toBeUndefined();
  expect(matOf(btoa('abcd'))).toBeUndefined();
});
