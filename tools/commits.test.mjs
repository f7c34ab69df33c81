import { expect, test } from 'vitest';
import { commits, tooLong } from './commits.mjs';

test('a subject has at most 72 characters', () => {
  const long = `fix: ${'ї'.repeat(68)}`;
  const at = '2027-01-01T00:00:00+02:00';
  expect(tooLong([`${at} fix: ${'ї'.repeat(67)}`, `${at} ${long}`, `2026-01-01T00:00:00Z ${long}`])).toEqual([long]);
  expect(tooLong(commits())).toEqual([]);
});
