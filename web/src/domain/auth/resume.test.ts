import { expect, it } from 'vitest';
import { wayBack } from './resume.ts';

it.each(['/', '/nfts/a?copies=2#buy', '/undone', '/confirmations', '/profile?x=/undo/'])('goes back to %s', (to) => {
  expect(wayBack(to)).toBe(to);
});

it.each([
  null,
  undefined,
  '',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/a b',
  '/confirmation?token=a',
  '/reset-password/a-secret',
  '/reset-password/a-secret?next=%2Fnfts',
  '/undo/a-secret',
  '/recovery/a-secret',
])('never goes back to %s', (to) => {
  expect(wayBack(to)).toBeUndefined();
});
