import { type Offer, offerEndpoints } from '@skarb/schema/offer';
import { tokenEndpoints } from '@skarb/schema/token';
import { expect, it } from 'vitest';
import { announce } from '../../../../testing/browser-boundary.ts';
import { anOffer, aToken, aUser, daysAgo, hashOf } from '../../../../testing/examples.ts';
import { button, dialog, main, openApp, seen } from '../../../../testing/open-app.tsx';
import { answerTrade, aTransactionStep } from '../../../../testing/trading.ts';

const user = aUser();
const token = aToken({
  ownerships: [{ owner: user.metamaskWallet as string, ownerUuid: user.uuid, quantity: 1, user: null }],
});

/** Opens the page of an offer. @param current the offer as it is when the page asks for it */
const openOffer = (current: () => Offer, work = token) =>
  openApp(`/offers/${current().uuid}`, {
    user,
    answers: (api) =>
      answerTrade(api, work, [current()])
        .answer(offerEndpoints.show, () => ({ data: current() }))
        .answer(offerEndpoints.purchase, () => ({ data: { ...current(), steps: [aTransactionStep('accept-bid')] } })),
  });
/** Opens the form that accepts it. */
const openForm = async (...offer: Parameters<typeof openOffer>) => {
  await openOffer(...offer);
  await button(main(), 'Accept').click();
  return dialog('Accept the offer');
};

it('who accepts an offer sees how long it lasts, and once it has run out none of its sums', async () => {
  const endsAt = new Date(Date.now() + 90_000).toISOString();
  let bid = anOffer(token, { type: 'BID', price: '0.3', seller: null, endsAt });
  const form = await openForm(() => bid);
  await expect.element(form).toHaveTextContent(/Ends in\s*00:01:\d\d/);
  await expect.element(form).toHaveTextContent(/You receive\s*0\.255 ETH/);
  bid = { ...bid, status: 'EXPIRED', version: bid.version + 1 };
  await announce({ kind: 'offer', uuid: bid.uuid, version: bid.version, status: 'EXPIRED', tokenUuid: token.uuid });
  await expect.element(form).toHaveTextContent('This offer has expired');
  await expect.element(form).not.toHaveTextContent('You receive');
  await expect.element(form).not.toHaveTextContent('Ends in');
});

it('an offer that has run out by the clock has no sums and cannot be accepted, before the marketplace has ended it', async () => {
  const bid = anOffer(token, { type: 'BID', price: '0.3', seller: null, endsAt: daysAgo(0.001) });
  const form = await openForm(() => bid);
  await expect.element(form).toHaveTextContent('Ends in');
  await expect.element(form.getByRole('button', { name: 'Accept' })).toBeDisabled();
  await expect.element(form).not.toHaveTextContent('You receive');
  await expect.element(form).toHaveTextContent('This offer has expired.');
  await expect.element(form).not.toHaveTextContent(/check|You sell at the price/i);
});

it('a creator who accepts an offer for their own work also receives its royalty', async () => {
  const own = { ...token, collection: { ...token.collection, creatorUuid: user.uuid } };
  const bid = anOffer(token, { type: 'BID', price: '0.3', seller: null });
  const form = await openForm(() => bid, own);
  await expect.element(form).toHaveTextContent(/Your own royalty, 5% \(included\)\s*0\.015 ETH/);
  await expect.element(form).toHaveTextContent(/You receive\s*0\.27 ETH/);
});

it('an acceptance that a reload interrupted ends with its transaction, and without a sum that may be of other copies', async () => {
  const bid = anOffer(token, { type: 'BID', price: '0.3', seller: null });
  const sent = { step: aTransactionStep('accept-bid'), phase: 'sent', txHash: hashOf(5) };
  const run = { account: user.metamaskWallet, steps: [sent], savedAt: Date.now() };
  localStorage.setItem(`skarb.steps.accept:${bid.uuid}`, JSON.stringify(run));
  const { wallet } = await openOffer(() => bid);
  const done = dialog('Congratulations!');
  await seen(done.getByRole('link', { name: 'To the work' }));
  await expect.element(done).toHaveTextContent('Transaction');
  await expect.element(done).not.toHaveTextContent('You received');
  expect(wallet.sent).toEqual([]);
  expect(localStorage.getItem(`skarb.steps.accept:${bid.uuid}`)).toBeNull();
});

it('a holder whose copies leave but for one while they accept an offer corrects the number, and sells it', async () => {
  const held = (quantity: number) => ({
    ...aToken({ type: 'ERC1155', quantity: 5 }),
    ownerships: [{ owner: user.metamaskWallet as string, ownerUuid: user.uuid, quantity, user: null }],
  });
  let edition = held(5);
  let bid = anOffer(edition, { type: 'BID', price: '0.3', seller: null, quantity: 5, quantityLeft: 5 });
  const { api } = await openOffer(() => bid, edition);
  api.answer(tokenEndpoints.show, () => ({ data: edition }));
  await button(main(), 'Accept').click();
  const form = dialog('Accept the offer');
  const copies = form.getByLabelText('How many');
  await copies.fill('3');
  edition = held(1);
  bid = { ...bid, version: bid.version + 1 };
  await announce({ kind: 'offer', uuid: bid.uuid, version: bid.version, status: 'ACTIVE', tokenUuid: edition.uuid });
  await seen(form.getByText('At most 1'));
  await expect.element(button(form, 'Accept and sell')).toBeDisabled();
  await copies.fill('1');
  await expect.element(copies).toHaveFocus();
  await expect.element(form).toHaveTextContent(/You receive\s*0\.255 ETH/);
  await button(form, 'Accept and sell').click();
  await expect.poll(() => api.requests(offerEndpoints.purchase).at(-1)?.body).toEqual({ quantity: 1, price: '0.3' });
});
