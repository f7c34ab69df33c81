import { accountEndpoints } from '@skarb/schema/account';
import { authEndpoints } from '@skarb/schema/auth';
import { collectionEndpoints } from '@skarb/schema/collection';
import { offerEndpoints, type Offer } from '@skarb/schema/offer';
import { referenceEndpoints } from '@skarb/schema/reference';
import type { TokenDetail } from '@skarb/schema/token';
import { expect, it, onTestFinished } from 'vitest';
import { userEvent } from 'vitest/browser';
import { announce } from '../../../testing/browser-boundary.ts';
import {
  aCollection,
  anOffer,
  aToken,
  aUser,
  inDays,
  listOf,
  personOf,
  uuidOf,
  WETH,
  withOffers,
} from '../../../testing/examples.ts';
import { type App, button, dialog, main, notice, openApp, seen } from '../../../testing/open-app.tsx';
import { refuse } from '../../../testing/scripted-api.ts';
import { answerTrade, aTransactionStep } from '../../../testing/trading.ts';

const user = aUser();
const self = personOf(user);
const token = aToken();
const mine: TokenDetail = {
  ...token,
  ownerships: [{ owner: user.metamaskWallet ?? '', ownerUuid: user.uuid, quantity: 1, user: self }],
};
const tokens = { accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 };

it('after a sale is taken off, the focus stays at the actions of the work and ends on “Sell”', async () => {
  const sale = anOffer(mine, { seller: self, sellerAddress: user.metamaskWallet });
  let status: Offer['status'] = 'ACTIVE';
  const offers = () => (status === 'CANCELLED' ? [] : [{ ...sale, status }]);
  await openApp(`/nfts/${mine.uuid}`, {
    user,
    answers: (api) =>
      answerTrade(api, withOffers(mine, sale), [sale])
        .answer(offerEndpoints.list, ({ query }) => ({
          data: query.type?.includes('SALE') ? offers() : [],
          meta: { itemsPerPage: 100, totalItems: offers().length, currentPage: 1, totalPages: 1 },
        }))
        .answer(offerEndpoints.show, () => ({ data: { ...sale, status } }))
        .answer(offerEndpoints.cancel, () => {
          status = 'CANCELLING';
          return { data: { ...sale, status } };
        }),
  });
  await button(main(), 'Take off sale').click();
  await button(dialog('Take it off sale'), 'Take off sale').click();
  const actions = main().getByRole('group', { name: 'Buying and selling' });
  await expect.poll(() => actions.element().contains(document.activeElement)).toBe(true);
  const asked = notice('The sale is being cancelled.');
  await seen(asked);
  status = 'CANCELLED';
  await expect.element(button(main(), 'Sell')).toHaveFocus();
  await seen(notice('It is no longer on sale.'));
  // Well before its own end.
  await expect.element(asked, { timeout: 3000 }).not.toBeInTheDocument();
});

it('after an accepted offer, the focus is at the actions of the work, since “Accept” is gone', async () => {
  const bid = anOffer(mine, { uuid: uuidOf(63), type: 'BID', price: '0.2', endsAt: inDays(7) });
  let isSold = false;
  await openApp(`/nfts/${mine.uuid}`, {
    user,
    answers: (api) =>
      answerTrade(api, mine, [bid])
        .answer(offerEndpoints.list, ({ query }) => {
          const data = query.type?.includes('BID') && !query.status?.includes('INVALID') && !isSold ? [bid] : [];
          return { data, meta: { itemsPerPage: 100, totalItems: data.length, currentPage: 1, totalPages: 1 } };
        })
        .answer(offerEndpoints.purchase, () => {
          isSold = true;
          return { data: { ...bid, steps: [aTransactionStep('accept-bid')] } };
        }),
  });
  await button(main(), 'Accept').click();
  await button(dialog('Accept the offer'), /^Accept/).click();
  await seen(dialog('Congratulations!'));
  await expect.element(button(main(), 'Accept')).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(button(main(), 'Sell')).toHaveFocus();
});

it('an offer that is withdrawn while its dialog is open leaves the focus where it was', async () => {
  const bid = anOffer(mine, { uuid: uuidOf(63), type: 'BID', price: '0.2', endsAt: inDays(7) });
  let status: Offer['status'] = 'ACTIVE';
  await openApp(`/nfts/${mine.uuid}`, {
    user,
    answers: (api) =>
      answerTrade(api, mine, [bid])
        .answer(offerEndpoints.show, () => ({ data: { ...bid, status, version: 9 } }))
        .answer(offerEndpoints.purchase, () =>
          status === 'ACTIVE' ? { data: { ...bid, steps: [] } } : refuse(409, 'offer.cancelled'),
        ),
  });
  // The best offer is also beside “Sell”, far above the list of all.
  await expect
    .element(main().getByRole('group', { name: 'Buying and selling' }))
    .toHaveTextContent(/Highest offer\s*0.2 ETH/);
  await button(main(), 'Accept the highest offer').click();
  const accept = button(dialog('Accept the offer'), 'Accept and sell');
  await expect.element(accept).toBeEnabled();
  (accept.element() as HTMLElement).focus();
  status = 'CANCELLED';
  await announce({ kind: 'offer', uuid: bid.uuid, version: 9, status, tokenUuid: mine.uuid });
  await expect.element(button(dialog('Accept the offer'), 'To the work')).toHaveFocus();
});

it('a purchase that began with the sign-in by a wallet returns the focus to “Buy now”, not to the account', async () => {
  const sale = anOffer(token);
  const answers = (api: App['api']) =>
    answerTrade(api, withOffers(token, sale), [sale])
      .answer(authEndpoints.walletNonce, () => ({ data: { nonce: 'abcdefgh', message: 'Sign in to Skarb' } }))
      .answer(authEndpoints.loginWallet, () => ({ data: { ...tokens, user } }))
      .answer(authEndpoints.me, () => ({ data: user }))
      .answer(offerEndpoints.purchase, () => ({ data: { ...sale, steps: [aTransactionStep('purchase')] } }))
      .answer(accountEndpoints.settings, () => ({ data: user }));
  await openApp(`/nfts/${token.uuid}`, { answers });
  await button(main(), 'Buy now').click();
  const focused: (string | null)[] = [];
  const note = ({ target }: FocusEvent) => {
    if (target instanceof Element && !target.closest('[data-base-ui-portal]'))
      focused.push(target.ariaLabel ?? target.textContent);
  };
  addEventListener('focusin', note);
  onTestFinished(() => removeEventListener('focusin', note));
  await button(dialog('Want to participate?'), 'Sign in with a wallet').click();
  await seen(button(dialog('Login with wallet'), 'MetaMask'));
  await userEvent.keyboard('{Enter}');
  await seen(dialog('Purchase NFT'));
  // Behind the dialog, so without a role.
  await expect.poll(() => document.querySelector('header [aria-label^="Account of"]')).not.toBeNull();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog('Purchase NFT')).not.toBeInTheDocument();
  await expect.element(button(main(), 'Buy now')).toHaveFocus();
  expect(new Set(focused)).toEqual(new Set(['Buying and selling', 'Buy now']));
});

it('the focus of a form waits for its first field, which comes with the currencies', async () => {
  let arrive = () => {};
  const held = new Promise<void>((resolve) => (arrive = resolve));
  await openApp(`/nfts/${token.uuid}`, {
    user,
    answers: (api) =>
      answerTrade(api, token, [])
        .answer(collectionEndpoints.show, () => ({ data: aCollection() }))
        .answer(referenceEndpoints.currencies, async () => {
          await held;
          return listOf([WETH]);
        }),
  });
  await button(main(), 'Make an offer').click();
  const form = dialog('Make an offer');
  await expect.element(form).toHaveFocus();
  arrive();
  await expect.element(form.getByLabelText('Your offer')).toHaveFocus();
});
