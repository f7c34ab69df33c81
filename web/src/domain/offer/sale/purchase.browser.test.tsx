import { accountEndpoints } from '@skarb/schema/account';
import { authEndpoints, type GasDrop, walletEndpoints } from '@skarb/schema/auth';
import { STORAGE_KEY } from '@skarb/schema/limits';
import { offerEndpoints } from '@skarb/schema/offer';
import { searchEndpoints } from '@skarb/schema/search';
import { tokenEndpoints } from '@skarb/schema/token';
import { expect, it } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { expectAccessible } from '../../../../testing/accessibility.ts';
import { announce } from '../../../../testing/browser-boundary.ts';
import { word } from '../../../../testing/default-answers.ts';
import { addressOf, anOffer, aToken, aUser, foundWorks, uuidOf, withOffers } from '../../../../testing/examples.ts';
import {
  alert,
  button,
  dialog,
  header,
  main,
  openApp,
  type Options,
  seen,
  texts,
} from '../../../../testing/open-app.tsx';
import { refuse, refuseFields } from '../../../../testing/scripted-api.ts';
import { RpcFailure } from '../../../../testing/scripted-chain.ts';
import { answerTrade, aTransactionStep } from '../../../../testing/trading.ts';

const THERE = '0x52908400098527886E0F7030069857D2E4169EE7';
/** A contract of the marketplace. */
const OURS = addressOf(81);
const sale = anOffer(aToken());
const token = withOffers(aToken(), sale);
const purchase = [aTransactionStep('approve-currency'), aTransactionStep('purchase')];
const card = (place: Locator): Element | null => place.element().querySelector('[data-preflight]');

/** A permission for the price and for an open offer of the buyer. */
const shared = {
  ...aTransactionStep('approve-weth'),
  description: 'Allow the marketplace to spend 0.315 WETH',
  openBids: '0.015',
};

/** An edition of which five copies are on sale. */
const copies = anOffer(aToken({ type: 'ERC1155', quantity: 12 }), { quantity: 5, quantityLeft: 5 });
const edition = withOffers(aToken({ type: 'ERC1155', quantity: 12 }), copies);

/** @param offer is for sale; by default that of a single work */
const openPurchase = async ({ offer = sale, ...options }: Options & { offer?: typeof sale } = {}) => {
  const work = offer === copies ? edition : token;
  const app = await openApp(`/nfts/${work.uuid}`, {
    user: aUser(),
    ...options,
    answers: (api, chain) => {
      answerTrade(api, work, [offer]).answer(offerEndpoints.purchase, () => ({ data: { ...offer, steps: purchase } }));
      options.answers?.(api, chain);
    },
  });
  await button(main(), 'Buy now').click();
  const buying = dialog('Purchase NFT');
  await seen(buying);
  return { ...app, buying };
};
/** Waits for a kind of verdict in the dialog, e.g. `ready`. */
const verdictIs = async (place: Locator, kind: string): Promise<void> => {
  await expect.poll(() => card(place)?.getAttribute('data-preflight')).toBe(kind);
};

it('the dialog says before the wallet opens that a purchase will work, with its permission and fee', async () => {
  const { buying, wallet } = await openPurchase();
  await verdictIs(buying, 'ready');
  await expect.element(buying).toHaveTextContent('All checks passed.');
  await expect.element(buying).toHaveTextContent('First allow the marketplace to take the money');
  await expectAccessible();
  expect(wallet.requests).not.toContain('eth_sendTransaction');
});

it('a work that is bought by itself leaves the cart', async () => {
  const user = aUser();
  const key = `skarb.cart.${user.uuid}`;
  localStorage.setItem(key, JSON.stringify([{ id: sale.uuid, quantity: 1, price: sale.price }]));
  const { buying } = await openPurchase({ user });
  await verdictIs(buying, 'ready');
  await button(buying, 'Buy').click();
  await seen(dialog('Purchase successful'));
  expect(localStorage.getItem(key) ?? '[]').toBe('[]');
});

it.each([
  ['a second press of Enter', () => userEvent.keyboard('{Enter}')],
  ['another submission of its form', (field: Element) => field.closest('form')?.requestSubmit()],
] as const)('while a purchase is being sent, %s sends nothing', async (_what, submit) => {
  let answer = () => {};
  const slow = new Promise<void>((resolve) => (answer = resolve));
  let isSlow = false;
  let sent = 0;
  const { buying, wallet } = await openPurchase({
    offer: copies,
    answers: (api) =>
      api.answer(offerEndpoints.purchase, async () => {
        if (isSlow) {
          sent++;
          await slow;
        }
        return { data: { ...copies, steps: [aTransactionStep('purchase')] } };
      }),
  });
  await verdictIs(buying, 'ready');
  isSlow = true;
  const field = buying.getByLabelText('How many');
  await field.click();
  await userEvent.keyboard('{Enter}');
  await expect.element(button(buying, 'Buy')).toHaveAttribute('aria-busy', 'true');
  await submit(field.element());
  await userEvent.keyboard('2');
  await expect.element(field).toHaveValue('1');
  answer();
  await seen(dialog('Purchase successful'));
  expect(sent).toBe(1);
  expect(wallet.sent).toHaveLength(1);
});

it('a work is bought for another wallet, once it is clear which', async () => {
  const { buying, api } = await openPurchase({
    answers: (scripted) => {
      scripted
        .answer(searchEndpoints.find, () => ({ data: { ...foundWorks().data, people: [] } }))
        .answer(offerEndpoints.purchase, ({ body }) =>
          body.recipient === OURS
            ? refuseFields({ recipient: { 'holdings.contract': 'refused' } }, 'holdings.contract')
            : { data: { ...sale, steps: purchase } },
        );
    },
  });
  await buying.getByText('Send to somebody else').click();
  const to = buying.getByLabelText('Who receives it');
  await to.fill('nobody');
  await button(buying, 'Buy').click();
  await seen(buying.getByText('Choose a person from the list, or enter an address.'));
  await to.fill(OURS);
  await verdictIs(buying, 'gone');
  await expect.element(button(buying, 'Buy')).toBeDisabled();
  await to.fill(THERE);
  await verdictIs(buying, 'ready');
  await expectAccessible();
  await button(buying, 'Buy').click();
  await seen(dialog('Purchase successful').getByText('The work was sent to 0x5290…9EE7.'));
  expect(api.requests(offerEndpoints.purchase).at(-1)?.body).toEqual({ quantity: 1, price: '0.3', recipient: THERE });
});

it('the dialog reports a too low balance and offers to add money before any wallet opens', async () => {
  const { buying, wallet } = await openPurchase({
    answers: (_api, chain) => chain.on({ eth_call: () => word(0n) }),
  });
  await verdictIs(buying, 'money');
  await expect.element(buying).toHaveTextContent('You need 0.3 ETH more.');
  await expect.element(button(buying, 'Buy')).toBeDisabled();
  expect(wallet.requests).not.toContain('eth_sendTransaction');
});

it('the dialog reports how much is missing for the network fee', async () => {
  const { buying, wallet } = await openPurchase({
    answers: (_api, chain) => chain.on({ eth_getBalance: () => '0x0' }),
  });
  await verdictIs(buying, 'gas');
  await expect.element(buying).toHaveTextContent(/You need 0\.\d+ POL more for the network fee/);
  await expect.element(button(buying, 'Buy')).toBeDisabled();
  expect(wallet.requests).not.toContain('eth_sendTransaction');
});

it('the dialog offers the coin for a first network fee, waits for it, and then checks again', async () => {
  const drop = { amount: '0.03', code: null, txHash: null };
  let status = 'OFFERED' as GasDrop['status'];
  let balance = '0x0';
  const { buying } = await openPurchase({
    answers: (api, chain) => {
      chain.on({ eth_getBalance: () => balance });
      api
        .answer(walletEndpoints.gasDrop, () => ({ data: { ...drop, status } }))
        .answer(walletEndpoints.requestGasDrop, () => {
          status = 'SENDING';
          return { data: { ...drop, status } };
        });
    },
  });
  await verdictIs(buying, 'gas');
  await expect.element(buying).toHaveTextContent('the marketplace pays it. We send 0.03 POL to your wallet.');
  await expectAccessible();
  await button(buying, 'Get 0.03 POL').click();
  await expect.element(buying).toHaveTextContent('0.03 POL for the network fee is on its way');
  status = 'SENT';
  balance = '0x8ac7230489e80000';
  await verdictIs(buying, 'ready');
});

it('the dialog says what to do when the first network fees of the day are used up', async () => {
  const { buying } = await openPurchase({
    answers: (api, chain) => {
      chain.on({ eth_getBalance: () => '0x0' });
      api.answer(walletEndpoints.gasDrop, () => ({
        data: { status: 'REFUSED' as const, code: 'gasDrop.day' as const, amount: '0.03', txHash: null },
      }));
    },
  });
  await verdictIs(buying, 'gas');
  await expect.element(buying).toHaveTextContent('Try again tomorrow, or send some POL to your address.');
});

it('the dialog reports a changed price, and a button alone accepts the new one', async () => {
  const { buying } = await openPurchase({
    answers: (api) => api.answer(offerEndpoints.show, () => ({ data: { ...sale, price: '0.35', version: 2 } })),
  });
  await verdictIs(buying, 'price');
  await expect
    .element(buying)
    .toHaveTextContent('The price has changed since you opened this page. It is now 0.35 ETH.');
  await expect.element(button(buying, 'Buy')).toBeDisabled();
  const total = () => buying.element().querySelector('[data-total]')?.textContent;
  expect(total()).toContain('0.3');
  await button(buying, 'Continue with 0.35 ETH').click();
  await verdictIs(buying, 'ready');
  expect(total()).toContain('0.35');
});

const bought = {
  ...sale,
  status: 'SOLD' as const,
  quantityLeft: 0,
  version: 2,
  buyer: { ...token.creator, uuid: aUser().uuid },
};

it('whoever buys it in another tab at the same time reads its end in this one', async () => {
  const user = aUser();
  let isBought = false;
  const { buying } = await openPurchase({
    user,
    answers: (api) => api.answer(offerEndpoints.show, () => ({ data: isBought ? bought : sale })),
  });
  const key = `purchase:${token.uuid}`;
  let end = () => {};
  const other = navigator.locks.request(
    `skarb.steps ${key} ${user.metamaskWallet?.toLowerCase()}`,
    () => new Promise<void>((resolve) => (end = resolve)),
  );
  await button(buying, 'Buy').click();
  await expect.element(buying).toHaveTextContent('The same is running in another tab of this browser.');
  isBought = true;
  end();
  await other;
  // As the browser notifies its other tabs.
  dispatchEvent(new StorageEvent('storage', { key: `skarb.steps.${key}`, newValue: null }));
  await expect.element(buying).toHaveTextContent('You have already bought it: it is yours.');
});

it('whoever bought it in another tab reads that it is theirs', async () => {
  const { buying } = await openPurchase({
    answers: (api) => api.answer(offerEndpoints.show, () => ({ data: bought })),
  });
  await verdictIs(buying, 'gone');
  await expect.element(buying).toHaveTextContent('You have already bought it: it is yours.');
});

it('the dialog offers the next cheapest copy if the chosen one is sold', async () => {
  const next = anOffer(token, { uuid: uuidOf(62), price: '0.4' });
  const { buying } = await openPurchase({
    answers: (api) =>
      api
        .answer(offerEndpoints.show, ({ params }) => ({
          data: params.id === next.uuid ? next : { ...sale, status: 'SOLD' as const, quantityLeft: 0, version: 2 },
        }))
        .answer(tokenEndpoints.show, () => ({ data: withOffers(token, sale, next) })),
  });
  await verdictIs(buying, 'gone');
  await expect.element(buying).toHaveTextContent('Someone was faster: it is sold.');
  await expect.element(buying).toHaveTextContent('The next cheapest copy costs 0.4 ETH.');
  await button(buying, 'Buy it for 0.4 ETH').click();
  await verdictIs(buying, 'ready');
});

it('the next sale that has one copy only keeps the field of a number that is too large for it', async () => {
  const next = anOffer(edition, { uuid: uuidOf(62), price: '0.4' });
  let isSold = false;
  const { buying } = await openPurchase({
    offer: copies,
    answers: (api) =>
      api
        .answer(offerEndpoints.show, ({ params }) => {
          const sold = { ...copies, status: 'SOLD' as const, quantityLeft: 0, version: 2 };
          return { data: params.id === next.uuid ? next : isSold ? sold : copies };
        })
        .answer(tokenEndpoints.show, () => ({ data: isSold ? withOffers(edition, next) : edition })),
  });
  const field = buying.getByLabelText('How many');
  await field.fill('3');
  await verdictIs(buying, 'ready');
  isSold = true;
  await announce({ kind: 'offer', uuid: copies.uuid, version: 2, status: 'SOLD', tokenUuid: edition.uuid });
  await button(buying, 'Buy it for 0.4 ETH').click();
  await seen(buying.getByText('At most 1'));
  await field.fill('1');
  await verdictIs(buying, 'ready');
  await expect.element(button(buying, 'Buy')).toBeEnabled();
});

it('a work that is sold with nothing left of it leads back to its page, and the same step is not offered again', async () => {
  const { buying, wallet } = await openPurchase();
  await verdictIs(buying, 'ready');
  wallet.reject('eth_sendTransaction', new RpcFailure(-32603, 'sold', { code: 'chain.partlySold', message: 'sold' }));
  await button(buying, 'Buy').click();
  const failed = dialog('Purchase failed');
  await expect.element(failed).toHaveTextContent('Someone else bought it in the meantime.');
  await seen(button(failed, 'Start over'));
  await expect.element(button(failed, 'Try again')).not.toBeInTheDocument();
});

it('a work that is sold while the dialog is open has a way to its page in place of a dead button', async () => {
  let isSold = false;
  const { buying } = await openPurchase({
    answers: (api) =>
      api
        .answer(offerEndpoints.show, () => ({
          data: isSold ? { ...sale, status: 'SOLD' as const, quantityLeft: 0, version: 2 } : sale,
        }))
        .answer(tokenEndpoints.show, () => ({ data: isSold ? withOffers(token) : token })),
  });
  await verdictIs(buying, 'ready');
  isSold = true;
  await announce({ kind: 'offer', uuid: sale.uuid, version: 2, status: 'SOLD', tokenUuid: token.uuid });
  await verdictIs(buying, 'gone');
  await expect.element(button(buying, 'Buy')).not.toBeInTheDocument();
  await expect.element(buying.getByText('You pay')).not.toBeInTheDocument();
  await button(buying, 'To the work').click();
  await expect.element(buying).not.toBeInTheDocument();
});

it('a work that is hidden while the dialog is open says so, and that nothing was sent', async () => {
  let isHidden = false;
  const { buying } = await openPurchase({
    answers: (api) =>
      api.answer(tokenEndpoints.show, () => (isHidden ? refuse(404, 'token.notFound') : { data: token })),
  });
  await verdictIs(buying, 'ready');
  isHidden = true;
  await announce({ kind: 'token', uuid: token.uuid, version: 9, tokenUuid: token.uuid, isGone: true });
  const news = main().getByRole('alert');
  // Without the announcement, the page is read again after 15 seconds.
  await expect.element(news, { timeout: 10_000 }).toHaveTextContent('This page has been taken down');
  await expect.element(news).toHaveTextContent('What you had not confirmed was not sent.');
});

it('a sign-out elsewhere is said in the open dialog, whose button asks for the sign-in', async () => {
  const { buying } = await openPurchase();
  await verdictIs(buying, 'ready');
  localStorage.removeItem(STORAGE_KEY.accessToken);
  dispatchEvent(new StorageEvent('storage', { key: STORAGE_KEY.accessToken }));
  await verdictIs(buying, 'guest');
  await expect.element(button(buying, 'Buy')).toBeEnabled();
});

const ownFee = { to: addressOf(90), value: '0x38d7ea4c68000' };
/** Presses Buy when the marketplace's budget for network fees is used up. */
const buyWithoutBudget = async () => {
  const { buying, wallet } = await openPurchase({ isKey: true });
  await verdictIs(buying, 'ready');
  const data = { code: 'operator.accountBudget', message: 'used up', ownFee };
  wallet.reject('wallet_sendCalls', new RpcFailure(-32603, 'used up', data));
  await button(buying, 'Buy').click();
  return { failed: dialog('Purchase failed'), wallet };
};

it('when the free network fees of the day are used up, the dialog offers to pay this one', async () => {
  const { failed, wallet } = await buyWithoutBudget();
  await expect.element(failed).toHaveTextContent('You have used up today’s free network fees.');
  await expect.element(failed).toHaveTextContent('It costs 0.001 POL, which the account pays to the marketplace.');
  await expectAccessible();
  await button(failed, 'Pay 0.001 POL myself').click();
  await seen(dialog('Purchase successful'));
  expect(wallet.sent[0]).toEqual(ownFee);
});

it('a fee that the person agreed to pay is paid by that press alone: if nothing was sent, the next try has none', async () => {
  const { failed, wallet } = await buyWithoutBudget();
  const pay = button(failed, 'Pay 0.001 POL myself');
  await seen(pay);
  wallet.reject('wallet_sendCalls');
  await pay.click();
  await expect.element(failed).toHaveTextContent('You declined it');
  await button(failed, 'Try again').click();
  await seen(dialog('Purchase successful'));
  expect(wallet.sent).not.toContainEqual(ownFee);
});

it('after a rejection in the wallet the dialog explains it, and another try succeeds', async () => {
  const { buying, wallet } = await openPurchase();
  await verdictIs(buying, 'ready');
  wallet.reject('eth_sendTransaction');
  await button(buying, 'Buy').click();
  const failed = dialog('Purchase failed');
  await expect
    .element(failed)
    .toHaveTextContent('You declined it in your wallet. Nothing was sent; try again when you are ready.');
  await expectAccessible();
  await expect.element(failed).toHaveTextContent('You have not bought it yet, and nothing was paid.');
  await button(failed, 'Try again').click();
  const done = dialog('Purchase successful');
  await expect.element(button(done, 'To the work')).toHaveFocus();
  await expectAccessible();
  expect(wallet.sent).toHaveLength(2);
});

it('a purchase that goes on in a dialog opened again claims no sum of what the dialog was opened for', async () => {
  const { buying, chain } = await openPurchase();
  chain.on({ eth_getTransactionReceipt: () => null, eth_getTransactionByHash: () => ({ nonce: '0x1' }) });
  await verdictIs(buying, 'ready');
  await button(buying, 'Buy').click();
  await expect.element(buying).toHaveTextContent('Sent, waiting for confirmation');
  await button(buying, 'Close').click();
  await expect.element(buying).not.toBeInTheDocument();
  await button(main(), 'Buy now').click();
  await expect.element(buying).toHaveTextContent('Sent, waiting for confirmation');
  chain.on({ eth_getTransactionReceipt: () => ({ status: '0x1', blockNumber: '0x3e9' }) });
  const done = dialog('Purchase successful');
  await expect.element(done).toHaveTextContent('is yours.');
  await expect.element(done).not.toHaveTextContent('You paid');
});

it('a permission that covers open offers as well says how much of it is for them', async () => {
  const { buying, wallet } = await openPurchase({
    answers: (api) =>
      api.answer(offerEndpoints.purchase, () => ({ data: { ...sale, steps: [shared, aTransactionStep('purchase')] } })),
  });
  await verdictIs(buying, 'ready');
  wallet.reject('eth_sendTransaction');
  await button(buying, 'Buy').click();
  await expect
    .element(dialog('Purchase failed').getByRole('listitem').first())
    .toHaveTextContent(/spend 0.315 WETH.*This includes 0.015 WETH for the offers that you have open\./);
});

it('the dialog reports a wallet on another network, and one press switches it', async () => {
  const { buying, wallet } = await openPurchase({ walletChainId: 1 });
  const notice = alert(buying, 'Your wallet is on another network.');
  await seen(notice);
  await expect.element(button(buying, 'Buy')).toBeDisabled();
  await button(notice, /^Switch to /).click();
  await verdictIs(buying, 'ready');
  expect(wallet.chainId).toBe(80002);
  expect(wallet.requests).not.toContain('eth_sendTransaction');
});

it('a network that changed without an event is detected by the press, before anything is sent', async () => {
  const { buying, wallet } = await openPurchase();
  await verdictIs(buying, 'ready');
  await expect.element(button(buying, 'Buy')).toBeEnabled();
  const buy = button(buying, 'Buy').element() as HTMLButtonElement;
  // In one go: the page's own poll would notice the network, too.
  wallet.chainId = 1;
  buy.click();
  const notice = page.getByRole('alert').filter({ hasText: 'Your wallet is on another network.' });
  await seen(notice);
  expect(wallet.requests).not.toContain('eth_sendTransaction');
  await button(notice, /^Switch to /).click();
  await expect.poll(() => wallet.chainId).toBe(80002);
});

it('the dialog reports a rejected sign-in, and the same button asks the wallet again', async () => {
  const user = aUser();
  const { wallet } = await openApp('/nfts', {
    answers: (api) =>
      api
        .answer(authEndpoints.walletNonce, () => ({ data: { nonce: 'abcdefgh', message: 'Sign in to Skarb' } }))
        .answer(authEndpoints.loginWallet, () => ({
          data: { accessToken: 'access', refreshToken: 'refresh', expiresIn: 900, user },
        }))
        .answer(authEndpoints.me, () => ({ data: user }))
        .answer(accountEndpoints.settings, () => ({ data: user })),
  });
  await button(header(), 'Sign in').click();
  await button(dialog('Login'), 'Sign in with a wallet').click();
  wallet.reject('personal_sign');
  const choice = dialog('Login with wallet');
  await button(choice, 'MetaMask').click();
  await expect.element(choice.getByRole('alert')).toHaveTextContent('You declined it in your wallet.');
  await expectAccessible();
  await button(choice, 'MetaMask').click();
  await expect.element(choice).not.toBeInTheDocument();
  await seen(page.getByRole('button', { name: /^Account of/ }));
});

it('a dialog keeps the focus, closes by Escape and returns the focus', async () => {
  const { buying } = await openPurchase();
  for (let press = 0; press < 12; press++) {
    await userEvent.tab();
    expect(buying.element().contains(document.activeElement)).toBe(true);
  }
  await userEvent.keyboard('{Escape}');
  await expect.element(buying).not.toBeInTheDocument();
  await expect.element(button(main(), 'Buy now')).toHaveFocus();
});

it('the total is in the reader’s money too, and there is none for a number of copies that nobody can buy', async () => {
  const { buying } = await openPurchase({ offer: copies });
  const total = () => buying.element().querySelector('[data-total]')?.parentElement?.textContent;
  await expect.poll(total).toBe('0.3 ETH≈ $600.00');
  await expect.element(buying).toHaveTextContent('ETH here is wrapped ether (WETH)');
  await buying.getByLabelText('How many').fill('99');
  await expect.element(buying).toHaveTextContent('At most 5');
  await expect.element(buying).not.toHaveTextContent('5 left');
  expect(total()).toBe('—');
  await buying.getByLabelText('How many').fill('2');
  await expect.poll(total).toBe('0.6 ETH≈ $1,200.00');
  await buying.getByText('Where the money goes').first().click();
  const shares = buying.getByRole('table', { name: 'Where the money goes' });
  await seen(shares);
  expect(texts(shares.getByRole('row'))).toEqual([
    'Seller receives0.51 ETH',
    'Creator’s royalty (5%)0.03 ETH',
    'Marketplace (10%)0.06 ETH',
    'Buyer pays0.6 ETH',
  ]);
  await verdictIs(buying, 'ready');
  await button(buying, 'Buy').click();
  const done = dialog('Purchase successful');
  await expect.element(done).toHaveTextContent(`You bought 2 copies of ${edition.name}.`);
  await expect.element(done).toHaveTextContent('You paid0.6 ETH≈ $1,200.00');
  await expect.element(done).toHaveTextContent('Transaction');
});

it('the first action has the focus after each prompt of a wallet in the page, which says what it permits', async () => {
  const approve = {
    ...aTransactionStep('approve-weth'),
    to: addressOf(11),
    // approve(spender, 0.36 WETH)
    data: `0x095ea7b3${addressOf(71).slice(2).padStart(64, '0')}${(36n * 10n ** 16n).toString(16).padStart(64, '0')}`,
  };
  const { buying } = await openPurchase({
    hasWalletWindow: true,
    answers: (api) =>
      api.answer(offerEndpoints.purchase, () => ({
        data: { ...sale, steps: [approve, aTransactionStep('purchase')] },
      })),
  });
  await verdictIs(buying, 'ready');
  await button(buying, 'Buy').click();
  const prompt = dialog('Demo wallet');
  await expect.element(prompt).toHaveTextContent('take up to 0.36 ETH (WETH) from your wallet');
  await button(prompt, 'Reject').click();
  const failed = dialog('Purchase failed');
  await expect.element(button(failed, 'Try again')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(prompt).toHaveTextContent('take up to 0.36 ETH (WETH) from your wallet');
  await button(prompt, 'Approve').click();
  await expect.element(prompt).toHaveTextContent('with data that this wallet cannot read');
  await expect.element(prompt).not.toHaveTextContent('POL');
  await button(prompt, 'Approve').click();
  await expect.element(button(dialog('Purchase successful'), 'To the work')).toHaveFocus();
});
