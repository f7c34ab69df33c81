import { PAGE_SIZE } from '@skarb/schema/limits';
import { tokenEndpoints } from '@skarb/schema/token';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { aToken, cardOf, CATEGORY, listOf, uuidOf } from '../../testing/examples.ts';
import { type App, button, main, openApp, seen } from '../../testing/open-app.tsx';
import { toast } from '../ui/toast.tsx';

const works = Array.from({ length: PAGE_SIZE.token + 2 }, (_, at) =>
  cardOf(aToken({ uuid: uuidOf(700 + at), name: `Work ${at + 1}` })),
);
/** Opens a screen with all that it asks for at first. A card that has the focus asks for its work, also a moment after a test. */
const open = async (path: string, answers: (api: App['api']) => App['api']): Promise<App> => {
  const app = await openApp(path, {
    answers: (api) => answers(api.answer(tokenEndpoints.show, ({ params }) => ({ data: aToken({ uuid: params.id }) }))),
  });
  await expect.poll(() => app.api.isQuiet).toBe(true);
  return app;
};
const card = (name: string) => main().getByRole('link', { name, exact: true });
const chip = (name: string) => button(main(), `Remove: ${name}`);
/** Presses a control by the keyboard. */
const press = async (control: Locator) => {
  await seen(control);
  (control.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
};

it('the last press of “Show more” leads to the first work that it brought', async () => {
  // The focus scrolls to the button, and the list loads by itself then: not before the press.
  let letGo = () => {};
  const pressed = new Promise<void>((resolve) => (letGo = resolve));
  const answers = (api: App['api']) =>
    api.answer(tokenEndpoints.list, async ({ query }) => {
      if (query.page === 2) await pressed;
      return {
        data: query.page === 2 ? works.slice(PAGE_SIZE.token) : works.slice(0, PAGE_SIZE.token),
        meta: { itemsPerPage: PAGE_SIZE.token, totalItems: works.length, currentPage: query.page, totalPages: 2 },
      };
    });
  await open('/auctions', answers);
  await press(button(main(), 'Show more'));
  letGo();
  await expect.element(card(`Work ${PAGE_SIZE.token + 1}`)).toHaveFocus();
});

it('“Show more” that goes because its focus scrolled to the last works leads to the first of them', async () => {
  await open('/auctions', (api) =>
    api.answer(tokenEndpoints.list, ({ query }) => ({
      data: query.page === 2 ? works.slice(PAGE_SIZE.token) : works.slice(0, PAGE_SIZE.token),
      meta: { itemsPerPage: PAGE_SIZE.token, totalItems: works.length, currentPage: query.page, totalPages: 2 },
    })),
  );
  const more = button(main(), 'Show more');
  await seen(more);
  (more.element() as HTMLElement).focus();
  await expect.element(card(`Work ${PAGE_SIZE.token + 1}`)).toHaveFocus();
});

it('a filter that is removed leaves the focus at the next one, the last one at the works', async () => {
  await open(`/nfts?state=BUY_NOW&state=NEW&type=ERC721&category=${CATEGORY.uuid}`, (api) =>
    api.answer(tokenEndpoints.list, () => listOf(works.slice(0, 2))),
  );
  await press(chip('Buy now'));
  await expect.element(chip('New')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(chip('Art')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(chip('One of one')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(card('Work 1')).toHaveFocus();
});

it('when nothing is found, “Clear all” leads to what is there without filters', async () => {
  let letGo = () => {};
  const pressed = new Promise<void>((resolve) => (letGo = resolve));
  await open('/nfts?type=ERC1155&state=NEW', (api) =>
    api.answer(tokenEndpoints.list, async ({ query }) => {
      if (!query.type) await pressed;
      return listOf(query.type ? [] : works.slice(0, 2));
    }),
  );
  await seen(main().getByText('Nothing matches', { exact: true }));
  const clear = button(main(), 'Clear all').last();
  await seen(clear);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await press(clear);
  await expect.element(chip('New')).not.toBeInTheDocument();
  // Longer than a control that is gone is waited for: until the works are known nothing says that there are none.
  vi.advanceTimersByTime(1000);
  vi.useRealTimers();
  await expect.element(clear).toHaveFocus();
  await seen(main().getByText('Nothing matches', { exact: true }));
  letGo();
  await expect.element(card('Work 1')).toHaveFocus();
});

it('a message that is closed gives the focus back to where it was', async () => {
  await open('/nfts', (api) => api.answer(tokenEndpoints.list, () => listOf(works.slice(0, 2))));
  await seen(card('Work 2'));
  (card('Work 2').element() as HTMLElement).focus();
  toast.info('Hello');
  await press(button(page.getByRole('region', { name: 'Messages' }), 'Close'));
  await expect.element(card('Work 2')).toHaveFocus();
});

it('what the user has left keeps no focus: its end moves nothing', async () => {
  await open('/nfts?type=ERC721&state=NEW', (api) => api.answer(tokenEndpoints.list, () => listOf(works.slice(0, 2))));
  const first = chip('New');
  await seen(first);
  const element = first.element() as HTMLElement;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  element.focus();
  element.blur();
  element.click();
  await expect.element(first).not.toBeInTheDocument();
  vi.advanceTimersByTime(1000);
  expect(document.activeElement).toBe(document.body);
});
