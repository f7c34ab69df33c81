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

it.each([
  ['token', `/nfts/${uuidOf(703)}`],
  ['collection', `/collections/${uuidOf(703)}`],
  ['user', `/profile/${uuidOf(703)}`],
] as const)(
  'a reported %s is one press away, while links in the texts of others stay text',
  async (subjectType, page) => {
    const note = 'A copy, see https://evil.example/login and [this](https://evil.example).';
    const hidden = { by: subjectType, reason: 'STOLEN' as const, note: 'As on www.evil.example', at: daysAgo(1) };
    const one: ModerationCase = {
      ...aCase(703),
      subjectType,
      name: 'http://evil.example',
      creator: { ...personOf(SELLER), uuid: subjectType === 'user' ? uuidOf(703) : SELLER.uuid, name: 'evil.example' },
      hidden,
      reports: [{ uuid: uuidOf(704), reason: 'STOLEN', note, reporter: null, createdAt: daysAgo(1) }],
    };
    await openApp('/admin-profile?section=moderation', {
      user: aUser({ role: 'ADMIN' }),
      answers: (api) =>
        api
          .answer(statusEndpoints.ready, () => refuse(503, 'notReady'))
          .answer(moderationEndpoints.cases, () => listOf([one])),
    });
    const shown = main().getByRole('article');
    await seen(shown.getByText(note));
    await seen(shown.getByText(hidden.note));
    await expect.element(shown.getByRole('heading').getByRole('link')).toHaveAttribute('href', page);
    const addresses = shown
      .getByRole('link')
      .elements()
      .map((link) => link.getAttribute('href'));
    expect(addresses).toEqual(subjectType === 'user' ? [page] : [page, `/profile/${SELLER.uuid}`]);
  },
);

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
  await expect.element(button(article('Work 702'), 'Leave as it is')).toHaveFocus();
  await button(article('Work 702'), 'Leave as it is').click();
  await seen(main().getByText('Nothing needs a decision.'));
  await expect.element(main().getByRole('combobox')).toHaveFocus();
});
