import { expect } from '@playwright/test';
import * as authCalls from '@skarb/schema/calls/auth';
import * as tokenCalls from '@skarb/schema/calls/token';
import type { Address } from 'viem';
import { call } from '../api.ts';
import { chainOf, stack } from '../chain.ts';
import { tokenOnSale } from '../seed/works.ts';
import { accountButton, dialog, signInButton, test, visitor } from '../visitor.ts';

test('a new user without a wallet buys with the demo wallet and play money, and signing out removes all tokens', async ({
  browser,
}) => {
  const { page, context, complaints } = await visitor(browser, { hasWallet: false });
  const chain = chainOf(stack().rpcUrl);
  const id = await tokenOnSale('0.3', `A first buy ${Date.now() % 1e6}`);
  const token = async () => (await call(tokenCalls.show, { params: { id } })).data;
  const work = await token();
  const [contractAddress, tokenId] = [work.contractAddress as Address, work.tokenId as string];

  await page.goto(`/nfts/${work.uuid}`);
  await signInButton(page).click();
  await dialog(page, 'Login').getByRole('button', { name: 'Sign in with a wallet' }).click();
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
  await menu.getByRole('menuitem', { name: 'Get play money' }).click();
  await expect(page.getByText('Play money is in your wallet.')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Buy now' }).click();
  await dialog(page, 'Purchase NFT').getByRole('button', { name: 'Buy', exact: true }).click();
  const done = dialog(page, 'Purchase successful');
  // The wallet prompts once for each step; the number of steps depends on the currency.
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
  const own = (await token()).ownerships.find((one) => one.owner === owner);
  const profile = await call(authCalls.profile, { params: { id: own?.ownerUuid ?? '' } });
  expect(profile.data.metamaskWallet).toBe(owner);

  await accountButton(page).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(signInButton(page)).toBeVisible();
  await expect(page).toHaveURL(/\/nfts$/);
  expect((await stored()).filter(([name]) => /token/i.test(name))).toEqual([]);
  await page.reload();
  await expect(signInButton(page)).toBeVisible();
  expect(complaints).toEqual([]);
  await context.close();
});
