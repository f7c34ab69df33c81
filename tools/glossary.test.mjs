import { expect, test } from 'vitest';
import { readGlossary, wrongNames } from './glossary.mjs';

test('the names that the glossary calls unchangeable exist, and belong to its words', () => {
  expect(wrongNames(readGlossary())).toEqual([]);
});

test('a word, table, column or name of a contract that does not exist is found', () => {
  const row = (...cells) => `| **a** | b |\n\n## Names that cannot change\n\n| ${cells.join(' | ')} |`;
  expect(wrongNames(row('a', '`pace`', '`keep`', ''))).toEqual([]);
  expect(wrongNames(row('c', '`paces`, `pace.hitz`', '`keeep`', ''))).toEqual([
    'c is no word of the glossary',
    'SQL has no paces',
    'SQL has no pace.hitz',
    'Solidity has no keeep',
  ]);
});
