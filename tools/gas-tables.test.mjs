import { expect, test } from 'vitest';
import { readReadme, withFigures } from './gas-tables.mjs';

test('the tables of contracts/README.md have the figures of the snapshots', () => {
  const text = readReadme();
  expect(text).toBe(withFigures(text));
});

test('a figure that differs is replaced, and a table that is missing is an error', () => {
  const text = readReadme();
  const wrong = text.replace(/(\| commit to 1,024 secrets \|) [\d,]+/, '$1 1');
  expect(wrong).not.toBe(text);
  expect(withFigures(wrong)).toBe(text);
  expect(() => withFigures(text.replace('<!-- gas: auction -->', ''))).toThrow('"auction"');
});
