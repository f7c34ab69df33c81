import { expect, it, onTestFinished } from 'vitest';
import { expectSkippedTransitions } from './skipped-transition.ts';

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

it('a transition that the next page change skips is no uncaught error', async () => {
  const original = document.startViewTransition;
  const uncaught: unknown[] = [];
  const listen = ({ reason }: PromiseRejectionEvent) => void uncaught.push(reason);
  addEventListener('unhandledrejection', listen);
  onTestFinished(() => {
    document.startViewTransition = original;
    removeEventListener('unhandledrejection', listen);
  });
  expectSkippedTransitions();
  let updates = 0;
  const transition = document.startViewTransition(() => void (updates += 1));
  transition.skipTransition();
  await transition.finished;
  await nextFrame();
  await nextFrame();
  expect(updates).toBe(1);
  expect(uncaught).toEqual([]);
});
