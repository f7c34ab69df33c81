import { accountKeyEndpoints } from '@skarb/schema/account-key';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aUser, hashOf } from '../../../testing/examples.ts';
import { button, main, openApp } from '../../../testing/open-app.tsx';
import { aTransactionStep } from '../../../testing/trading.ts';

const aKey = (number: number) => ({
  id: hashOf(number),
  kind: 'PASSKEY' as const,
  key: `0x${String(number).padStart(232, '0')}`,
  address: null,
  isFirst: number === 1,
  addedAt: null,
});

it('steps that arrive after their dialog was closed are not begun', async () => {
  const user = aUser();
  const account = { address: user.metamaskWallet, isDeployed: true, keys: [aKey(1), aKey(2)] };
  let give = () => {};
  const until = new Promise<void>((resolve) => (give = resolve));
  const { api, wallet } = await openApp('/settings', {
    user,
    isKey: true,
    answers: (api) =>
      api
        .answer(accountKeyEndpoints.keys, () => ({ data: account }))
        .answer(accountKeyEndpoints.removeKey, async () => {
          await until;
          return { data: { ...account, steps: [aTransactionStep('remove-key')] } };
        }),
  });
  await main()
    .getByRole('button', { name: /^Remove: / })
    .first()
    .click();
  const removing = page.getByRole('dialog', { name: /^Remove: / });
  await button(removing, 'Remove').click();
  await expect.poll(() => api.requests(accountKeyEndpoints.removeKey).length).toBe(1);
  await userEvent.keyboard('{Escape}');
  await expect.element(removing).not.toBeInTheDocument();
  give();
  await expect.poll(() => api.isQuiet).toBe(true);
  expect(wallet.sent).toEqual([]);
});
