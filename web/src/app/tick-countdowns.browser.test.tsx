import { expect, it, onTestFinished } from 'vitest';
import { serverHtml } from '../../testing/server-html.ts';
import { tickCountdowns } from './tick-countdowns.ts';

it('a countdown of a part that is not hydrated yet runs, and stops when React takes over', async () => {
  const end = new Date(Date.now() + (24 * 3600 + 65) * 1000).toISOString();
  const place = serverHtml(`<time role="timer" datetime="${end}">1 day 00:02:00</time>`);
  onTestFinished(() => place.remove());
  let hydrate = () => {};
  const ticking = tickCountdowns(new Promise<void>((resolve) => (hydrate = resolve)));
  await expect.poll(() => place.textContent, { timeout: 3000 }).toMatch(/^1 day 00:01:0[0-5]$/);
  hydrate();
  await ticking;
  const before = place.textContent;
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(place.textContent).toBe(before);
});
