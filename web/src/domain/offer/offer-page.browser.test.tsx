import { expect, it, onTestFinished } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { anOffer, aToken, daysAgo, inDays, withOffers } from '../../../testing/examples.ts';
import { button, main, openApp, seen } from '../../../testing/open-app.tsx';
import { anAuction, answerTrade } from '../../../testing/trading.ts';

it('a long name of a collection is cut on the page of an offer on a phone', async () => {
  await page.viewport(390, 844);
  const token = aToken();
  const offer = anOffer({ ...token, collection: { ...token.collection, name: 'Ш'.repeat(32) } });
  await openApp(`/offers/${offer.uuid}`, { answers: (api) => answerTrade(api, token, [offer]) });
  await seen(main().getByText('Ш'.repeat(32)).first());
  expect(document.documentElement.scrollWidth).toBe(390);
});

it.each([
  ['sale', 'Quiet evening for 0.3 ETH on Skarb.'],
  ['auction', 'Quiet evening at auction on Skarb: bids from 0.42 ETH.'],
] as const)('the page of a %s is described with what somebody would pay', async (type, words) => {
  const meta = document.createElement('meta');
  meta.name = 'description';
  document.head.append(meta);
  onTestFinished(() => meta.remove());
  const token = aToken({ name: 'Quiet evening' });
  const offer = type === 'sale' ? anOffer(token) : anOffer(token, anAuction({ nextBid: '0.42' }));
  await openApp(`/offers/${offer.uuid}`, { answers: (api) => answerTrade(api, token, [offer]) });
  await expect.poll(() => meta.content).toBe(words);
});

it('an auction that was cancelled before its start never started', async () => {
  const token = aToken();
  const offer = anOffer(token, { ...anAuction(), status: 'CANCELLED', startsAt: inDays(1), updatedAt: daysAgo(0) });
  await openApp(`/offers/${offer.uuid}`, { answers: (api) => answerTrade(api, token, [offer]) });
  const stops = main().getByRole('list', { name: 'Timeline' }).getByRole('listitem');
  await expect.element(stops.last()).toHaveTextContent(/^Cancelled/);
  expect(stops.elements()).toHaveLength(2);
});

it('on paper the page says at what time an offer was checked, not how long ago', async () => {
  const token = aToken();
  const offer = anOffer(token, { checked: { block: 800, at: '2026-11-20T12:00:00.000Z' } });
  await openApp(`/offers/${offer.uuid}`, { answers: (api) => answerTrade(api, token, [offer]) });
  const line = main().getByText(/^Checked .*ago$/);
  await seen(line);
  const after = () => getComputedStyle(line.element(), '::after').content;
  expect(after()).toBe('none');
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' });
  onTestFinished(async () => void (await cdp().send('Emulation.setEmulatedMedia', { media: '' })));
  await expect.poll(after).toMatch(/Checked .*2026/);
  await expect.poll(() => getComputedStyle(line.element()).fontSize).toBe('0px');
});

it.each(['work', 'offer'] as const)(
  'the line that says when an offer was checked has a fixed height on the page of the %s: its words move nothing below it',
  async (place) => {
    const token = aToken();
    const offer = anOffer(token);
    await openApp(place === 'work' ? `/nfts/${token.uuid}` : `/offers/${offer.uuid}`, {
      answers: (api) => answerTrade(api, withOffers(token, offer), [offer]),
    });
    for (const width of [390, 1440]) {
      await page.viewport(width, 900);
      await seen(button(main(), 'Verify it yourself'));
      // In one go, so that no tick of its clock comes between.
      const heights = ['Checked now', `Checked ${'59 seconds ago '.repeat(9)}`].map((words) => {
        const ago = document.querySelector('[data-ago]') as HTMLElement;
        ago.textContent = words;
        return ago.closest('section')?.getBoundingClientRect().height ?? 0;
      });
      expect(heights[0]).toBeGreaterThan(40);
      expect(heights[1]).toBe(heights[0]);
    }
  },
);
