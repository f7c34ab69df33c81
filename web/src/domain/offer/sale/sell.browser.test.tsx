import { collectionEndpoints } from '@skarb/schema/collection';
import { offerEndpoints } from '@skarb/schema/offer';
import { tokenEndpoints } from '@skarb/schema/token';
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

/** Opens the sale of one's whole work for editing; `sell` lets others buy some of its copies meanwhile. */
const openEdit = async (type: 'ERC721' | 'ERC1155', quantity: number) => {
  const user = aUser();
  const owned = (left: number) =>
    aToken({
      type,
      quantity,
      ownerships: [{ owner: user.metamaskWallet as string, ownerUuid: user.uuid, quantity: left, user: null }],
    });
  const seller = { seller: personOf(user), sellerAddress: user.metamaskWallet };
  const offers = [anOffer(owned(quantity), { ...seller, quantity, quantityLeft: quantity })] as [
    ReturnType<typeof anOffer>,
  ];
  let held = quantity;
  const { api } = await openApp(`/nfts/${aToken().uuid}`, {
    user,
    answers: (scripted) =>
      answerTrade(scripted, owned(quantity), offers)
        .answer(tokenEndpoints.show, () => ({ data: { ...owned(held), offers } }))
        .answer(collectionEndpoints.show, () => ({ data: aCollection() }))
        .answer(offerEndpoints.edit, () => ({ data: { ...offers[0], steps: [aSignatureStep(offers[0].uuid)] } })),
  });
  await button(main(), 'Edit').click();
  const sell = async (sold: number): Promise<void> => {
    held -= sold;
    offers[0] = { ...offers[0], quantityLeft: held, version: offers[0].version + 1 };
    const { uuid, version } = offers[0];
    await announce({ kind: 'offer', uuid, version, status: 'ACTIVE', tokenUuid: aToken().uuid });
  };
  return { api, editing: dialog('Sell offer edit'), sell };
};

it('a seller whose copies are bought but for one while they edit the sale corrects the number, and saves', async () => {
  const { api, editing, sell } = await openEdit('ERC1155', 5);
  await editing.getByLabelText('Price per copy', { exact: true }).fill('2.5');
  const copies = editing.getByLabelText('How many');
  await expect.element(copies).toHaveValue('5');
  await sell(4);
  await seen(editing.getByText('At most 1'));
  await button(editing, 'Save').click();
  await expect.element(copies).toHaveFocus();
  expect(api.requests(offerEndpoints.edit)).toEqual([]);
  await copies.fill('1');
  await expect.element(editing.getByText('At most 1')).not.toBeInTheDocument();
  // It does not go from under the hands of who types.
  await expect.element(copies).toHaveFocus();
  await expect.element(editing).toHaveTextContent('2.125 ETH');
  await button(editing, 'Save').click();
  await expect.poll(() => api.requests(offerEndpoints.edit)[0]?.body).toEqual({ price: '2.5', quantity: 1 });
});

it('the sale of a unique work is edited without a number of copies', async () => {
  const { editing } = await openEdit('ERC721', 1);
  await seen(editing.getByLabelText('Price', { exact: true }));
  await expect.element(editing.getByLabelText('How many')).not.toBeInTheDocument();
});
