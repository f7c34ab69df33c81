import { activityEndpoints } from '@skarb/schema/activity';
import { collectionEndpoints } from '@skarb/schema/collection';
import { expect, it } from 'vitest';
import { listOf, uuidOf } from '../../testing/examples.ts';
import { aTrendingCollection, anActivity } from '../../testing/front-examples.ts';
import { alert, alerts, button, main, openApp, seen, texts } from '../../testing/open-app.tsx';
import { refuse } from '../../testing/scripted-api.ts';

it('says why the next page of a list did not come, in the language of its reader, and loads it with another try', async () => {
  let isDown = true;
  await openApp('/collections', {
    language: 'ukr',
    answers: (api) =>
      api.answer(collectionEndpoints.trending, ({ query }) => {
        if (query.page === 2 && isDown) return refuse(503, 'database.away');
        const name = `Collection ${query.page}`;
        const { data, meta } = listOf([aTrendingCollection({ uuid: uuidOf(500 + query.page), name })]);
        return { data, meta: { ...meta, currentPage: query.page, totalItems: 2, totalPages: 2 } };
      }),
  });
  const rows = () => texts(main().getByRole('table').getByRole('row')).slice(1);
  await button(main(), 'Показати ще').click();
  await seen(alert(main(), /\p{Script=Cyrillic}{3}/u));
  expect(rows()).toHaveLength(1);
  isDown = false;
  await button(main(), 'Спробувати ще раз').click();
  await expect.poll(rows).toHaveLength(2);
  expect(alerts(main()).elements()).toEqual([]);
  await expect.element(button(main(), 'Показати ще')).not.toBeInTheDocument();
});

it('a list that did not come at all keeps its button, without placeholders, until another try is answered', async () => {
  let answer: () => unknown = () => refuse(503, 'database.away');
  const { goTo } = await openApp('/404', {
    answers: (api) => api.answer(activityEndpoints.list, () => answer() as never),
  });
  await goTo('/activity');
  await seen(alerts(main()).first());
  const list = main().getByRole('list', { name: 'Activity' });
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  answer = async () => arrived.then(() => listOf([anActivity()]));
  const again = button(main(), 'Try again');
  await again.click();
  await expect.element(again).toHaveAttribute('aria-busy', 'true');
  expect(list.element().children).toHaveLength(0);
  arrive();
  await expect.element(list.getByRole('link').first()).toHaveFocus();
});
