import { expect, test } from 'vitest';
import { checkWords, replacedWords } from './plain-words.mjs';

test('a replaced word is found with its line and the standard term', () => {
  expect(replacedWords('// fine\n// The row is made anew.')).toEqual([{ line: 2, word: 'anew', use: 'again, or new' }]);
  expect(replacedWords('the auction house holds the token\nhistory, she, this')).toEqual([]);
});

test('a replaced word is also found inside a name, except in names that the database keeps', () => {
  expect(replacedWords('const toldOf = is_told && told_at;').map(({ word }) => word)).toEqual(['told']);
  expect(replacedWords('from set_aside_told where not is_told')).toEqual([]);
  expect(replacedWords("await tell(user, 'operator.tooDear', {tooDear_one})").map(({ word }) => word)).toEqual([
    'tell(',
  ]);
});

test('no file contains a replaced word', () => {
  expect(checkWords()).toEqual([]);
});
