import { accountEndpoints } from '@skarb/schema/account';
import { accountKeyEndpoints } from '@skarb/schema/account-key';
import { authEndpoints, walletEndpoints, type Holdings } from '@skarb/schema/auth';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { aToken, aUser, daysAgo, hashOf, uuidOf } from '../../../testing/examples.ts';
import { alert, button, dialog, main, openApp, seen } from '../../../testing/open-app.tsx';
import { refuse, refuseFields } from '../../../testing/scripted-api.ts';
import { aTransactionStep } from '../../../testing/trading.ts';

const user = aUser();
const keyOf = (number: number) => `0x${String(number).padStart(232, '0')}`;
const aKey = (number: number) => ({
  id: hashOf(number),
  kind: 'PASSKEY' as const,
  key: keyOf(number),
  address: null,
  isFirst: number === 1,
  addedAt: null,
});
const aWay = { addedAt: daysAgo(4), lastUsedAt: null, recordedSince: daysAgo(40), isRemovable: true, whyNot: null };

it('a wallet signs that it agrees before it becomes a key, and stays unconnected', async () => {
  const owner = aUser();
  const added: unknown[] = [];
  const { wallet } = await openApp('/settings', {
    user: owner,
    answers: (api) =>
      api
        .answer(accountKeyEndpoints.keys, () => ({
          data: { address: owner.metamaskWallet, isDeployed: true, keys: [aKey(1)] },
        }))
        .answer(authEndpoints.walletNonce, ({ query }) => ({
          data: { nonce: 'a'.repeat(17), message: `Purpose: ${query.purpose}` },
        }))
        .answer(accountKeyEndpoints.addKey, ({ body }) => {
          added.push(body);
          return refuse(409, 'key.exists');
        }),
  });
  await button(main(), 'Add a key').click();
  const adding = dialog('Add a key');
  await expect.element(adding).toHaveTextContent('It signs a message that it agrees');
  await expectAccessible();
  await button(adding, 'MetaMask').click();
  await expect.element(adding).toHaveTextContent('You have this key already.');
  expect(wallet.requests).toContain('personal_sign');
  expect(added).toMatchObject([{ key: wallet.address.toLowerCase(), message: 'Purpose: addKey' }]);
});

it('the settings say that a removed sign-in passkey stays a key, and one action removes both', async () => {
  await openApp('/settings', {
    user,
    answers: (api) =>
      api
        .answer(accountKeyEndpoints.keys, () => ({
          data: { address: user.metamaskWallet, isDeployed: true, keys: [aKey(1), aKey(2)] },
        }))
        .answer(accountEndpoints.ways, () => ({
          data: [
            { ...aWay, id: 'wallet', kind: 'wallet' as const, label: '0x0000…0031', key: null },
            { ...aWay, id: `passkey:${uuidOf(7)}`, kind: 'passkey' as const, label: 'My phone', key: keyOf(2) },
          ],
        })),
  });
  const ways = main().getByRole('region', { name: 'Sign-in methods' });
  // What signs in there is no wallet that the person could look for.
  await seen(ways.getByText('Keys of your account'));
  await button(ways, 'Remove: Passkey').click();
  const removing = dialog('Remove this passkey?');
  await expect.element(removing).toHaveTextContent('It stays a key to your works and money');
  await button(removing, 'Remove it as a key, too').click();
  const both = page.getByRole('dialog', { name: /^Remove: / });
  await expect.element(both.getByRole('checkbox')).toBeChecked();
  await expectAccessible();
});

it('everything goes to another address: the list, the address and its faults, and the confirmation', async () => {
  const there = '0x52908400098527886E0F7030069857D2E4169EE7';
  const token = aToken();
  const localization = { default: 'uk' as const, texts: [{ locale: 'en' as const, name: 'Evening' }] };
  const held: Holdings = {
    tokens: [{ token: { ...token, name: 'Вечір', localization }, quantity: 3 }],
    hasMore: true,
    money: [{ currency: { uuid: uuidOf(8), name: 'ETH', symbol: 'WETH', decimals: 18 }, amount: '1.18' }],
    hasOffers: true,
    hasAuctions: true,
    keepsCoin: false,
    steps: [],
  };
  const { api } = await openApp('/settings', {
    user,
    answers: (api) =>
      api
        .answer(accountKeyEndpoints.keys, () => ({
          data: { address: user.metamaskWallet, isDeployed: true, keys: [aKey(1)] },
        }))
        .answer(walletEndpoints.holdings, ({ query }) =>
          query.to === hashOf(1).slice(0, 42)
            ? refuseFields({ to: { refused: 'lost' } }, 'holdings.contract')
            : { data: { ...held, steps: query.to ? [aTransactionStep('send-all-1')] : [] } },
        ),
  });
  await button(main(), 'Take everything').click();
  const leaving = dialog('Take everything with me');
  await seen(leaving.getByText('Evening'));
  await seen(leaving.getByText('3 copies'));
  for (const words of ['These go first.', 'Your sales and offers end.', 'What is in a running auction stays.'])
    await expect.element(leaving).toHaveTextContent(words);
  await expectAccessible();
  const to = leaving.getByLabelText('Address that receives it');
  await button(leaving, 'Continue').click();
  await seen(alert(leaving, 'Enter the address that receives it.'));
  await to.fill('0x12');
  await button(leaving, 'Continue').click();
  await seen(alert(leaving, 'The address that receives is not complete'));
  await expect.element(to).toHaveFocus();
  await expect.element(to).toHaveValue('0x12');
  await expect.element(to).toHaveAccessibleDescription(/is not complete/);
  await to.fill(user.metamaskWallet ?? '');
  await button(leaving, 'Continue').click();
  await seen(alert(leaving, 'This is your own address here.'));
  await to.fill(hashOf(1).slice(0, 42));
  await button(leaving, 'Continue').click();
  await seen(alert(leaving, 'what is sent there is lost'));
  await to.fill(there);
  await button(leaving, 'Continue').click();
  await seen(leaving.getByText(`Is this your address? ${there}`));
  await seen(button(leaving, 'Send everything'));
  await expectAccessible();
  expect(api.requests(walletEndpoints.holdings).at(-1)?.query).toEqual({ to: there });
});
