import { PAGE_SIZE } from '@skarb/schema/limits';
import { searchEndpoints } from '@skarb/schema/search';
import { tokenEndpoints } from '@skarb/schema/token';
import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { announce } from '../../../testing/browser-boundary.ts';
import { aToken, aUser, cardOf, inDays, listOf, personOf, SELLER, uuidOf } from '../../../testing/examples.ts';
import { alert, button, header, main, openApp, seen } from '../../../testing/open-app.tsx';
import { refuse, type ScriptedApi } from '../../../testing/scripted-api.ts';

it('the places of the next page are kept: what is below the list stays where it is when the page arrives', async () => {
  const total = PAGE_SIZE.token + 9;
  const works = Array.from({ length: total }, (_, index) => cardOf(aToken({ uuid: uuidOf(7000 + index) })));
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await openApp('/nfts?onSale=true', {
    answers: (api) =>
      api.answer(tokenEndpoints.list, async ({ query: { page = 1, limit = PAGE_SIZE.token } }) => {
        if (page > 1) await arrived;
        return {
          data: works.slice((page - 1) * limit, page * limit),
          meta: { itemsPerPage: limit, totalItems: total, currentPage: page, totalPages: Math.ceil(total / limit) },
        };
      }),
  });
  // As for everybody who has scrolled (app/reveal-late.ts): true heights instead of guessed ones.
  document.documentElement.dataset.revealed = '';
  onTestFinished(() => void delete document.documentElement.dataset.revealed);
  const list = main().getByRole('list', { name: 'Gallery' });
  await seen(list);
  await expect.poll(() => list.getByRole('article').elements()).toHaveLength(PAGE_SIZE.token);
  // Without a scroll: a jump to the end of an idle page must find them.
  await expect.poll(() => list.element().querySelectorAll('li[aria-hidden]').length).toBe(9);
  scrollTo(0, 1);
  const height = () => list.element().getBoundingClientRect().height;
  const before = height();
  arrive();
  await expect
    .poll(() => {
      // The frame of the tests has no margin around its window in which the end of the list counts as near.
      list.element().querySelector('li[aria-hidden]')?.scrollIntoView();
      return list.getByRole('article').elements();
    })
    .toHaveLength(total);
  // Less than a line of text.
  expect(Math.abs(height() - before)).toBeLessThan(10);
});

it('a jump past the end of the list into the kept places loads what is in view', async () => {
  const total = 5 * PAGE_SIZE.token;
  const works = Array.from({ length: total }, (_, index) => cardOf(aToken({ uuid: uuidOf(7000 + index) })));
  await openApp('/nfts?onSale=true', {
    answers: (api) =>
      api.answer(tokenEndpoints.list, ({ query: { page = 1, limit = PAGE_SIZE.token } }) => ({
        data: works.slice((page - 1) * limit, page * limit),
        meta: { itemsPerPage: limit, totalItems: total, currentPage: page, totalPages: total / limit },
      })),
  });
  document.documentElement.dataset.revealed = '';
  onTestFinished(() => void delete document.documentElement.dataset.revealed);
  const list = main().getByRole('list', { name: 'Gallery' });
  await seen(list);
  await expect.poll(() => list.element().querySelectorAll('li[aria-hidden]').length).toBe(4 * PAGE_SIZE.token);
  // In one step, past the first page and what is near it.
  [...list.element().querySelectorAll('li[aria-hidden]')][40]?.scrollIntoView();
  await expect.poll(() => list.getByRole('article').elements(), { timeout: 10_000 }).toHaveLength(total);
});

it.each([
  ['grid', 'Oksana Veresneva'],
  ['small', 'Niamh Kelly'],
  ['list', 'Niamh Kelly'],
])('in the view “%s” the time left of an auction cuts no name, and makes its card no higher', async (view, name) => {
  await page.viewport(820, 900);
  document.documentElement.dataset.view = view;
  onTestFinished(() => void delete document.documentElement.dataset.view);
  const auction = { offerUuid: uuidOf(71), price: '0.46', currency: 'ETH', bidCount: 3, startsAt: null };
  const token = aToken({ name: 'Page for a Blank Gospel', creator: { ...personOf(SELLER), name, isVerified: true } });
  const withTimer = cardOf({ ...token, listing: null, auction: { ...auction, endsAt: inDays(0.5) } });
  await openApp('/auctions', {
    answers: (api) => api.answer(tokenEndpoints.list, () => listOf([withTimer, cardOf({ ...token, uuid: uuidOf(2) })])),
  });
  await seen(main().getByRole('timer').first());
  const [card, other] = main().getByRole('article').elements();
  if (!card || !other) throw new Error('The list has less than two works');
  const shown = [...card.querySelectorAll('[data-auction-mark]')].filter((mark) => mark.checkVisibility());
  expect(shown.map((mark) => mark.textContent)).toEqual([expect.stringMatching(/\d\d:\d\d:\d\d$/)]);
  const artist = card.querySelector('[data-maker] bdi') as Element;
  expect(artist.scrollWidth).toBeLessThanOrEqual(artist.clientWidth);
  if (view !== 'small') {
    const work = card.querySelector('h3 a') as Element;
    expect(work.scrollWidth).toBeLessThanOrEqual(work.clientWidth);
    expect(card.clientHeight).toBe(other.clientHeight);
  }
});

it('a narrow card shows by its icon whether an auction starts or ends', async () => {
  await page.viewport(390, 844);
  const auction = { offerUuid: uuidOf(71), price: '0.46', currency: 'ETH', bidCount: 0, startsAt: null };
  const work = (uuid: string, startsAt: string | null) =>
    cardOf({ ...aToken({ uuid }), listing: null, auction: { ...auction, startsAt, endsAt: inDays(3) } });
  await openApp('/auctions', {
    answers: (api) =>
      api.answer(tokenEndpoints.list, () => listOf([work(uuidOf(1), inDays(1)), work(uuidOf(2), null)])),
  });
  await seen(main().getByRole('timer').first());
  const icons = main()
    .getByRole('article')
    .elements()
    .map((card) => card.querySelector('[data-auction-mark] svg')?.classList.item(1));
  expect(icons).toEqual(['lucide-clock', 'lucide-gavel']);
});

it('a list that failed has another try, after which its first work has the focus', async () => {
  let answer: () => unknown = () => refuse(500, 'internal');
  await openApp('/auctions', { answers: (api) => api.answer(tokenEndpoints.list, () => answer() as never) });
  await seen(alert(main(), 'Something went wrong on our side'));
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  answer = async () => arrived.then(() => listOf([cardOf(aToken())]));
  const again = button(main(), 'Try again');
  await again.click();
  // As long as the answer takes: the button and what it belongs to stay.
  await expect.element(again).toHaveAttribute('aria-busy', 'true');
  await seen(alert(main(), 'Something went wrong on our side'));
  await expect.element(again).toHaveFocus();
  arrive();
  await expect.element(main().getByRole('article').first().getByRole('link').first()).toHaveFocus();
});

/** Well before what is shown is read again by itself. */
const SOON = { timeout: 15_000 };
/** Another work is gone: lists are read again. */
const readAgain = () => announce({ kind: 'token', uuid: uuidOf(9), tokenUuid: uuidOf(9), version: 1, isGone: true });

it('a heart that is pressed while its list is read again stays pressed, also after an answer from before', async () => {
  let save = () => {};
  const saved = new Promise<undefined>((resolve) => (save = () => resolve(undefined)));
  const token = aToken();
  let now = { name: token.name, isFavorite: false };
  const { api } = await openApp('/nfts?onSale=true', {
    user: aUser(),
    answers: (scripted) =>
      scripted
        .answer(tokenEndpoints.list, () => listOf([cardOf({ ...token, ...now })]))
        .answer(tokenEndpoints.favorite, () => saved),
  });
  const heart = button(main(), /^Favourite: /);
  await heart.click();
  await expect.element(heart).toHaveAttribute('aria-pressed', 'true');
  now = { ...now, name: 'A new name' };
  await readAgain();
  await expect.element(main().getByRole('heading', { name: 'A new name' })).toBeVisible();
  expect(heart.element().getAttribute('aria-pressed')).toBe('true');
  now = { name: 'Its last name', isFavorite: true };
  save();
  await expect.element(main().getByRole('heading', { name: 'Its last name' }), SOON).toBeVisible();
  await expect.poll(() => api.isQuiet).toBe(true);
  expect(heart.element().getAttribute('aria-pressed')).toBe('true');
});

it('what the last person of a browser pressed and did not save is not shown to the next one', async () => {
  const token = aToken();
  let isFavorite = true;
  await openApp('/nfts?onSale=true', {
    user: aUser(),
    answers: (scripted) =>
      scripted
        .answer(tokenEndpoints.list, () => listOf([cardOf({ ...token, isFavorite })]))
        .answer(tokenEndpoints.unfavorite, () => new Promise<undefined>(() => {})),
  });
  const heart = button(main(), /^Favourite: /);
  await heart.click();
  await expect.element(heart).toHaveAttribute('aria-pressed', 'false');
  await heart.click();
  await expect.element(heart).toHaveAttribute('aria-pressed', 'true');
  isFavorite = false;
  await button(header(), /^Account of/).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await seen(button(header(), 'Sign in'));
  await expect.element(heart, SOON).toHaveAttribute('aria-pressed', 'false');
});

const HEARTS = {
  'at the end of a work’s page': (card: ReturnType<typeof cardOf>) => ({
    path: `/nfts/${uuidOf(77)}`,
    answers: (scripted: ScriptedApi) =>
      scripted
        .answer(tokenEndpoints.show, () => ({ data: aToken({ uuid: uuidOf(77), name: 'The first' }) }))
        .answer(tokenEndpoints.list, () => listOf([card])),
  }),
  'of a search': (card: ReturnType<typeof cardOf>) => ({
    path: '/search?q=owl',
    answers: (scripted: ScriptedApi) =>
      scripted.answer(searchEndpoints.find, () => ({
        data: {
          exact: null,
          corrected: null,
          tokens: [{ ...card, matched: null }],
          areTokensListed: true,
          collections: [],
          people: [],
        },
      })),
  }),
};
it.each(Object.keys(HEARTS) as (keyof typeof HEARTS)[])(
  'the heart of a card %s answers a press at once',
  async (name) => {
    const { path, answers } = HEARTS[name](cardOf(aToken({ name: 'A quiet owl', isFavorite: false })));
    const { api } = await openApp(path, {
      user: aUser(),
      answers: (scripted) =>
        answers(scripted)
          .answer(tokenEndpoints.favorite, () => undefined)
          .answer(tokenEndpoints.unfavorite, () => undefined),
    });
    const heart = button(main(), 'Favourite: A quiet owl');
    await seen(heart);
    await expect.poll(() => api.isQuiet).toBe(true);
    await heart.click();
    await expect.element(heart, { timeout: 2000 }).toHaveAttribute('aria-pressed', 'true');
    await heart.click();
    await expect.element(heart, { timeout: 2000 }).toHaveAttribute('aria-pressed', 'false');
    await expect.poll(() => api.requests(tokenEndpoints.unfavorite).length).toBe(1);
  },
);

it('a heart whose saving fails after its list was read again shows what the server has', async () => {
  let end = () => {};
  const refused = new Promise<void>((resolve) => (end = resolve));
  const token = aToken();
  let name = token.name;
  await openApp('/nfts?onSale=true', {
    user: aUser(),
    answers: (scripted) =>
      scripted
        .answer(tokenEndpoints.list, () => listOf([cardOf({ ...token, name })]))
        .answer(tokenEndpoints.favorite, async () => {
          await refused;
          return refuse(404, 'token.notFound');
        }),
  });
  const heart = button(main(), /^Favourite: /);
  await heart.click();
  name = 'A new name';
  await readAgain();
  await expect.element(main().getByRole('heading', { name })).toBeVisible();
  await expect.element(heart).toHaveAttribute('aria-pressed', 'true');
  end();
  await expect.element(heart, SOON).toHaveAttribute('aria-pressed', 'false');
});

it('a heart that is pressed while its list is read delays that reading until it is saved', async () => {
  let answered = () => {};
  const late = new Promise<void>((resolve) => (answered = resolve));
  const token = aToken();
  let reads = 0;
  await openApp('/nfts?onSale=true', {
    user: aUser(),
    answers: (scripted) =>
      scripted
        .answer(tokenEndpoints.list, async () => {
          if (++reads === 2) await late;
          return listOf([cardOf({ ...token, isFavorite: reads > 2, name: reads > 2 ? 'A new name' : token.name })]);
        })
        .answer(tokenEndpoints.favorite, () => undefined),
  });
  const heart = button(main(), /^Favourite: /);
  await seen(heart);
  await readAgain();
  await expect.poll(() => reads).toBe(2);
  await heart.click();
  await expect.element(main().getByRole('heading', { name: 'A new name' }), SOON).toBeVisible();
  await expect.element(heart).toHaveAttribute('aria-pressed', 'true');
  answered();
});
