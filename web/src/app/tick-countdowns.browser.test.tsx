import { expect, it, onTestFinished, vi } from 'vitest';
import { serverHtml } from '../../testing/server-html.ts';
import { tickCountdowns } from './tick-countdowns.ts';

it('a countdown of a part that is not hydrated yet runs, and stops when React takes over', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const end = new Date(Date.now() + (24 * 3600 + 65) * 1000).toISOString();
  const place = serverHtml(`<time role="timer" datetime="${end}">1 day 00:02:00</time>`);
  onTestFinished(() => place.remove());
  let hydrate = () => {};
  const ticking = tickCountdowns(new Promise<void>((resolve) => (hydrate = resolve)));
  vi.advanceTimersByTime(2000);
  expect(place.textContent).toBe('1 day 00:01:03');
  hydrate();
  await ticking;
  vi.advanceTimersByTime(5000);
  expect(place.textContent).toBe('1 day 00:01:03');
});
