import { activityEndpoints } from '@skarb/schema/activity';
import { expect, it } from 'vitest';
import { listOf } from '../../testing/examples.ts';
import { anActivity } from '../../testing/front-examples.ts';
import { button, main, openApp, seen } from '../../testing/open-app.tsx';
import { refuse } from '../../testing/scripted-api.ts';

it('a list that the server asks to wait for says when it is tried again, and tries at once on request', async () => {
  let isBusy = true;
  const { goTo } = await openApp('/404', {
    answers: (api) =>
      api.answer(activityEndpoints.list, () =>
        isBusy ? refuse(429, 'http.429', 'busy', { 'retry-after': '60' }) : listOf([anActivity()]),
      ),
  });
  await goTo('/activity');
  await expect.element(main()).toHaveTextContent(/The server is busy\. Next try in [56]\d s\./);
  isBusy = false;
  await button(main(), 'Try again').click();
  await seen(main().getByRole('list', { name: 'Activity' }).getByRole('link').first());
  await expect.element(main()).not.toHaveTextContent('The server is busy');
});
