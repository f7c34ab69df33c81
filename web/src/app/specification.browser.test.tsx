import { authEndpoints } from '@skarb/schema/auth';
import { collectionEndpoints } from '@skarb/schema/collection';
import { type Offer, offerEndpoints } from '@skarb/schema/offer';
import { tokenEndpoints } from '@skarb/schema/token';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  aProfile,
  aCollection,
  anOffer,
  aToken,
  aUser,
  listOf,
  personOf,
  SELLER,
  withOffers,
} from '../../testing/examples.ts';
import { asLocal } from '../domain/offer/offer.form.ts';
import { type App, button, dialog, main, openApp, seen } from '../../testing/open-app.tsx';
import { anAuction, answerTrade, aSignatureStep } from '../../testing/trading.ts';

/** What section 2 of the specification names and no server is needed for, by its English titles. */
const user = aUser();
const sale = anOffer(aToken());
const token = withOffers(aToken(), sale);
/** An edition that the user holds all of. */
const mine = aToken({
  type: 'ERC1155',
  quantity: 100,
  ownerships: [{ owner: user.metamaskWallet ?? '', ownerUuid: user.uuid, quantity: 100, user: personOf(user) }],
});
/** Opens its page; what they offer there needs no signature. */
const openMine = (offered: Offer) =>
  openApp(`/nfts/${mine.uuid}`, {
    user,
    answers: (api) =>
      answerTrade(api, mine, [])
        .answer(collectionEndpoints.show, () => ({ data: aCollection() }))
        .answer(offerEndpoints.open, () => ({ data: { ...offered, steps: [] } }))
        .answer(offerEndpoints.show, () => ({ data: offered })),
  });
const profileOf =
  (who: typeof user, over: Parameters<typeof aProfile>[1] = {}) =>
  (api: App['api']) =>
    api
      .answer(tokenEndpoints.onSale, () => listOf([]))
      .answer(authEndpoints.profile, () => ({ data: aProfile(who, over) }));

it('profile tabs: myGallery, onSale, purchased, created, favorites', async () => {
  const { path } = await openApp('/profile', { user, answers: profileOf(user) });
  const tabs = main().getByRole('tablist', { name: 'Works' }).getByRole('tab');
  await expect.poll(() => tabs.elements().length).toBe(5);
  const names = ['My gallery', 'On sale', 'Purchased', 'Created', 'Favourites'];
  for (const [index, value] of ['', 'onSale', 'purchased', 'created', 'favorites'].entries()) {
    await expect.element(tabs.nth(index)).toHaveTextContent(names[index] as string);
    await tabs.nth(index).click();
    await expect.poll(path).toBe(value ? `/profile?tab=${value}` : '/profile');
  }
});

it('another view switch has gallery and onSale', async () => {
  const { path } = await openApp(`/profile/${SELLER.uuid}`, {
    answers: profileOf(SELLER, { counts: { ...aProfile(SELLER).counts, created: 0 } }),
  });
  const tabs = main().getByRole('tab');
  await expect.poll(() => tabs.elements().length).toBe(2);
  await expect.element(tabs.nth(0)).toHaveTextContent('Gallery');
  await tabs.nth(1).click();
  await expect.poll(path).toBe(`/profile/${SELLER.uuid}?view=onSale`);
});

it('Want to participate? opens when a visitor tries to buy or makes an offer', async () => {
  await openApp(`/nfts/${token.uuid}`, { answers: (api) => answerTrade(api, token, [sale]) });
  for (const action of ['Buy now', 'Make an offer']) {
    await button(main(), action).click();
    await seen(dialog('Want to participate?'));
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog('Want to participate?')).not.toBeInTheDocument();
  }
});

it('Sell NFT, Failed to create sale offer after a declined signature, Congratulations! at the next try', async () => {
  const { wallet, api } = await openApp(`/nfts/${mine.uuid}`, {
    user,
    answers: (api) =>
      answerTrade(api, mine, [])
        .answer(collectionEndpoints.show, () => ({ data: aCollection() }))
        .answer(offerEndpoints.open, () => ({ data: { ...sale, steps: [aSignatureStep(sale.uuid)] } }))
        .answer(offerEndpoints.edit, () => ({ data: sale }))
        .answer(offerEndpoints.show, () => ({ data: sale })),
  });
  await button(main(), 'Sell').click();
  const selling = dialog('Sell NFT');
  const check = () => selling.element().querySelector('[data-preflight]')?.getAttribute('data-preflight');
  // Nothing is said to work before there is a price.
  await expect.poll(check).toBe('idle');
  await selling.getByLabelText('Price per copy', { exact: true }).fill('2.5');
  await expect.poll(check).toBe('ready');
  wallet.reject('eth_signTypedData_v4');
  await button(selling, 'Put on sale').click();
  const failed = dialog('Failed to create sale offer');
  await seen(failed);
  expect(api.requests(offerEndpoints.edit)).toEqual([]);
  await button(failed, 'Try again').click();
  await seen(dialog('Congratulations!'));
  expect(api.requests(offerEndpoints.open).map(({ body }) => 'price' in body && body.price)).toContain('2.5');
  expect(api.requests(offerEndpoints.edit)).toHaveLength(1);
  await expect.element(page.getByRole('dialog')).toHaveTextContent(/Congratulations!.*Price per copy\s*[\d.]+ ETH/);
});

it('a sale may start later: the seller sees when, and the server is notified', async () => {
  const startsAt = new Date(Date.now() + 3 * 86_400_000);
  startsAt.setSeconds(0, 0);
  const later = anOffer(mine, { status: 'SCHEDULED', startsAt: startsAt.toISOString() });
  const { api } = await openMine(later);
  await button(main(), 'Sell').click();
  const selling = dialog('Sell NFT');
  await selling.getByLabelText('Price per copy', { exact: true }).fill('2.5');
  const check = () => selling.element().querySelector('[data-preflight]')?.getAttribute('data-preflight');
  await expect.poll(check).toBe('ready');
  await selling.getByLabelText('Starts', { exact: true }).selectOptions('Choose a date');
  // Nothing is said to work while the form has an error that the button would show.
  await expect.poll(check).toBe('idle');
  await button(selling, 'Put on sale').click();
  await seen(selling.getByText('required', { exact: true }));
  await selling.getByLabelText('Date and time of the start').fill(asLocal(startsAt.toISOString()));
  await expect.poll(check).toBe('ready');
  await button(selling, 'Put on sale').click();
  await seen(dialog('Congratulations!').getByText(/goes on sale on/));
  expect(api.requests(offerEndpoints.open).map(({ body }) => 'startsAt' in body && body.startsAt)).toEqual([
    startsAt.toISOString(),
  ]);
});

it('an auction may start later: the seller sees when', async () => {
  const startsAt = new Date(Date.now() + 3 * 86_400_000).toISOString();
  const later = anOffer(mine, { ...anAuction(), status: 'SCHEDULED', startsAt });
  await openMine(later);
  await button(main(), 'Auction').click();
  const selling = dialog('Auction sell');
  await selling.getByLabelText('Reserve price', { exact: true }).fill('2.5');
  await selling.getByLabelText('Starts', { exact: true }).selectOptions('Choose a date');
  await selling.getByLabelText('Date and time of the start').fill(asLocal(startsAt));
  await expect.element(button(selling, 'Start the auction')).toBeEnabled();
  await button(selling, 'Start the auction').click();
  await seen(dialog('Congratulations!').getByText(/starts on/));
});
