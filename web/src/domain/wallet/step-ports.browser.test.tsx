import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { stepPorts } from './step-ports.ts';

const take = (name: string) => stepPorts(new QueryClient()).lock?.(name);
const beBusy = (ms: number): void => {
  for (const start = performance.now(); performance.now() - start < ms;);
};

test('a busy page gets the lock of its steps, however late the answer comes', async () => {
  const asked = take('busy');
  beBusy(600);
  const give = await asked;
  expect(give).toBeInstanceOf(Function);
  give?.();
});

test('steps that another tab runs stay locked until it gives them back', async () => {
  const give = await take('shared');
  expect(await take('shared')).toBeNull();
  give?.();
  const again = await take('shared');
  expect(again).toBeInstanceOf(Function);
  again?.();
});
