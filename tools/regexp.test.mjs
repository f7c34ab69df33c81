import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { checkPatterns, productFiles, slowPatterns } from './regexp.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

test('no text makes a regular expression of the product take more than linear time', () => {
  expect(productFiles(ROOT).length).toBeGreaterThan(400);
  expect(checkPatterns(ROOT)).toEqual([]);
});

test.each([
  ['the expression that once stopped the API', String.raw`/data:([\w.+-]+\/[\w.+-]+)?([^,"')\s]*),([^"')]*)/gi`],
  ['a repetition within a repetition', '/^(a+)+$/'],
  ['two adjacent repetitions that match the same characters', String.raw`/^\s*\s*$/`],
  ['a repetition that restarts at every position', '/0+$/'],
  ['an expression that is composed at run time', "new RegExp('^' + word)"],
])('finds %s', (_, pattern) => {
  expect(slowPatterns(`const found = (text: string) => text.match(${pattern});`, 'x.ts')).toHaveLength(1);
});

test('an expression with a stated reason is accepted', () => {
  expect(slowPatterns('// regexp: ours\nconst a = /0+$/;', 'x.ts')).toEqual([]);
  expect(slowPatterns('// regexp:\nconst a = /0+$/;', 'x.ts')).toHaveLength(1);
  expect(slowPatterns('const a = <b title="/0+$/">{/^[a-z]+$/.test(c)}</b>;', 'x.tsx')).toEqual([]);
});
