import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, trackedFiles } from './tracked-files.mjs';

const MOST_LINES = 500;
const SOURCE = /\.(tsx?|mts|mjs|js|sol|css)$/;
/** Tests, simulations and benchmarks: many cases of one kind. */
const TEST = /^(e2e|bench|server\/sim|contracts\/test|web\/testing)\/|\.test\.|\/testing[a-z-]*\.ts$/;

const isProduct = (path) => SOURCE.test(path) && !TEST.test(path);
const linesOf = (path) => readFileSync(join(ROOT, path), 'utf8').split('\n').length - 1;

test('a file of product code has at most 500 lines', () => {
  const files = trackedFiles().filter(isProduct);
  expect(files).toContain('server/src/domain/token/token.list.ts');
  expect(files).not.toContain('server/src/domain/token/token.list.test.ts');
  const long = files.flatMap((path) => (linesOf(path) > MOST_LINES ? [`${path}: ${linesOf(path)} lines`] : []));
  expect(long).toEqual([]);
});
