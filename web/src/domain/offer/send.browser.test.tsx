import { authEndpoints } from '@skarb/schema/auth';
import { searchEndpoints } from '@skarb/schema/search';
import { tokenEndpoints, type TokenDetail } from '@skarb/schema/token';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import {
  anOffer,
  aProfile,
  aToken,
  aUser,
  cardOf,
  foundWorks,
  inDays,
  listOf,
  personOf,
  SELLER,
  uuidOf,
} from '../../../testing/examples.ts';
import { alert, button, dialog, main, openApp, seen } from '../../../testing/open-app.tsx';
import { refuse, refuseFields } from '../../../testing/scripted-api.ts';
import { anAuction, answerTrade, aTransactionStep } from '../../../testing/trading.ts';

const user = aUser();
const THERE = '0x52908400098527886E0F7030069857D2E4169EE7';
const heldBy = (token: TokenDetail, quantity = 1): TokenDetail => ({
  ...token,
  ownerships: [{ owner: user.metamaskWallet ?? '', ownerUuid: user.uuid, quantity, user: personOf(user) }],
});
const single = heldBy(aToken());
const edition = heldBy(aToken({ type: 'ERC1155', quantity: 5 }), 5);
const saleOf = (token: TokenDetail, quantity: number) =>
  anOffer(token, {
    seller: personOf(user),
    sellerAddress: user.metamaskWallet ?? '',
    quantity,
    quantityLeft: quantity,
  });
const steps = [{ ...aTransactionStep('send-token-1'), description: 'Send it' }];

it('Enter chooses nobody who was found for an earlier text', async () => {
  await openApp(`/nfts/${single.uuid}`, {
    user,
    isKey: true,
    answers: (api) =>
      answerTrade(api, single, []).answer(searchEndpoints.find, ({ query }) => ({
        data: { ...foundWorks().data, people: query.q === 'Ann' ? [{ ...personOf(SELLER), works: 1 }] : [] },
      })),
  });
  await button(main(), 'Send').click();
  const sending = dialog('Send the work');
  const to = sending.getByLabelText('Who receives it');
  await to.fill('Ann');
  await seen(sending.getByText('1 person found'));
  await to.fill('Olha Kvit');
  await userEvent.keyboard('{Enter}');
  await seen(sending.getByText('Choose a person from the list, or enter an address.'));
  await expect.element(to).toHaveValue('Olha Kvit');
});

it('a work goes to a person found by name, after what it means for its sale was read', async () => {
  const { api, wallet } = await openApp(`/nfts/${single.uuid}`, {
    user,
    isKey: true,
    answers: (api) =>
      answerTrade(api, single, [saleOf(single, 1)])
        .answer(searchEndpoints.find, () => {
          const { data } = foundWorks();
          const people = [SELLER, aUser({ uuid: uuidOf(39), name: 'Ann Without', metamaskWallet: null }), user];
          return { data: { ...data, people: people.map((one) => ({ ...personOf(one), works: 1 })) } };
        })
        .answer(tokenEndpoints.send, () => ({ data: { steps } })),
  });
  await button(main(), 'Send').click();
  const sending = dialog('Send the work');
  await expect.element(sending).toHaveTextContent('cannot be brought back');
  await expect.element(sending).toHaveTextContent('will be paused: the work will no longer be yours.');
  await expect.element(sending).toHaveTextContent('You confirm it, and there is nothing to pay.');
  await expect.element(sending.getByLabelText('How many')).not.toBeInTheDocument();
  const to = sending.getByLabelText('Who receives it');
  await button(sending, 'Send').click();
  await seen(sending.getByText('Enter a name or an address.'));
  await expect.element(to).toHaveFocus();
  await to.fill('Ann');
  await seen(sending.getByText('1 person found'));
  await button(sending, 'Send').click();
  await seen(sending.getByText('Choose a person from the list, or enter an address.'));
  await expectAccessible();
  await to.click();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(sending.getByRole('button', { name: /^Ann Bondar/ })).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(to).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(sending).toHaveTextContent('Who receives itAnn Bondar0x0000…0032');
  await expect.element(button(sending, 'Choose somebody else')).toHaveFocus();
  await expectAccessible();
  expect(wallet.sent).toEqual([]);
  await button(sending, 'Send to Ann Bondar').click();
  const done = dialog('The work is sent');
  await expect.element(done).toHaveTextContent(`“${single.name}” now belongs to Ann Bondar.`);
  await expect.element(done).toHaveTextContent(`To${SELLER.metamaskWallet}`);
  expect(wallet.sent).toHaveLength(1);
  expect(api.requests(tokenEndpoints.send).map(({ body }) => body)).toEqual([
    { items: [{ tokenUuid: single.uuid, to: SELLER.metamaskWallet, quantity: 1 }] },
  ]);
  await done.getByText('Close').click();
  await expect.element(done).not.toBeInTheDocument();
});

it('some copies go to an address; a name of another service and a refused address say why', async () => {
  const { api } = await openApp(`/nfts/${edition.uuid}`, {
    user,
    answers: (api) =>
      answerTrade(api, edition, [saleOf(edition, 4)]).answer(tokenEndpoints.send, ({ body }) =>
        body.items[0]?.to === THERE.toLowerCase()
          ? refuseFields({ 'items.0.to': { 'send.refused': 'refused' } }, 'send.refused')
          : { data: { steps } },
      ),
  });
  await button(main(), 'Send').click();
  const sending = dialog('Send the work');
  const to = sending.getByLabelText('Who receives it');
  await to.fill('anna.eth');
  await seen(sending.getByText('Names such as anna.eth do not work here.', { exact: false }));
  await button(sending, 'Send').click();
  await to.fill('0x1234');
  await button(sending, 'Send').click();
  await seen(sending.getByText('The address is not complete', { exact: false }));
  await to.fill(user.metamaskWallet ?? '');
  await button(sending, 'Send').click();
  await seen(sending.getByText('This is your own address here.', { exact: false }));
  expect(api.requests(tokenEndpoints.send)).toEqual([]);
  await to.fill(THERE.toLowerCase());
  const copies = sending.getByRole('spinbutton');
  await copies.fill('6');
  await seen(sending.getByText('At most 5'));
  await expect.element(button(sending, /^Send to 0x/)).toBeDisabled();
  await copies.fill('2');
  await expect.element(sending).toHaveTextContent('will be paused: only 3 copies stay with you');
  await button(sending, 'Send to 0x5290…9ee7').click();
  const refused = dialog('The work was not sent');
  await seen(refused.getByText('This address does not take works', { exact: false }));
  await refused.getByLabelText('Who receives it').fill(THERE);
  await button(sending, 'Send to 0x5290…9EE7').click();
  await expect
    .element(dialog('The work is sent'))
    .toHaveTextContent(`2 copies of “${edition.name}” now belong to 0x5290…9EE7.`);
  expect(api.requests(tokenEndpoints.send).at(-1)?.body).toEqual({
    items: [{ tokenUuid: edition.uuid, to: THERE, quantity: 2 }],
  });
});

it('what is in an auction cannot be sent', async () => {
  const auction = anOffer(single, {
    ...anAuction(),
    seller: personOf(user),
    sellerAddress: user.metamaskWallet ?? '',
  });
  await openApp(`/nfts/${single.uuid}`, { user, answers: (api) => answerTrade(api, single, [auction]) });
  await seen(button(main(), 'Cancel the auction'));
  await expect.element(button(main(), 'Send')).not.toBeInTheDocument();
});

it('somebody else’s work cannot be sent', async () => {
  const foreign = aToken();
  await openApp(`/nfts/${foreign.uuid}`, { user, answers: (api) => answerTrade(api, foreign, []) });
  await seen(button(main(), 'Make an offer'));
  await expect.element(button(main(), 'Send')).not.toBeInTheDocument();
});

it('several works of one’s own gallery go to one person in one confirmation', async () => {
  const [lake, print] = [
    aToken({ uuid: uuidOf(52), name: 'A still lake' }),
    { ...edition, uuid: uuidOf(53), name: 'A print' },
  ];
  const sold = aToken({ uuid: uuidOf(54), name: 'Under the hammer' });
  const auction = {
    offerUuid: uuidOf(71),
    price: '1.4',
    currency: 'ETH',
    bidCount: 3,
    startsAt: null,
    endsAt: inDays(2),
  };
  const { api, wallet } = await openApp('/profile', {
    user,
    isKey: true,
    answers: (api) =>
      answerTrade(api, single, [])
        .answer(authEndpoints.profile, () => ({ data: aProfile(user) }))
        .answer(tokenEndpoints.list, () =>
          listOf([cardOf(single), cardOf(lake), { ...cardOf(print), held: 5 }, { ...cardOf(sold), auction }]),
        )
        .answer(tokenEndpoints.send, () => ({ data: { steps } })),
  });
  await button(main(), 'Send several works').click();
  const sending = dialog('Send several works');
  await seen(sending.getByText('0 chosen, at most 12'));
  await expect.element(sending).not.toHaveTextContent('Under the hammer');
  await sending.getByLabelText('Who receives it').fill(THERE);
  await button(sending, /^Send to/).click();
  await seen(sending.getByText('Choose at least one work.'));
  await sending.getByRole('checkbox', { name: /A still lake/ }).click();
  await sending.getByRole('checkbox', { name: /A print/ }).click();
  await sending.getByLabelText('How many of “A print”').fill('6');
  await button(sending, /^Send to/).click();
  await seen(sending.getByText('At most 5'));
  expect(api.requests(tokenEndpoints.send)).toEqual([]);
  await sending.getByLabelText('How many of “A print”').fill('2');
  await seen(sending.getByText('2 chosen, at most 12'));
  await expectAccessible();
  await button(sending, 'Send to 0x5290…9EE7').click();
  await expect.element(dialog('The works are sent')).toHaveTextContent('2 works now belong to 0x5290…9EE7.');
  expect(wallet.sent).toHaveLength(1);
  expect(api.requests(tokenEndpoints.send).map(({ body }) => body)).toEqual([
    {
      items: [
        { tokenUuid: lake.uuid, to: THERE, quantity: 1 },
        { tokenUuid: print.uuid, to: THERE, quantity: 2 },
      ],
    },
  ]);
});

it('the end of sending the last works stays until it is closed, above the gallery that they have left', async () => {
  let isSent = false;
  const counts = () => ({ ...aProfile(user).counts, gallery: isSent ? 0 : 1 });
  await openApp('/profile', {
    user,
    isKey: true,
    answers: (api) =>
      answerTrade(api, single, [])
        .answer(authEndpoints.profile, () => ({ data: aProfile(user, { counts: counts() }) }))
        .answer(tokenEndpoints.list, () => listOf(isSent ? [] : [cardOf(single)]))
        .answer(tokenEndpoints.send, () => {
          isSent = true;
          return { data: { steps } };
        }),
  });
  await button(main(), 'Send several works').click();
  const sending = dialog('Send several works');
  await sending.getByLabelText('Who receives it').fill(THERE);
  await sending.getByRole('checkbox', { name: new RegExp(single.name) }).click();
  await button(sending, 'Send to 0x5290…9EE7').click();
  const sent = dialog('The works are sent');
  await seen(sent);
  await expect.element(main()).toHaveTextContent('Your gallery is empty');
  await expect.element(sent).toHaveTextContent('1 work now belongs to 0x5290…9EE7.');
  await sent.getByText('Close').click();
  await expect.element(sent).not.toBeInTheDocument();
  await expect.element(button(main(), 'Send several works')).not.toBeInTheDocument();
});

it('a chosen work that leaves the gallery counts no more, and the others are sent without it', async () => {
  const [lake, print] = [
    aToken({ uuid: uuidOf(52), name: 'A still lake' }),
    { ...edition, uuid: uuidOf(53), name: 'A print' },
  ];
  let state: 'before' | 'sold' | 'sent' = 'before';
  const { api } = await openApp('/profile', {
    user,
    isKey: true,
    answers: (scripted) =>
      answerTrade(scripted, single, [])
        .answer(authEndpoints.profile, () => ({ data: aProfile(user) }))
        .answer(tokenEndpoints.list, () => {
          if (state === 'before') return listOf([cardOf(single), cardOf(lake), { ...cardOf(print), held: 5 }]);
          return listOf(state === 'sold' ? [cardOf(lake), { ...cardOf(print), held: 1 }] : []);
        })
        .answer(tokenEndpoints.send, () => {
          if (state === 'sold') {
            state = 'sent';
            return { data: { steps } };
          }
          state = 'sold';
          return refuse(409, 'send.notOwned');
        }),
  });
  await button(main(), 'Send several works').click();
  const sending = dialog('Send several works');
  await sending.getByLabelText('Who receives it').fill(THERE);
  for (const name of [single.name, 'A still lake', 'A print'])
    await sending.getByRole('checkbox', { name: new RegExp(name) }).click();
  const copies = sending.getByLabelText('How many of “A print”');
  await copies.fill('3');
  await button(sending, /^Send to/).click();
  const failed = dialog('The works were not sent');
  await seen(failed.getByText('2 chosen, at most 12'));
  // Of the print one copy is left, too.
  await seen(alert(failed, 'At most 1'));
  await button(failed, /^Send to/).click();
  expect(api.requests(tokenEndpoints.send)).toHaveLength(1);
  await failed.getByLabelText('How many of “A print”').fill('1');
  await button(sending, /^Send to/).click();
  const sent = dialog('The works are sent');
  await seen(sent);
  await expect.element(main()).not.toHaveTextContent('A still lake');
  await expect.element(sent).toHaveTextContent('2 works now belong to 0x5290…9EE7.');
  expect(api.requests(tokenEndpoints.send).at(-1)?.body).toEqual({
    items: [
      { tokenUuid: lake.uuid, to: THERE, quantity: 1 },
      { tokenUuid: print.uuid, to: THERE, quantity: 1 },
    ],
  });
});
