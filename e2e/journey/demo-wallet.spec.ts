import { expect } from '@playwright/test';
import type { Address } from 'viem';
import { chainOf, stack } from '../chain.ts';
import { aSale } from '../seed/works.ts';
import { accountButton, ask, dialog, signInButton, test, visitor } from '../visitor.ts';

type Detail = { uuid: string; name: string; contractAddress: Address; tokenId: string };

test('a newcomer without a wallet takes the demo wallet, buys with play money, and leaves no trace on signing out', async ({
  browser,
}) => {
  const { page, context, complaints } = await visitor(browser, { hasWallet: false });
  const chain = chainOf(stack().rpcUrl);
  const work = await ask<Detail>(`/token/${await aSale('0.3', `A first buy ${Date.now() % 1e6}`)}`);
  const { contractAddress, tokenId } = work;

  await page.goto(`/nfts/${work.uuid}`);
  await signInButton(page).click();
  await dialog(page, 'Login').getByRole('button', { name: 'Log in with a wallet' }).click();
  const choice = dialog(page, 'Login with wallet');
  await expect(choice.getByRole('button', { name: 'MetaMask' })).toBeHidden();
  await choice.getByRole('button', { name: 'Demo wallet' }).click();
  const asked = dialog(page, 'Demo wallet');
  await expect(asked).toContainText('Sign this message?');
  await asked.getByRole('button', { name: 'Approve' }).click();
  await expect(accountButton(page)).toBeVisible();

  const button = page.getByRole('button', { name: /^Wallet:/ });
  await expect(button).toContainText(/\d/);
  await button.click();
  const menu = page.getByRole('menu');
  await menu.getByRole('menuitem', { name: 'Get more play money' }).click();
  await expect(page.getByText('Play money is in your wallet.')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Buy now' }).click();
  await dialog(page, 'Purchase NFT').getByRole('button', { name: 'Buy', exact: true }).click();
  const done = dialog(page, 'Purchase successful');
  // The wallet asks once for each step; which steps there are depends on the currency.
  await expect(async () => {
    const approve = asked.getByRole('button', { name: 'Approve' });
    if (await approve.isVisible()) await approve.click();
    await expect(done).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  const owner = await chain.ownerOf(contractAddress, tokenId);
  await done.getByRole('link', { name: 'My profile' }).click();
  await expect(page.getByRole('tabpanel').getByRole('link', { name: work.name })).toBeVisible();

  const stored = () => page.evaluate(() => Object.entries(localStorage));
  const tokens = (await stored()).filter(([name]) => /token/i.test(name));
  expect(tokens).toHaveLength(2);
  expect((await ask<{ metamaskWallet: string }>(`/auth/profile/${await ownUuid(owner)}`)).metamaskWallet).toBe(owner);

  await accountButton(page).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(signInButton(page)).toBeVisible();
  await expect(page).toHaveURL(/\/nfts$/);
  expect((await stored()).filter(([name]) => /token/i.test(name))).toEqual([]);
  await page.reload();
  await expect(signInButton(page)).toBeVisible();
  expect(complaints).toEqual([]);
  await context.close();

  async function ownUuid(address: string): Promise<string> {
    const { ownerships } = await ask<{ ownerships: { owner: string; ownerUuid: string }[] }>(`/token/${work.uuid}`);
    const own = ownerships.find((one) => one.owner === address);
    if (!own) throw new Error(`the gallery does not know that ${address} owns it`);
    return own.ownerUuid;
  }
});
