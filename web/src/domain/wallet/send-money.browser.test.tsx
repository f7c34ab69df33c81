import { walletEndpoints, type Transfer } from '@skarb/schema/auth';
import { offerEndpoints } from '@skarb/schema/offer';
import { referenceEndpoints } from '@skarb/schema/reference';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { word } from '../../../testing/default-answers.ts';
import {
  anOffer,
  aToken,
  aUser,
  hashOf,
  inDays,
  listOf,
  personOf,
  USDC,
  uuidOf,
  WETH,
} from '../../../testing/examples.ts';
import { button, dialog, header, main, openApp, seen } from '../../../testing/open-app.tsx';
import { refuseFields } from '../../../testing/scripted-api.ts';
import { RpcFailure } from '../../../testing/scripted-chain.ts';
import { answerTrade, aTransactionStep } from '../../../testing/trading.ts';

const user = aUser();
const THERE = '0x52908400098527886E0F7030069857D2E4169EE7';
const { uuid, name, symbol, decimals } = WETH;
const transfer: Transfer = {
  currency: { uuid, name, symbol, decimals },
  amount: '2.5',
  to: THERE,
  left: '7.5',
  promised: '8',
  steps: [aTransactionStep('send-money')],
};
const openMenu = () =>
  header()
    .getByRole('button', { name: /^Money: / })
    .click();

it('a currency that is switched off because its contract no longer answers hides no other balance', async () => {
  const dead = '0x000000000000000000000000000000000000dEaD';
  await openApp('/settings', {
    user,
    isKey: true,
    answers: (api, chain) => {
      api.answer(referenceEndpoints.currencies, () =>
        listOf([WETH, { ...USDC, uuid: uuidOf(91), address: dead, isEnabled: false }]),
      );
      chain.on({
        eth_call: ([{ to }]: [{ to: string }]) => {
          if (to === dead) throw new RpcFailure(3, 'execution reverted');
          return word(2n * 10n ** 18n);
        },
      });
    },
  });
  await expect.element(header().getByRole('button', { name: /^Money: 2 / })).toBeVisible();
});

it('a part of the money leaves after its sum, its address and what it means for offers were checked', async () => {
  const { api, wallet } = await openApp('/settings', {
    user,
    isKey: true,
    answers: (api) =>
      api.answer(walletEndpoints.transfer, ({ query }) =>
        query.to === THERE.toLowerCase()
          ? refuseFields({ to: { 'holdings.mistyped': 'mistyped' } }, 'holdings.mistyped')
          : { data: transfer },
      ),
  });
  await openMenu();
  await page.getByRole('menuitem', { name: 'Take money out' }).click();
  const taking = dialog('Take money out');
  const sum = taking.getByLabelText('How much');
  const to = taking.getByLabelText('Address that receives it');
  await expect.element(taking).toHaveTextContent('What leaves is WETH on Polygon Amoy.');
  await expect.element(taking).toHaveTextContent('We pay the network fee.');
  await button(taking, 'Continue').click();
  await seen(taking.getByText('Enter how much to send.'));
  await seen(taking.getByText('Enter the address that receives it.'));
  await expect.element(sum).toHaveFocus();
  await expectAccessible();
  await sum.fill('10.000000000000000001');
  await to.fill(user.metamaskWallet ?? '');
  await button(taking, 'Continue').click();
  await seen(taking.getByText('Your account does not have that much.'));
  await seen(taking.getByText('This is your own address here.'));
  expect(api.requests(walletEndpoints.transfer)).toEqual([]);
  await button(taking, 'All of it').click();
  await expect.element(sum).toHaveValue('10');
  await sum.fill('2.5');
  await to.fill(THERE.toLowerCase());
  await button(taking, 'Continue').click();
  await seen(taking.getByText('This address is mistyped.'));
  await to.fill(THERE);
  await button(taking, 'Continue').click();
  await expect.element(taking).toHaveTextContent(`To${THERE}`);
  await expect.element(taking).toHaveTextContent('Stays with you7.5 ETH');
  await expect
    .element(taking)
    .toHaveTextContent('Offers that you have open need 8 ETH, and 0.5 of it would be missing.');
  expect(api.requests(walletEndpoints.transfer).at(-1)?.query).toEqual({
    currencyUuid: uuid,
    amount: '2.5',
    to: THERE,
  });
  await expectAccessible();
  expect(wallet.sent).toEqual([]);
  await button(taking, 'Send 2.5 ETH').click();
  const done = dialog('The money has left');
  await expect.element(done).toHaveTextContent(`Sent2.5 ETHTo${THERE}`);
  expect(wallet.sent).toHaveLength(1);
  await done.getByText('Close').click();
  await expect.element(done).not.toBeInTheDocument();
});

it('a wallet sends money by itself, so the menu does not offer it', async () => {
  await openApp('/settings', { user });
  await header()
    .getByRole('button', { name: /^Wallet: / })
    .click();
  await seen(page.getByRole('menuitem', { name: 'Disconnect' }));
  await expect.element(page.getByRole('menuitem', { name: 'Take money out' })).not.toBeInTheDocument();
});

it('an accepted offer leads to its money', async () => {
  const token = aToken();
  const mine = {
    ...token,
    ownerships: [{ owner: user.metamaskWallet ?? '', ownerUuid: user.uuid, quantity: 1, user: personOf(user) }],
  };
  const bid = anOffer(mine, { uuid: uuidOf(63), type: 'BID', price: '0.2', endsAt: inDays(7) });
  await openApp(`/offers/${bid.uuid}`, {
    user,
    isKey: true,
    answers: (api) =>
      answerTrade(api, mine, [bid]).answer(offerEndpoints.purchase, () => ({
        data: { ...bid, steps: [{ ...aTransactionStep('accept-bid'), data: hashOf(1) }] },
      })),
  });
  await button(main(), 'Accept').click();
  await button(dialog('Accept the offer'), 'Accept and sell').click();
  const done = dialog('Congratulations!');
  await button(done, 'Take money out').click();
  await expect.element(dialog('Take money out').getByLabelText('How much')).toBeVisible();
});

it('the page of a sold work leads its seller to the money', async () => {
  const token = aToken();
  const sold = anOffer(token, { status: 'SOLD', seller: personOf(user), sellerAddress: user.metamaskWallet });
  await openApp(`/offers/${sold.uuid}`, { user, isKey: true, answers: (api) => answerTrade(api, token, [sold]) });
  await button(main(), 'Take money out').click();
  await expect.element(dialog('Take money out').getByLabelText('How much')).toBeVisible();
});

it.each([390, 820])('the name of the money’s button is complete where its sum is hidden (%i)', async (width) => {
  await page.viewport(width, 844);
  await openApp('/settings', { user, isKey: true });
  await expect.element(button(header(), 'Money: 10 ETH')).toBeVisible();
});
