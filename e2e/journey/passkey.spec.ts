import { expect } from '@playwright/test';
import * as authCalls from '@skarb/schema/calls/auth';
import * as tokenCalls from '@skarb/schema/calls/token';
import { type Address, parseEther } from 'viem';
import { call, mailTo, PASSWORD, pathOf } from '../api.ts';
import { chainOf, stack } from '../chain.ts';
import { addDevice } from '../passkey.ts';
import { buy, makeToken, newPerson, reference, sell } from '../people.ts';
import { dialog, test, visitor } from '../visitor.ts';

test('a person without a wallet registers by e-mail, makes a key, tops up by card and buys', async ({ browser }) => {
  test.setTimeout(240_000);
  const { rpcUrl, url } = stack();
  const chain = chainOf(rpcUrl);
  const seller = await newPerson();
  const token = await makeToken(seller, { name: `For a key ${Date.now() % 1e6}` });
  const weth = (await reference(seller)).currency('WETH').address as Address;
  await sell(seller, token.uuid, '0.3');

  const buyer = await visitor(browser, { hasWallet: false });
  const { page, context, complaints } = buyer;
  const device = await addDevice(page);

  await test.step('the account: by e-mail, signed in by the link of its mail', async () => {
    const email = `key.${Date.now()}@example.com`;
    // The browser's own cookies: a password is valid only if the same browser opens the mail's link.
    const answer = await page.request.post(url + pathOf(authCalls.register), { data: { email, password: PASSWORD } });
    expect(answer.status()).toBe(201);
    await page.goto(await mailTo(email, /https?:\/\/\S+\/confirmation\?token=\S+/));
    await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();
  });

  await page.goto(`/nfts/${token.uuid}`);
  await page.getByRole('button', { name: 'Buy now' }).click();
  const buying = dialog(page, 'Purchase NFT');
  await test.step('the key: a cancelled prompt makes none, and the next press makes one', async () => {
    const making = dialog(page, 'Make your key');
    await device.refuse(true);
    await making.getByRole('button', { name: 'Make my key' }).click();
    await expect(making.getByRole('alert').filter({ hasText: 'No key was made.' })).toBeVisible();
    expect(await device.count()).toBe(0);
    await device.refuse(false);
    await making.getByRole('button', { name: 'Make my key' }).click();
    await expect(making).toBeHidden();
    expect(await device.count()).toBe(1);
  });

  await test.step('the card: exactly what is missing, right there', async () => {
    await buying.getByRole('button', { name: 'Add 0.3 ETH by card' }).click();
    const adding = dialog(page, 'Add money');
    await expect(adding.getByLabel('How much')).toHaveValue('0.3');
    const opening = context.waitForEvent('page');
    await adding.getByRole('button', { name: 'Continue to payment' }).click();
    const card = await opening;
    await card.getByLabel('Card number').fill('4242 4242 4242 4242');
    await card.getByLabel('Valid until (MM/YY)').fill('12/40');
    await card.getByLabel('Security code').fill('123');
    await card.getByRole('button', { name: /^Pay / }).click();
    await expect(card.getByRole('heading', { name: 'Paid' })).toBeVisible();
    const closing = card.waitForEvent('close');
    await card.getByRole('link', { name: 'Back to Skarb' }).click();
    await closing;
    await expect(adding).toBeHidden({ timeout: 30_000 });
  });

  await test.step('the purchase: one press', async () => {
    await expect(buying.getByText('All checks passed.')).toBeVisible();
    const words = (await buying.textContent()) ?? '';
    expect(words).not.toMatch(/wallet|\bgas\b|chain|\bsign|approve/i);
    await buying.getByRole('button', { name: 'Buy', exact: true }).click();
    await expect(dialog(page, 'Purchase successful')).toBeVisible();
  });
  const owner = await chain.ownerOf(token.contractAddress, token.tokenId);
  expect(await chain.balance(weth, owner)).toBe(0n);
  expect(await chain.client.getCode({ address: owner })).toMatch(/^0x363d3d373d/);

  const messages = page.getByRole('region', { name: 'Messages' });
  await test.step('a second device becomes a key, and the first one, which is lost, no longer is', async () => {
    await page.goto('/settings#wallet');
    const keys = page.getByRole('region', { name: 'Keys', exact: true });
    await expect(keys.getByText('This device')).toBeVisible();
    const spare = await addDevice(page, 'usb');
    await keys.getByRole('button', { name: 'Add a key' }).click();
    await dialog(page, 'Add a key').getByRole('button', { name: 'Another phone or computer' }).click();
    await expect(messages.getByText('The key is added.')).toBeVisible();
    expect(await spare.count()).toBe(1);
    await keys.getByRole('button', { name: 'Remove: This device' }).click();
    await dialog(page, 'Remove: This device?').getByRole('button', { name: 'Remove' }).click();
    await expect(messages.getByText('This device: the key is removed.')).toBeVisible();
    await expect(keys.getByText('Another device')).toBeVisible();
    await expect(keys.getByText('This device')).toBeHidden();
    await device.remove();
  });

  await test.step('the second device puts the work on sale, and somebody with a wallet buys it', async () => {
    await page.goto(`/nfts/${token.uuid}`);
    await page.getByRole('main').getByRole('button', { name: 'Sell', exact: true }).click();
    const selling = dialog(page, 'Sell NFT');
    await selling.getByLabel('Price').fill('0.5');
    await selling.getByRole('button', { name: 'Put on sale' }).click();
    await expect(dialog(page, 'Congratulations!')).toBeVisible();
    const { data } = await call(tokenCalls.show, { params: { id: token.uuid } });
    const collector = await newPerson();
    await buy(collector, data.listing?.offerUuid ?? '');
    expect(await chain.ownerOf(token.contractAddress, token.tokenId)).toBe(collector.address);
    // The marketplace keeps 10 % of a sale.
    expect(await chain.balance(weth, owner)).toBe(parseEther('0.45'));
  });
  // Chromium would also like RSA, which contracts cannot verify.
  expect(complaints.filter((words) => !words.includes('pubKeyCredParams'))).toEqual([]);
  await context.close();
});
