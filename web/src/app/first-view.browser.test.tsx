import { collectionEndpoints } from '@skarb/schema/collection';
import { frontPageEndpoints } from '@skarb/schema/front-page';
import { tokenEndpoints } from '@skarb/schema/token';
import { expect, it } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { aCollection, anOffer, aToken, cardOf, inDays, listOf, uuidOf, withOffers } from '../../testing/examples.ts';
import { aFrontPage, inAuction } from '../../testing/front-examples.ts';
import { button, main, openApp, seen } from '../../testing/open-app.tsx';
import { anAuction } from '../../testing/trading.ts';
import { LANGUAGES } from '@skarb/schema/language';

const boxOf = (place: Locator) => place.element().getBoundingClientRect();
const auction = { offerUuid: uuidOf(71), price: '1', currency: 'ETH', bidCount: 1, startsAt: null, endsAt: inDays(2) };
const token = cardOf(aToken());
const card = () => main().getByRole('article').first();

const openCollection = (query: string) =>
  openApp(`/collections/${aCollection().uuid}${query}`, {
    answers: (api) =>
      api
        .answer(collectionEndpoints.show, () => ({ data: aCollection() }))
        .answer(tokenEndpoints.list, () => listOf([token])),
  });

it('the first view of a collection reaches its works', async () => {
  await openCollection('');
  await seen(card());
  expect(boxOf(card()).top).toBeLessThan(700);
});

it('a link that filters the works of a collection leaves out what would push them away', async () => {
  await page.viewport(390, 844);
  await openCollection('?trait=Motif:Bird');
  await seen(card());
  expect(boxOf(card()).top).toBeLessThan(844);
});

it('on a tablet the work that leads stands beside its price and its button', async () => {
  await page.viewport(820, 1180);
  await openApp('/nfts', { answers: (api) => api.answer(frontPageEndpoints.show, () => ({ data: aFrontPage() })) });
  const lead = main().getByRole('region', { name: 'In auction now' });
  await seen(lead);
  const art = (lead.element().querySelector('img') as Element).getBoundingClientRect();
  const action = boxOf(lead.getByRole('link', { name: 'See the auction' }));
  expect(art.right).toBeLessThan(action.left);
  expect(action.bottom).toBeLessThan(1000);
});

it('three auctions fill their row, and the links beside the headings end where it ends', async () => {
  const endingSoon = [1, 2, 3].map((at) => inAuction({ uuid: uuidOf(430 + at), name: `Lot ${at}` }));
  await openApp('/nfts', {
    answers: (api) => api.answer(frontPageEndpoints.show, () => ({ data: aFrontPage({ endingSoon }) })),
  });
  const row = main().getByRole('list', { name: 'Live auctions' });
  await seen(row);
  expect(boxOf(row.getByRole('listitem').last()).right).toBeGreaterThan(boxOf(row).right - 30);
  const ends = ['All auctions', 'All collections'].map((name) => boxOf(main().getByRole('link', { name })).right);
  expect(ends[0]).toBe(ends[1]);
});

it('the time left of an auction leaves the picture of its card free', async () => {
  await openApp('/nfts', {
    answers: (api) => api.answer(tokenEndpoints.list, () => listOf([{ ...token, listing: null, auction }])),
  });
  const time = card().getByRole('timer');
  await seen(time);
  const picture = (card().element().querySelector('img') as Element).getBoundingClientRect();
  expect(boxOf(time).top).toBeGreaterThan(picture.bottom);
});

it('the button of an auction is as high as the room that was kept for it', async () => {
  const lot = withOffers(aToken(), anOffer(aToken(), anAuction()));
  await openApp(`/nfts/${lot.uuid}`, { answers: (api) => api.answer(tokenEndpoints.show, () => ({ data: lot })) });
  const bid = button(main(), 'Place a bid');
  await seen(bid);
  const panel = main().getByRole('region', { name: 'Auction' }).element().parentElement;
  expect(panel?.lastElementChild?.clientHeight).toBe(boxOf(bid).height);
});

it.for(LANGUAGES)(
  'the line below the title of the gallery keeps its height when the fonts arrive: %s',
  async (language) => {
    await openApp('/nfts', { language });
    const find = () => document.querySelector<HTMLElement>('main header p');
    await expect.poll(find).not.toBeNull();
    const line = find() as HTMLElement;
    await document.fonts.ready;
    // In the widths of phones, and as wide as it may be.
    for (const width of ['328px', '358px', '380px', '']) {
      line.style.width = width;
      line.style.fontFamily = '';
      const height = line.clientHeight;
      line.style.fontFamily = "'Stand-in', 'DejaVu Stand-in'";
      expect(line.clientHeight, width).toBe(height);
    }
  },
);
