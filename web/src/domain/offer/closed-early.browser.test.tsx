import { collectionEndpoints } from '@skarb/schema/collection';
import { offerEndpoints } from '@skarb/schema/offer';
import { expect, it } from 'vitest';
import { type Locator, userEvent } from 'vitest/browser';
import { aCollection, anOffer, aToken, aUser, personOf, uuidOf, withOffers } from '../../../testing/examples.ts';
import { type App, button, dialog, main, notice, openApp } from '../../../testing/open-app.tsx';
import { refuse, type Refusal } from '../../../testing/scripted-api.ts';
import { answerTrade, aSignatureStep, aTransactionStep } from '../../../testing/trading.ts';
import { authDialogState } from '../auth/auth-dialog.ts';

const user = aUser();
const owned = aToken({
  type: 'ERC1155',
  quantity: 3,
  ownerships: [{ owner: user.metamaskWallet ?? '', ownerUuid: user.uuid, quantity: 3, user: personOf(user) }],
});
const foreign = anOffer(aToken());
const own = anOffer(owned, { seller: personOf(user), sellerAddress: user.metamaskWallet });
const bid = anOffer(owned, { uuid: uuidOf(63), type: 'BID', seller: null });

/** An answer that waits, from `hold` on, until `give`. The check of the form asks the same before: that is answered at once. */
const heldBack = <T,>(checked: T, answer: T | Refusal = checked) => {
  let give = () => {};
  let until: Promise<void> | undefined;
  let waiting = 0;
  return {
    hold: () => (until = new Promise<void>((resolve) => (give = resolve))),
    give: () => give(),
    /** How many requests wait. */
    waiting: () => waiting,
    answer: async () => {
      if (!until) return checked;
      waiting++;
      await until;
      return answer;
    },
  };
};
/** Sends the form of a dialog, closes the dialog while the request is not answered, and then answers it. */
const closeEarly = async (
  { api }: App,
  form: Locator,
  submit: string,
  request: Pick<ReturnType<typeof heldBack>, 'hold' | 'give' | 'waiting'>,
): Promise<void> => {
  request.hold();
  await button(form, submit).click();
  await expect.poll(request.waiting).toBe(1);
  await userEvent.keyboard('{Escape}');
  await expect.element(form).not.toBeInTheDocument();
  request.give();
  await expect.poll(() => api.isQuiet).toBe(true);
};
/** Waits until the check of the form has passed. */
const checkPassed = async (form: Locator): Promise<void> => {
  await expect.poll(() => form.element().querySelector('[data-preflight=ready]')).not.toBeNull();
};
/** What the wallet was asked that its owner would see. */
const asked = ({ wallet }: App) => wallet.requests.filter((method) => /sign|send/i.test(method));

it('a sale whose dialog is closed before its request is answered is not signed', async () => {
  const opened = heldBack({ data: { ...own, steps: [aSignatureStep(own.uuid)] } });
  const app = await openApp(`/nfts/${owned.uuid}`, {
    user,
    answers: (api) =>
      answerTrade(api, owned, [])
        .answer(collectionEndpoints.show, () => ({ data: aCollection() }))
        .answer(offerEndpoints.open, opened.answer),
  });
  await button(main(), 'Sell').click();
  const selling = dialog('Sell NFT');
  await selling.getByLabelText('Price per copy', { exact: true }).fill('2.5');
  await checkPassed(selling);
  await closeEarly(app, selling, 'Put on sale', opened);
  expect(asked(app)).toEqual([]);
  // The same trade can be begun again.
  app.wallet.hold('eth_signTypedData_v4');
  await button(main(), 'Sell').click();
  await selling.getByLabelText('Price per copy', { exact: true }).fill('2.5');
  await button(selling, 'Put on sale').click();
  await expect.poll(() => asked(app)).toEqual(['eth_signTypedData_v4']);
});

it('an accepted offer whose dialog is closed before its request is answered sends nothing', async () => {
  const accepted = heldBack({ data: { ...bid, steps: [aTransactionStep('accept-bid')] } });
  const app = await openApp(`/offers/${bid.uuid}`, {
    user,
    answers: (api) => answerTrade(api, owned, [bid]).answer(offerEndpoints.purchase, accepted.answer),
  });
  await button(main(), 'Accept').click();
  await checkPassed(dialog('Accept the offer'));
  await closeEarly(app, dialog('Accept the offer'), 'Accept and sell', accepted);
  expect(asked(app)).toEqual([]);
});

it('a purchase whose dialog is closed before its request is refused asks for no sign-in', async () => {
  const bought = heldBack(
    { data: { ...foreign, steps: [aTransactionStep('purchase')] } },
    refuse(422, 'wallet.missing'),
  );
  const app = await openApp(`/nfts/${foreign.token.uuid}`, {
    user,
    answers: (api) =>
      answerTrade(api, withOffers(aToken(), foreign), [foreign]).answer(offerEndpoints.purchase, bought.answer),
  });
  await button(main(), 'Buy now').click();
  await checkPassed(dialog('Purchase NFT'));
  await closeEarly(app, dialog('Purchase NFT'), 'Buy', bought);
  expect(authDialogState()).toBeNull();
});

it('a sale that the marketplace takes off by itself says so, also after its dialog was closed', async () => {
  const cancelled = heldBack({ data: { ...own, status: 'CANCELLING' as const } });
  const app = await openApp(`/nfts/${owned.uuid}`, {
    user,
    answers: (api) => answerTrade(api, withOffers(owned, own), [own]).answer(offerEndpoints.cancel, cancelled.answer),
  });
  await button(main(), 'Take off sale').click();
  await closeEarly(app, dialog('Take it off sale'), 'Take off sale', cancelled);
  await expect.element(notice('The sale is being cancelled')).toBeVisible();
});

it('the late answer of a closed dialog leaves the next dialog open', async () => {
  const cancelled = heldBack({ data: { ...own, status: 'CANCELLING' as const } });
  await openApp(`/nfts/${owned.uuid}`, {
    user,
    answers: (api) =>
      answerTrade(api, withOffers(owned, own), [own])
        .answer(collectionEndpoints.show, () => ({ data: aCollection() }))
        .answer(offerEndpoints.cancel, cancelled.answer),
  });
  await button(main(), 'Take off sale').click();
  cancelled.hold();
  await button(dialog('Take it off sale'), 'Take off sale').click();
  await expect.poll(cancelled.waiting).toBe(1);
  await userEvent.keyboard('{Escape}');
  await button(main(), 'Sell more').click();
  await dialog('Sell NFT').getByLabelText('Price per copy', { exact: true }).fill('2.5');
  cancelled.give();
  await expect.element(notice('The sale is being cancelled')).toBeVisible();
  await expect.element(dialog('Sell NFT').getByLabelText('Price per copy', { exact: true })).toHaveValue('2.5');
});
