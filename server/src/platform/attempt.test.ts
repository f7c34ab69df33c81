import { expect, it } from 'vitest';
import { createAttempt } from './attempt.ts';

it('a step that fails for a while is logged at first and then once in twenty failures; a success starts again', async () => {
  const lines: unknown[] = [];
  const attempt = createAttempt({ warn: (message, details) => lines.push([message, details]) }, 'the step failed');
  const fail = () => attempt(() => Promise.reject(new Error('no answer')));
  for (let round = 1; round <= 45; round++) expect(await fail()).toBe(round);
  expect(await attempt(async () => {})).toBe(0);
  expect(await fail()).toBe(1);
  expect(lines).toEqual([1, 20, 40, 1].map((failures) => ['the step failed', { failures, error: 'Error: no answer' }]));
});
