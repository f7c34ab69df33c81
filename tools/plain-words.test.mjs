import { expect, test } from 'vitest';
import { checkWords, REMAINING, replacedWords } from './plain-words.mjs';

test('a replaced word is found with its line and the standard term', () => {
  expect(replacedWords('// fine\n// The row is made anew.')).toEqual([{ line: 2, word: 'anew', use: 'again, or new' }]);
  expect(replacedWords('the auction house holds the token\nhistory, she, this')).toEqual([]);
});

test('the number of words still to be replaced equals the recorded number', () => {
  const found = checkWords();
  expect(found.length, found.slice(0, 20).join('\n')).toBe(REMAINING);
});
