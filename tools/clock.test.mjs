import { expect, test } from 'vitest';
import { checkClock, clockReads, clockWaits } from './clock.mjs';

test.each(['Date.now()', 'new Date()', 'performance.now()', 'Math.random()'])(
  '%s reads the clock or chance',
  (source) => {
    expect(clockReads(`const a = ${source};`, 'a.ts')).toEqual([10]);
  },
);

test.each(['new Date(at)', 'Date.parse(at)', 'now()'])('%s does not', (source) => {
  expect(clockReads(`const a = ${source};`, 'a.ts')).toEqual([]);
});

test.each([
  'await new Promise((resolve) => setTimeout(resolve, 50))',
  'await sleep(50)',
  'await setTimeout(50)',
  'await page.waitForTimeout(50)',
])('a test that has "%s" waits by the clock, unless it asks again and again', (source) => {
  expect(clockWaits(`it('a', async () => { ${source}; });`, 'a.test.ts')).toHaveLength(1);
  expect(clockWaits(`it('a', async () => { while (!(await isSo())) ${source}; });`, 'a.test.ts')).toEqual([]);
});

test('the next turn of the event loop is no time', () => {
  expect(clockWaits('await new Promise((resolve) => setTimeout(resolve));', 'a.test.ts')).toEqual([]);
});

test('no rule reads the clock, and no test waits by it', () => {
  expect(checkClock()).toEqual([]);
});
