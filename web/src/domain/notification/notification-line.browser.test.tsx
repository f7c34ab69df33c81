import { notificationEndpoints, type Notification } from '@skarb/schema/notification';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { aToken, aUser, daysAgo, IMAGE, listOf, personOf, SELLER, uuidOf } from '../../../testing/examples.ts';
import { button, dialog, header, openApp, seen } from '../../../testing/open-app.tsx';

const token = aToken();
const received: Notification = {
  uuid: uuidOf(101),
  kind: 'OFFER_RECEIVED',
  isRead: true,
  token: { uuid: token.uuid, name: token.name, image: IMAGE },
  offerUuid: uuidOf(61),
  offerType: 'BID',
  outcome: null,
  breedingUuid: null,
  note: null,
  followed: null,
  signIn: null,
  price: '0.3',
  received: null,
  oldPrice: null,
  currency: 'ETH',
  quantity: 1,
  works: null,
  actor: { person: personOf(SELLER), address: SELLER.metamaskWallet ?? '' },
  endsAt: null,
  createdAt: daysAgo(1),
};
const open = async (...lines: Notification[]) => {
  await openApp('/nfts', {
    user: aUser(),
    answers: (api) =>
      api.answer(notificationEndpoints.list, () => ({
        ...listOf(lines),
        meta: { ...listOf(lines).meta, unreadItems: 0 },
      })),
  });
  await button(header(), 'Notifications').click();
  return dialog('Notifications');
};

it('a received offer says what became of it', async () => {
  const panel = await open(
    received,
    { ...received, uuid: uuidOf(102), outcome: 'CANCELLED' },
    { ...received, uuid: uuidOf(103), outcome: 'EXPIRED' },
    { ...received, uuid: uuidOf(104), outcome: 'SOLD' },
  );
  const lines = panel.getByRole('listitem');
  await expect.element(lines.nth(0)).not.toHaveTextContent(/Withdrawn|Expired|Accepted/);
  for (const [at, word] of ['Withdrawn', 'Expired', 'Accepted'].entries())
    await expect.element(lines.nth(at + 1)).toHaveTextContent(word);
});

it('the notice of a hidden collection leads its reader to their own work in it', async () => {
  const panel = await open({
    ...received,
    kind: 'NOTE',
    offerUuid: null,
    offerType: null,
    price: null,
    actor: null,
    note: {
      act: 'HIDDEN',
      subjectType: 'collection',
      subjectUuid: uuidOf(41),
      name: 'River evenings',
      image: IMAGE,
      reason: 'FAKE',
      text: '',
    },
  });
  const line = panel.getByRole('link', { name: /River evenings/ });
  await expect.element(line).toHaveAttribute('href', `/nfts/${token.uuid}`);
});

it('whoever reported what is hidden is not led to what they cannot see', async () => {
  const panel = await open({
    ...received,
    kind: 'NOTE',
    token: null,
    offerUuid: null,
    offerType: null,
    price: null,
    actor: null,
    note: {
      act: 'REPORT_HIDDEN',
      subjectType: 'token',
      subjectUuid: uuidOf(42),
      name: 'Sleet',
      image: null,
      reason: null,
      text: '',
    },
  });
  await expect.element(panel.getByRole('link', { name: /Sleet/ })).toHaveAttribute('href', '/terms');
});

it('works that somebody sent name the sender, how many there are, and lead to the work', async () => {
  const sent = { ...received, kind: 'RECEIVED' as const, offerUuid: null, offerType: null, price: null, works: 1 };
  const panel = await open(
    { ...sent, quantity: 2 },
    { ...sent, uuid: uuidOf(102), works: 3 },
    { ...sent, uuid: uuidOf(103), actor: { person: null, address: SELLER.metamaskWallet ?? '' } },
  );
  const lines = panel.getByRole('listitem');
  await expect.element(lines.nth(0)).toHaveTextContent(/^Ann Bondar sent you a work\s*A quiet evening ×2.*yesterday$/);
  await expect
    .element(lines.nth(1))
    .toHaveTextContent(/^Ann Bondar sent you 3 works\s*A quiet evening\s*and others.*yesterday$/);
  await expect.element(lines.nth(2)).toHaveTextContent(/^0x\w+….*sent you a work/);
  await expect.element(lines.nth(0).getByRole('link')).toHaveAttribute('href', `/nfts/${token.uuid}`);
});

it('the panel opens with the focus on its first line, also when the lines come later', async () => {
  let answer: (() => void) | undefined;
  await openApp('/nfts', {
    user: aUser(),
    answers: (api) =>
      api.answer(notificationEndpoints.list, async () => {
        await new Promise<void>((done) => (answer = done));
        return { ...listOf([received]), meta: { ...listOf([received]).meta, unreadItems: 0 } };
      }),
  });
  await button(header(), 'Notifications').click();
  const panel = dialog('Notifications');
  await expect.poll(() => answer).toBeDefined();
  await seen(panel.getByRole('link', { name: 'Notification settings' }));
  answer?.();
  const first = panel.getByRole('listitem').first().getByRole('link');
  await expect.element(first).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await button(header(), 'Notifications').click();
  await expect.element(first).toHaveFocus();
});
