import { collectionEndpoints } from '@skarb/schema/collection';
import { offerEndpoints } from '@skarb/schema/offer';
import { expect, it } from 'vitest';
import { announce } from '../../../../testing/browser-boundary.ts';
import { aCollection, anOffer, aToken, aUser, personOf } from '../../../../testing/examples.ts';
import { alert, button, dialog, main, openApp, seen } from '../../../../testing/open-app.tsx';
import { refuse } from '../../../../testing/scripted-api.ts';
import { answerTrade, aSignatureStep } from '../../../../testing/trading.ts';

it('a check that passed gives way to a refusal, until the terms are others', async () => {
  const user = aUser();
  const mine = aToken({
    type: 'ERC1155',
    quantity: 100,
    ownerships: [{ owner: user.metamaskWallet as string, ownerUuid: user.uuid, quantity: 100, user: null }],
  });
  const sale = anOffer(mine, { status: 'DRAFT' });
  let isHidden = false;
  await openApp(`/nfts/${mine.uuid}`, {
    user,
    answers: (api) =>
      answerTrade(api, mine, [])
        .answer(collectionEndpoints.show, () => ({ data: aCollection() }))
        .answer(offerEndpoints.open, () =>
          isHidden ? refuse(409, 'token.hidden') : { data: { ...sale, steps: [aSignatureStep(sale.uuid)] } },
        ),
  });
  await button(main(), 'Sell').click();
  const selling = dialog('Sell NFT');
  await selling.getByLabelText('Price per copy', { exact: true }).fill('2.5');
  const checked = (place = selling) =>
    place.element().querySelector('[data-preflight]')?.getAttribute('data-preflight');
  await expect.poll(() => checked()).toBe('ready');
  // No sum of more than one has.
  await selling.getByLabelText('How many').fill('101');
  await seen(selling.getByText('At most 100'));
  await expect.element(selling).not.toHaveTextContent('252.5');
  await selling.getByLabelText('How many').fill('1');
  await expect.poll(() => checked()).toBe('ready');
  // After the check, which asks the server, too.
  isHidden = true;
  await button(selling, 'Put on sale').click();
  const refused = dialog('Failed to create sale offer');
  await seen(alert(refused, 'The marketplace has hidden this work'));
  expect(checked(refused)).toBe('refused');
  await expect.element(refused).not.toHaveTextContent('All checks passed');
  isHidden = false;
  await refused.getByLabelText('Price per copy', { exact: true }).fill('2.6');
  await expect.poll(() => checked()).toBe('ready');
});

it('copies that others buy while a price is edited are not put on sale again', async () => {
  const user = aUser();
  const mine = aToken({
    type: 'ERC1155',
    quantity: 100,
    ownerships: [{ owner: user.metamaskWallet as string, ownerUuid: user.uuid, quantity: 100, user: null }],
  });
  const sale = anOffer(mine, {
    seller: personOf(user),
    sellerAddress: user.metamaskWallet,
    quantity: 5,
    quantityLeft: 5,
  });
  const offers = [sale];
  const { api } = await openApp(`/nfts/${mine.uuid}`, {
    user,
    answers: (scripted) =>
      answerTrade(scripted, mine, offers)
        .answer(collectionEndpoints.show, () => ({ data: aCollection() }))
        .answer(offerEndpoints.edit, () => ({ data: { ...sale, steps: [aSignatureStep(sale.uuid)] } })),
  });
  await button(main(), 'Edit').click();
  const editing = dialog('Sell offer edit');
  await editing.getByLabelText('Price per copy', { exact: true }).fill('2.5');
  offers[0] = { ...sale, quantityLeft: 3, version: sale.version + 1 };
  await announce({ kind: 'offer', uuid: sale.uuid, version: sale.version + 1, status: 'ACTIVE', tokenUuid: mine.uuid });
  await expect.element(main()).toHaveTextContent(/× 3/);
  await button(editing, 'Save').click();
  await expect.poll(() => api.requests(offerEndpoints.edit)[0]?.body).toEqual({ price: '2.5' });
});
