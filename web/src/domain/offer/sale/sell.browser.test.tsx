import { authEndpoints, type User } from '@skarb/schema/auth';
import { collectionEndpoints } from '@skarb/schema/collection';
import { STORAGE_KEY } from '@skarb/schema/limits';
import { type Offer, offerEndpoints } from '@skarb/schema/offer';
import { tokenEndpoints } from '@skarb/schema/token';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../../testing/accessibility.ts';
import { announce } from '../../../../testing/browser-boundary.ts';
import { aCollection, anOffer, aToken, aUser, inDays, personOf, SELLER } from '../../../../testing/examples.ts';
import { alert, button, dialog, main, openApp, seen } from '../../../../testing/open-app.tsx';
import { refuse } from '../../../../testing/scripted-api.ts';
import { answerTrade, aSignatureStep } from '../../../../testing/trading.ts';
import { session } from '../../../platform/session/use-session.ts';
import { asLocal, DAY_MS } from '../offer.form.ts';

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

it('the form closes when another person signs in, as another tab may', async () => {
  const user = aUser();
  const mine = aToken({
    ownerships: [{ owner: user.metamaskWallet as string, ownerUuid: user.uuid, quantity: 1, user: personOf(user) }],
  });
  const { api } = await openApp(`/nfts/${mine.uuid}`, {
    user,
    answers: (scripted) =>
      answerTrade(scripted, mine, []).answer(collectionEndpoints.show, () => ({ data: aCollection() })),
  });
  const becomes = (person: User) => {
    api.answer(authEndpoints.me, () => ({ data: person }));
    localStorage.setItem(STORAGE_KEY.accessToken, `of ${person.uuid}`);
    dispatchEvent(new StorageEvent('storage', { key: STORAGE_KEY.accessToken }));
  };
  await button(main(), 'Sell').click();
  const selling = dialog('Sell NFT');
  const price = selling.getByLabelText('Price', { exact: true });
  await price.fill('2.5');
  becomes({ ...user, name: 'Renamed' });
  await expect.poll(() => session.getState().user?.name).toBe('Renamed');
  await expect.element(price).toHaveValue('2.5');
  becomes(SELLER);
  await expect.element(selling).not.toBeInTheDocument();
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
const openEdit = async (type: 'ERC721' | 'ERC1155', quantity: number, over: Partial<Offer> = {}) => {
  const user = aUser();
  const owned = (left: number) =>
    aToken({
      type,
      quantity,
      ownerships: [{ owner: user.metamaskWallet as string, ownerUuid: user.uuid, quantity: left, user: null }],
    });
  const seller = { seller: personOf(user), sellerAddress: user.metamaskWallet };
  const offers = [anOffer(owned(quantity), { ...seller, quantity, quantityLeft: quantity, ...over })] as [
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

it('of a sale that has not begun, the price alone can change, however long it is until the end', async () => {
  const { api, editing } = await openEdit('ERC1155', 5, {
    status: 'SCHEDULED',
    startsAt: inDays(60),
    endsAt: inDays(420),
  });
  await editing.getByLabelText('Price per copy', { exact: true }).fill('2.5');
  await button(editing, 'Save').click();
  await expect.poll(() => api.requests(offerEndpoints.edit)[0]?.body).toEqual({ price: '2.5' });
});

it('the end of a sale that has not begun comes after its start, and a number of days counts from there', async () => {
  const startsAt = inDays(10);
  const { api, editing } = await openEdit('ERC1155', 5, { status: 'SCHEDULED', startsAt, endsAt: inDays(30) });
  await editing.getByLabelText('Date and time').fill(asLocal(inDays(5)));
  await button(editing, 'Save').click();
  await seen(alert(editing, 'The end must be after the start'));
  expect(api.requests(offerEndpoints.edit)).toEqual([]);
  await editing.getByLabelText('Ends', { exact: true }).selectOptions('In a week');
  await button(editing, 'Save').click();
  await expect
    .poll(() => api.requests(offerEndpoints.edit)[0]?.body)
    .toEqual({ endsAt: new Date(Date.parse(startsAt) + 7 * DAY_MS).toISOString() });
});

it('a start or an end that is typed in part says so, and a year of five digits is too far', async () => {
  const user = aUser();
  const mine = aToken({
    ownerships: [{ owner: user.metamaskWallet as string, ownerUuid: user.uuid, quantity: 1, user: null }],
  });
  const { api } = await openApp(`/nfts/${mine.uuid}`, {
    user,
    answers: (scripted) =>
      answerTrade(scripted, mine, []).answer(collectionEndpoints.show, () => ({ data: aCollection() })),
  });
  await button(main(), 'Sell').click();
  const selling = dialog('Sell NFT');
  await selling.getByLabelText('Price', { exact: true }).fill('2.5');
  await selling.getByLabelText('Starts', { exact: true }).selectOptions('Choose a date');
  await selling.getByLabelText('Ends', { exact: true }).selectOptions('Choose a date');
  for (const [name, far, days] of [
    ['Date and time of the start', 'At most a year from now', 5],
    ['Date and time', 'It can last a year at most', 9],
  ] as const) {
    const field = selling.getByLabelText(name, { exact: true });
    const input = field.element() as HTMLInputElement;
    input.focus();
    // The date without its time.
    await userEvent.keyboard('12312030');
    expect([input.value, input.validity.badInput]).toEqual(['', true]);
    await button(selling, 'Put on sale').click();
    await seen(alert(selling, 'incomplete'));
    await expect.element(field).toHaveFocus();
    await expectAccessible();
    await field.fill('12030-12-31T10:00');
    await seen(alert(selling, far));
    await field.fill(asLocal(inDays(days)));
    await expect.element(field).not.toHaveAttribute('aria-invalid');
  }
  expect(api.requests(offerEndpoints.open)).toEqual([]);
});
