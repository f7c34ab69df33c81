import { expect, it } from 'vitest';
import { notesOf } from './totals-note.ts';

const NOTHING = { tokens: 0, cost: '0' };
const bought = { tokens: 1, cost: '1.5', worth: '0.8' };
const all = { result: '-0.7', cost: '1.5', worth: '0.8', compared: bought, unknown: NOTHING, transferred: NOTHING };

it('the totals need no words while the result is of everything', () => {
  expect(notesOf(all)).toEqual([]);
});

it('a result that leaves out a gift, or what has no known worth, says what it compares', () => {
  expect(notesOf({ ...all, worth: '2' })).toEqual(['compared']);
  expect(notesOf({ ...all, cost: '3', unknown: { tokens: 1, cost: '1.5' } })).toEqual(['compared', 'unknown']);
});

it('no words are about nothing: works that cost nothing, a result that there is not', () => {
  const made = { result: null, cost: '0', worth: null, compared: { ...NOTHING, worth: '0' }, transferred: NOTHING };
  expect(notesOf({ ...made, unknown: { tokens: 2, cost: '0' } })).toEqual([]);
  expect(notesOf({ ...made, cost: '1', unknown: { tokens: 2, cost: '1' } })).toEqual(['unknown']);
});

it('what was paid for works that left without a sale is said, whatever else is held', () => {
  expect(notesOf({ ...all, transferred: { tokens: 1 } })).toEqual(['transferred']);
});
