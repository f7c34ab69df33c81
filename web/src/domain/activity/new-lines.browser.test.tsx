import { activityEndpoints } from '@skarb/schema/activity';
import { followEndpoints } from '@skarb/schema/follow';
import { expect, it } from 'vitest';
import { announce } from '../../../testing/browser-boundary.ts';
import { aUser, hashOf, uuidOf } from '../../../testing/examples.ts';
import { anActivity } from '../../../testing/front-examples.ts';
import { button, main, openApp, seen, texts } from '../../../testing/open-app.tsx';

const PAGE = 20;

/** A market in which something happens each second: `count` lines, newest first, as a page of them. */
const linesOf = (count: number, page: number) => ({
  data: Array.from({ length: count }, (_, index) => count - index)
    .slice((page - 1) * PAGE, page * PAGE)
    .map((number) => {
      const line = anActivity({ uuid: uuidOf(1000 + number), txHash: hashOf(1000 + number) });
      const createdAt = new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString();
      return { ...line, createdAt, token: { ...line.token, name: `Work ${number}` } };
    }),
  meta: { itemsPerPage: PAGE, totalItems: count, currentPage: page, totalPages: Math.ceil(count / PAGE) },
});
/** The works from one number down to another. */
const works = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => `Work ${from - index}`);

it.each([
  ['/activity', 'ukr', '20+ нових подій', 'Показати ще', '5 нових подій'],
  ['/feed', 'en', '20+ new', 'Show more', '5 new'],
] as const)(
  '%s shows every line after more than a page of new ones, and moves nothing before the press',
  async (path, language, many, more, few) => {
    let count = 30;
    const { api } = await openApp(path, {
      language,
      user: aUser(),
      answers: (scripted) =>
        scripted
          .answer(activityEndpoints.list, ({ query }) => linesOf(count, query.page))
          .answer(followEndpoints.feed, ({ query }) => linesOf(count, query.page)),
    });
    // A line may name its work more than once.
    const shown = () => [
      ...new Set(
        texts(main())
          .join()
          .match(/Work \d+/g),
      ),
    ];
    await expect.poll(shown).toEqual(works(30, 11));
    // A restored session reads the page again.
    await expect.poll(() => api.isQuiet).toBe(true);
    const happens = async (now: number) => {
      count = now;
      await announce({ kind: 'activity', uuid: uuidOf(1), version: 0 });
    };
    await happens(35);
    await button(main(), few).click();
    await expect.poll(shown).toEqual(works(35, 11));
    await happens(65);
    await seen(button(main(), many));
    expect(shown()).toEqual(works(35, 11));
    await button(main(), many).click();
    await expect.poll(shown).toEqual(works(65, 46));
    await button(main(), more).click();
    await expect.poll(shown).toEqual(works(65, 26));
  },
);
