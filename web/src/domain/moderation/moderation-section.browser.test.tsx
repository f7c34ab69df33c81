import { moderationEndpoints, type ModerationCase } from '@skarb/schema/moderation';
import { statusEndpoints } from '@skarb/schema/status';
import { expect, it } from 'vitest';
import { aUser, daysAgo, IMAGE, listOf, personOf, SELLER, uuidOf } from '../../../testing/examples.ts';
import { button, main, openApp, seen } from '../../../testing/open-app.tsx';
import { refuse } from '../../../testing/scripted-api.ts';

const aCase = (number: number): ModerationCase => ({
  subjectType: 'token',
  subjectUuid: uuidOf(number),
  name: `Work ${number}`,
  image: IMAGE,
  avatar: null,
  creator: personOf(SELLER),
  hidden: null,
  reportCount: 1,
  reasons: [{ reason: 'STOLEN', count: 1 }],
  reports: [],
  lastAt: daysAgo(1),
});

it('the focus goes to the next case when one is decided, and to the choice of cases after the last', async () => {
  let cases = [aCase(701), aCase(702)];
  await openApp('/admin-profile?section=moderation', {
    user: aUser({ role: 'ADMIN' }),
    answers: (api) =>
      api
        .answer(statusEndpoints.ready, () => refuse(503, 'notReady'))
        .answer(moderationEndpoints.cases, () => listOf(cases))
        .answer(moderationEndpoints.dismiss, () => {
          cases = cases.slice(1);
          return { data: aCase(701) };
        }),
  });
  const article = (name: string) => main().getByRole('article', { name });
  await button(article('Work 701'), 'Leave as it is').click();
  await expect.element(article('Work 701')).not.toBeInTheDocument();
  expect(document.activeElement?.closest('article')).toBe(article('Work 702').element());
  await button(article('Work 702'), 'Leave as it is').click();
  await seen(main().getByText('Nothing needs a decision.'));
  await expect.element(main().getByRole('combobox')).toHaveFocus();
});
