import { expect, type Locator, type Page } from '@playwright/test';
import type { Address } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { mailTo } from '../api.ts';
import { chainOf, stack } from '../chain.ts';
import { addDevice } from '../passkey.ts';
import { makeToken, newPerson, reference, sell } from '../people.ts';
import { wordsOf } from '../screens.ts';
import { dialog, test, visitor } from '../visitor.ts';

/** Words of cryptography and of blockchains, which nobody meets on the way to a first purchase. */
const JARGON =
  /wallet|\bgas\b|chain|\bsign(?! in\b)|approve|гаман|\sгаз\s|блокчейн|ланцюг|підпис|схвал|дозвол|транзакц/i;

test('a visitor buys in five presses: with a passkey that makes the account, and by card', async ({ browser }) => {
  test.setTimeout(240_000);
  const { rpcUrl } = stack();
  const chain = chainOf(rpcUrl);
  const seller = await newPerson();
  const token = await makeToken(seller, { name: `For a key ${Date.now() % 1e6}` });
  const weth = (await reference(seller)).currency('WETH').address as Address;
  await sell(seller, token.uuid, '0.3');

  const buyer = await visitor(browser, { hasWallet: false });
  const { page, context, complaints } = buyer;
  const device = await addDevice(page);
  let presses = 0;
  const press = async (place: Locator): Promise<void> => {
    presses++;
    await place.click();
  };

  await page.goto(`/nfts/${token.uuid}`);
  await press(page.getByRole('button', { name: 'Buy now' }));
  const buying = dialog(page, 'Purchase NFT');
  await test.step('the account and its key: a cancelled prompt makes none, and the next press makes both', async () => {
    const asking = dialog(page, 'Want to participate?');
    const go = asking.getByRole('button', { name: 'Continue with fingerprint, face or PIN' });
    await device.refuse(true);
    await go.click();
    await expect(asking.getByRole('alert').filter({ hasText: 'No key was made.' })).toBeVisible();
    expect(await device.count()).toBe(0);
    expect(await asking.textContent()).not.toMatch(JARGON);
    await device.refuse(false);
    await press(go);
    await expect(asking).toBeHidden();
    expect(await device.count()).toBe(1);
  });

  await test.step('the card: exactly what is missing, right there', async () => {
    const opening = context.waitForEvent('page');
    await press(buying.getByRole('button', { name: 'Add 0.3 ETH by card' }));
    const card = await opening;
    await card.getByLabel('Card number').fill('4242 4242 4242 4242');
    await card.getByLabel('Valid until (MM/YY)').fill('12/40');
    await card.getByLabel('Security code').fill('123');
    const adding = dialog(page, 'Add money');
    expect(await adding.textContent()).not.toMatch(JARGON);
    const closing = card.waitForEvent('close');
    await press(card.getByRole('button', { name: /^Pay / }));
    await closing;
    await expect(adding).toBeHidden({ timeout: 30_000 });
  });

  await test.step('the purchase: one press', async () => {
    await expect(buying.getByText('All checks passed.')).toBeVisible();
    expect(await buying.textContent()).not.toMatch(JARGON);
    await press(buying.getByRole('button', { name: 'Buy', exact: true }));
    const done = dialog(page, 'Purchase successful');
    await expect(done).toBeVisible();
    await expect(done.getByText('So far only this device can confirm for you')).toBeVisible();
    expect(await done.textContent()).not.toMatch(JARGON);
  });
  expect(presses).toBe(5);
  const owner = await chain.ownerOf(token.contractAddress, token.tokenId);
  expect(await chain.balance(weth, owner)).toBe(0n);
  expect(await chain.client.getCode({ address: owner })).toMatch(/^0x363d3d373d/);

  await test.step('the work goes on to somebody else, and nothing is paid for that', async () => {
    const to = privateKeyToAccount(generatePrivateKey()).address;
    await page.goto(`/nfts/${token.uuid}`);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const sending = dialog(page, 'Send the work');
    await sending.getByLabel('Who receives it').fill(to);
    expect(await sending.textContent()).not.toMatch(JARGON);
    await sending.getByRole('button', { name: /^Send to 0x/ }).click();
    const done = dialog(page, 'The work is sent');
    await expect(done).toContainText(to);
    expect(await done.textContent()).not.toMatch(JARGON);
    expect(await chain.ownerOf(token.contractAddress, token.tokenId)).toBe(to);
  });

  const messages = page.getByRole('region', { name: 'Messages' });
  const keys = page.getByRole('region', { name: 'Keys', exact: true });
  let spare = device;
  await test.step('a second device becomes a key, and the first one, which is lost, no longer is', async () => {
    await page.goto('/settings#wallet');
    await expect(keys.getByText('This device')).toBeVisible();
    spare = await addDevice(page, 'usb');
    await keys.getByRole('button', { name: 'Add a key' }).click();
    await dialog(page, 'Add a key').getByRole('button', { name: 'Another phone or computer' }).click();
    await expect(messages.getByText('The key is added.')).toBeVisible();
    expect(await spare.count()).toBe(1);
    await keys.getByRole('button', { name: 'Remove: This device' }).click();
    const removing = dialog(page, 'Remove: This device?');
    await expect(removing.getByLabel('It also signs you in here. Remove that, too.')).toBeChecked();
    await removing.getByRole('button', { name: 'Remove' }).click();
    await expect(messages.getByText('This device: the key is removed.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Sign-in methods' }).getByRole('listitem')).toHaveCount(2);
    await expect(keys.getByText('Another device')).toBeVisible();
    await expect(keys.getByText('This device')).toBeHidden();
  });

  await test.step('the lost device no longer confirms anything', async () => {
    await spare.remove();
    await keys.getByRole('button', { name: 'Add a key' }).click();
    const adding = dialog(page, 'Add a key');
    await addDevice(page, 'usb');
    await adding.getByRole('button', { name: 'Another phone or computer' }).click();
    await expect(adding.getByText(/does not open your account/)).toBeVisible();
    await device.remove();
  });

  // Chromium would also like RSA, which contracts cannot verify.
  expect(complaints.filter((words) => !words.includes('pubKeyCredParams'))).toEqual([]);
  await context.close();
});

test('a visitor on a phone registers by e-mail and buys in six presses, in Ukrainian', async ({ browser }) => {
  test.setTimeout(240_000);
  const words = wordsOf('ukr');
  const seller = await newPerson();
  const token = await makeToken(seller, { name: `By e-mail ${Date.now() % 1e6}` });
  await sell(seller, token.uuid, '0.3');
  const { page, context } = await visitor(browser, { hasWallet: false, hasTouch: true, language: 'ukr' });
  await page.setViewportSize({ width: 390, height: 844 });
  // The clock of this phone is wrong by years.
  await page.clock.setSystemTime(new Date('2021-03-01T12:00:00Z'));
  // Everything that the dialogs show on the way, also for a moment.
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(globalThis, { seen });
    new MutationObserver(() => {
      for (const one of document.querySelectorAll<HTMLElement>('[role=dialog]')) seen.add(one.innerText);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  const device = await addDevice(page);
  const email = `phone.${Date.now()}@example.com`;
  const named = (place: Locator | Page, name: string) =>
    place.getByRole('button', { name: words(name), exact: true }).first();
  const titled = (name: string) => dialog(page, words(name));
  let presses = 0;
  const press = async (place: Locator) => {
    presses++;
    await place.click();
  };
  await page.goto(`/nfts/${token.uuid}`);
  await press(named(page, 'trade.action.buy'));
  await press(named(titled('auth.participate.title'), 'auth.participate.register'));
  const form = titled('auth.register.title');
  await form.getByLabel(words('auth.email')).fill(email);
  await form.getByLabel(words('auth.password'), { exact: true }).fill('a long enough one');
  await form.getByLabel(words('auth.repeated')).fill('a long enough one');
  await press(named(form, 'auth.register.submit'));
  const registered = titled('auth.registered.title');
  await registered.getByLabel(words('auth.registered.code')).pressSequentially(await mailTo(email, /Ваш код: (\d{6})/));
  const buying = titled('trade.buy.title');
  const opening = context.waitForEvent('page');
  await press(buying.getByRole('button', { name: /^Додати 0,3 ETH/ }));
  const card = await opening;
  await card.locator('[name=number]').fill('4242 4242 4242 4242');
  await card.locator('[name=expiry]').fill('12/40');
  await card.locator('[name=cvc]').fill('123');
  const closing = card.waitForEvent('close');
  await press(card.getByRole('button', { name: /^Сплатити / }));
  await closing;
  await expect(named(buying, 'trade.buy.submit')).toBeEnabled();
  await press(named(buying, 'trade.buy.submit'));
  await expect(titled('trade.buy.doneTitle')).toBeVisible();
  const seen = await page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen]);
  for (const title of ['auth.participate.title', 'auth.key.title', 'onramp.title', 'trade.buy.doneTitle'])
    expect(seen.join('\n')).toContain(words(title));
  expect(seen.filter((text) => JARGON.test(text))).toEqual([]);
  expect(presses).toBe(6);
  expect(await device.count()).toBe(1);
  await context.close();
});
