import { expect } from '@playwright/test';
import type { Address } from 'viem';
import { chainOf, stack } from '../chain.ts';
import { makeToken, newPerson, reference, sell } from '../people.ts';
import { dialog, openSignedIn, test, visitor } from '../visitor.ts';

test('a buyer with too little money buys more by card, and the purchase continues', async ({ browser }) => {
  test.setTimeout(180_000);
  const { rpcUrl } = stack();
  const chain = chainOf(rpcUrl);
  const seller = await newPerson();
  const token = await makeToken(seller, { name: `For a newcomer ${Date.now() % 1e6}` });
  const { currency } = await reference(seller);
  await sell(seller, token.uuid, '0.3');

  // The wallet is empty: no money and no gas.
  const buyer = await visitor(browser);
  const { page, context, wallet, complaints } = buyer;
  await openSignedIn(buyer, `/nfts/${token.uuid}`);
  await page.getByRole('button', { name: 'Buy now' }).click();
  const buying = dialog(page, 'Purchase NFT');
  await expect(buying.getByRole('button', { name: 'Buy', exact: true })).toBeDisabled();
  const adding = dialog(page, 'Add money');

  await test.step('a declined card is explained, and another one succeeds', async () => {
    const opening = context.waitForEvent('page');
    await buying.getByRole('button', { name: 'Add 0.3 ETH by card' }).click();
    const card = await opening;
    await expect(card.getByRole('heading', { name: 'Pay by card' })).toBeVisible();
    await card.getByLabel('Card number').fill('4242 4242 4242 4241');
    await card.getByLabel('Valid until (MM/YY)').fill('12/40');
    await card.getByLabel('Security code').fill('123');
    await card.getByRole('button', { name: /^Pay / }).click();
    await expect(card.getByText('This is not a card number.')).toBeVisible();
    await card.getByLabel('Card number').fill('4242 4242 4242 4242');
    await card.getByLabel('Security code').fill('123');
    await card.getByLabel('Is declined').check();
    await card.getByRole('button', { name: /^Pay / }).click();
    await expect(card.getByRole('alert')).toContainText('The card was declined.');
    await expect(adding.getByRole('status')).toContainText('The card was declined and nothing was charged.');
    await card.getByLabel('Security code').fill('123');
    await card.getByLabel('Goes through').check();
    const closing = card.waitForEvent('close');
    await card.getByRole('button', { name: /^Pay / }).click();
    // The window closes by itself once the money has arrived.
    await closing;
  });

  // The page returns to the purchase by itself once the money has arrived.
  await expect(adding).toBeHidden({ timeout: 30_000 });
  await expect(buying.getByText('All checks passed.')).toBeVisible();
  await buying.getByRole('button', { name: 'Buy', exact: true }).click();
  await expect(dialog(page, 'Purchase successful')).toBeVisible();
  expect(await chain.ownerOf(token.contractAddress, token.tokenId)).toBe(wallet.address);
  expect(await chain.balance(currency('WETH').address as Address, wallet.address)).toBe(0n);

  await page.goto('/settings#onramp');
  const order = page.getByRole('list', { name: 'Card purchases' }).getByRole('listitem');
  await expect(order).toHaveCount(1);
  await expect(order).toContainText('0.3 ETH');
  await expect(order).toContainText('In your wallet');
  expect(complaints).toEqual([]);
  await context.close();
});
