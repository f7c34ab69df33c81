import { authEndpoints } from '@skarb/schema/auth';
import { offerEndpoints, type Offer } from '@skarb/schema/offer';
import type { TokenDetail } from '@skarb/schema/token';
import { expect, it } from 'vitest';
import {
  aProfile,
  anOffer,
  aToken,
  aUser,
  inDays,
  personOf,
  uuidOf,
  withOffers,
} from '../../../../testing/examples.ts';
import { type App, button, dialog, main, openApp, seen } from '../../../../testing/open-app.tsx';
import { answerTrade, aTransactionStep } from '../../../../testing/trading.ts';

const user = aUser();
const mine = { seller: personOf(user), sellerAddress: user.metamaskWallet };
const owned = (quantity: number) => [
  { owner: user.metamaskWallet ?? '', ownerUuid: user.uuid, quantity, user: personOf(user) },
];
const edition = aToken({ type: 'ERC1155', quantity: 9, ownerships: owned(4) });

/** The seller's sale, and an offer that the marketplace lets them accept. */
const accepting = (token: TokenDetail, sale: Offer, bid: Offer) => (api: App['api']) =>
  answerTrade(api, withOffers(token, sale), [bid, sale]).answer(offerEndpoints.purchase, () => ({
    data: { ...bid, steps: [aTransactionStep('accept-bid')] },
  }));

it('who accepts an offer for copies reads whether their sale continues or is paused, and why', async () => {
  const sale = anOffer(edition, { ...mine, quantity: 3, quantityLeft: 3 });
  const bid = anOffer(edition, {
    uuid: uuidOf(63),
    type: 'BID',
    price: '0.2',
    quantity: 4,
    quantityLeft: 4,
    seller: null,
    endsAt: inDays(7),
  });
  await openApp(`/offers/${bid.uuid}`, { user, answers: accepting(edition, sale, bid) });
  await button(main(), 'Accept').click();
  const form = dialog('Accept the offer');
  await expect.element(form).toHaveTextContent('Your sale (0.3 ETH × 3) continues.');
  await form.getByLabelText('How many').fill('2');
  await expect.element(form).toHaveTextContent('Your sale (0.3 ETH × 3) will be paused: only 2 copies stay with you.');
  await form.getByLabelText('How many').fill('4');
  await expect.element(form).toHaveTextContent('Your sale (0.3 ETH × 3) will be paused: no copies stay with you.');
});

it('who accepts an offer for a single work on sale reads that the sale is paused', async () => {
  const token = aToken({ ownerships: owned(1) });
  const sale = anOffer(token, mine);
  const bid = anOffer(token, { uuid: uuidOf(63), type: 'BID', price: '0.2', seller: null, endsAt: inDays(7) });
  await openApp(`/offers/${bid.uuid}`, {
    language: 'ukr',
    user,
    answers: accepting(token, sale, bid),
  });
  await button(main(), 'Прийняти').click();
  await expect
    .element(dialog('Прийняття пропозиції'))
    .toHaveTextContent('Ваш продаж за 0,3 ETH буде призупинено: робота вже не буде вашою.');
});

it('a sale with more copies than are left is on the profile, and Edit continues it with those', async () => {
  const token = { ...edition, ownerships: owned(2) };
  const sale = anOffer(token, { ...mine, quantity: 3, quantityLeft: 3, status: 'INVALID', invalidReason: 'TOO_FEW' });
  const { goTo } = await openApp('/profile', {
    user,
    answers: (api) => answerTrade(api, token, [sale]).answer(authEndpoints.profile, () => ({ data: aProfile(user) })),
  });
  const paused = main().getByRole('region', { name: 'Paused sales' });
  await expect.element(paused).toHaveTextContent('You hold fewer copies than this sale offers');
  await seen(paused.getByRole('link', { name: 'Edit' }));
  await goTo(`/nfts/${token.uuid}`);
  await button(main(), 'Edit').click();
  await expect.element(dialog('Sell offer edit').getByLabelText('How many')).toHaveValue('2');
});
