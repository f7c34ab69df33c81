import { expect, test } from 'vitest';
import { checkDocs, hasTest, isTracked, namesIn, namesInComments, testsIn, wrongCounts, wrongSums } from './docs.mjs';

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

test('a test that a document names by file and title is found in its file', () => {
  expect(testsIn('See `a/b.test.ts` *one … two*, *three*; `c.spec.ts` (*four*) and `d.test.ts`, *no title*.')).toEqual([
    { file: 'a/b.test.ts', title: 'one … two' },
    { file: 'a/b.test.ts', title: 'three' },
    { file: 'c.spec.ts', title: 'four' },
  ]);
  const source = "describe('one', () => it('is the client’s two', () => {}));";
  expect(hasTest(source, "one … the client's two")).toBe(true);
  expect(hasTest(source, 'two … one')).toBe(false);
  expect(hasTest(source, 'three')).toBe(false);
  expect(hasTest("it.each(['a', 'b'])('is refused for %s', f)", 'is refused for a')).toBe(true);
});

test('a recipe names as many files as its title says, words apart', () => {
  const recipe = (count) =>
    `**… a kind** (${count} files and its words):\n1. \`a.ts\`: x.\n2. \`b.ts\`: like \`a.ts\`.\n3. \`web/locales/en/c.json\`.\n\n**… more** (1 file):\n1. \`d.ts\`.\n`;
  expect(wrongCounts(recipe(2))).toEqual([]);
  expect(wrongCounts(recipe(4))).toEqual(['… a kind: 2 files, not 4']);
});

test('the sums of the features are those of their rows', () => {
  const features = (sums) =>
    `${sums}\n\n| 1 | a | **has** | b |\n| 2 | c | **partly**: no d | e |\n| 3 | f | **has**: g | h |\n`;
  expect(wrongSums(features('**2 has, 1 partly, 0 not**'))).toEqual([]);
  expect(wrongSums(features('**1 has, 1 partly, 1 not**'))).toEqual(['2 rows say has, not 1', '0 rows say not, not 1']);
});

test('every file that the documentation or a comment names is in the repository', () => {
  expect(checkDocs()).toEqual([]);
});
