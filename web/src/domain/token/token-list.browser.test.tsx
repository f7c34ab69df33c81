import { PAGE_SIZE } from '@skarb/schema/limits';
import { tokenEndpoints } from '@skarb/schema/token';
import { expect, it, onTestFinished } from 'vitest';
import { aToken, cardOf, listOf, uuidOf } from '../../../testing/examples.ts';
import { alert, button, main, openApp, seen } from '../../../testing/open-app.tsx';
import { refuse } from '../../../testing/scripted-api.ts';

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
