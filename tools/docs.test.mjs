import { expect, test } from 'vitest';
import { checkDocs, isTracked, namesIn, namesInComments } from './docs.mjs';

test('links and file names are found outside of code blocks', () => {
  const text = 'See [a](b/c.md#d), [e](https://f) and `g/h.test.ts`, `npm start`.\n```\n`x.ts`\n```\n';
  expect(namesIn(text)).toEqual({ links: ['b/c.md'], names: ['g/h.test.ts'] });
});

test('a name may omit the beginning of the path and use one wildcard', () => {
  const files = ['server/src/domain/offer/offer.rules.ts'];
  expect(isTracked('offer.rules.ts', files)).toBe(true);
  expect(isTracked('domain/offer/offer.rules.ts', files)).toBe(true);
  expect(isTracked('domain/offer/*.rules.ts', files)).toBe(true);
  expect(isTracked('rules.ts', files)).toBe(false);
  expect(isTracked('domain/token/*.rules.ts', files)).toBe(false);
});

test('names are found in the comments of a source, not in its strings', () => {
  const text =
    "/** See README.md\n * (../a/b.rules.ts, `c.*.sql`). */\nimport d from './e.ts'; // f.mjs, not g.ts()\n-- h.sql\n";
  expect(namesInComments(text)).toEqual(['README.md', 'a/b.rules.ts', 'c.*.sql', 'f.mjs', 'h.sql']);
});

test('every file that the documentation or a comment names is in the repository', () => {
  expect(checkDocs()).toEqual([]);
});
