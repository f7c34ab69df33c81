import { accountEndpoints } from '@skarb/schema/account';
import { accountKeyEndpoints } from '@skarb/schema/account-key';
import { authEndpoints } from '@skarb/schema/auth';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { aUser, daysAgo, hashOf, uuidOf } from '../../../testing/examples.ts';
import { refuse } from '../../../testing/scripted-api.ts';
import { button, dialog, main, openApp, seen } from '../../../testing/open-app.tsx';

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
