import { expect, type Browser } from '@playwright/test';
import * as accountCalls from '@skarb/schema/calls/account';
import * as offerCalls from '@skarb/schema/calls/offer';
import * as tokenCalls from '@skarb/schema/calls/token';
import { call } from '../api.ts';
import { chainOf, stack } from '../chain.ts';
import { makeToken, newAccount, newPerson, personOf, purchaseSteps, sell, until } from '../people.ts';
import { dialog, fund, openSignedIn, test, visitor } from '../visitor.ts';

/** A token on sale, listed through the API by an account whose key is known. */
const tokenOnSale = async (price: string) => {
  const { key, person: seller } = await newAccount();
  const token = await makeToken(seller, { name: `A quiet work ${Date.now() % 1e6}` });
  return { key, seller, token, sale: await sell(seller, token.uuid, price) };
};

/** A buyer with play money, signed in on the token’s page with the purchase dialog open. */
const buyerAt = async (browser: Browser, tokenUuid: string) => {
  const buyer = await visitor(browser);
  await fund(buyer.wallet.address);
  await openSignedIn(buyer, `/nfts/${tokenUuid}`);
  await buyer.page.getByRole('button', { name: 'Buy now' }).click();
  return buyer;
};

test('a session that ends while a dialog is open keeps the form: after signing in, the pressed action continues', async ({
  browser,
}) => {
  const { token } = await tokenOnSale('0.3');
  const { key } = await newAccount();
  const bidder = await visitor(browser, { key });
  const { page, context } = bidder;
  await openSignedIn(bidder, `/nfts/${token.uuid}`);
  await page.getByRole('button', { name: 'Make an offer' }).click();
  const offering = dialog(page, 'Make an offer');
  await offering.getByLabel('Your offer').fill('0.2');
  await offering.getByLabel('Ends').selectOption({ label: 'In 3 days' });
  await expect(offering.getByRole('button', { name: 'Sign the offer' })).toBeEnabled();
  // Another device ends all other sessions.
  await (await personOf(key)).call(accountCalls.endOtherSessions);

  await offering.getByRole('button', { name: 'Sign the offer' }).click();
  const asked = dialog(page, 'Want to participate?');
  await asked.getByRole('button', { name: 'Sign in with a wallet' }).click();
  await dialog(page, 'Login with wallet').getByRole('button', { name: 'MetaMask' }).click();
  await expect(dialog(page, 'Offer made')).toBeVisible();
  const bids = await until(
    async () => (await call(offerCalls.list, { query: { type: 'BID', tokenUuid: token.uuid } })).data,
    ({ length }) => length > 0,
    'offer',
  );
  expect(bids.map(({ price }) => price)).toEqual(['0.2']);
  // The end date chosen before the sign-in is kept.
  expect(Date.parse(bids[0]?.endsAt ?? '') - Date.now()).toBeLessThan(3 * 86_400_000);
  await context.close();
});

test('a sale is edited and cancelled without gas, and neither its old nor its cancelled terms can be filled on the chain', async ({
  browser,
}) => {
  const { rpcUrl } = stack();
  const chain = chainOf(rpcUrl);
  const { key, seller, token, sale } = await tokenOnSale('1.25');
  const buyer = await newPerson();
  const oldSteps = await purchaseSteps(buyer, sale.uuid);
  const owner = await visitor(browser, { key });
  const { page, wallet, context } = owner;
  await openSignedIn(owner, `/nfts/${token.uuid}`);
  const own = page.getByRole('region', { name: 'Your sale' });
  await expect(own).toContainText('1.25');
  await expect(page.getByRole('button', { name: 'Buy now' })).toBeHidden();
  const coins = await chain.balance(null, seller.address);

  await own.getByRole('button', { name: 'Edit' }).click();
  const editing = dialog(page, 'Sell offer edit');
  // A likely typing error (a hundredth of the price) needs a confirmation, as does each further one.
  const save = editing.getByRole('button', { name: 'Save' });
  await editing.getByLabel('Price').fill('0.0125');
  await expect(editing.getByText('0.0125 ETH is 99% less than the current price, 1.25 ETH.')).toBeVisible();
  await save.click();
  await expect(editing.getByText('Tick the box if this is the price you mean.')).toBeVisible();
  const meant = editing.getByRole('checkbox', { name: 'Yes, I want to sell for 0.0125 ETH' });
  await expect(meant).toBeFocused();
  await meant.check();
  await editing.getByLabel('Price').fill('0.0126');
  await save.click();
  await expect(editing.getByRole('checkbox', { name: 'Yes, I want to sell for 0.0126 ETH' })).toBeFocused();
  await editing.getByLabel('Price').fill('0.9');
  await editing.getByRole('button', { name: 'Save' }).click();
  await expect(editing).toBeHidden({ timeout: 30_000 });
  await expect(own).toContainText('0.9');
  await until(
    async () => (await call(tokenCalls.show, { params: { id: token.uuid } })).data,
    ({ listing }) => listing?.price === '0.9',
    'new price',
  );
  await expect(buyer.run(oldSteps)).rejects.toThrow();
  expect(await chain.ownerOf(token.contractAddress, token.tokenId)).toBe(seller.address);

  const newSteps = await purchaseSteps(buyer, sale.uuid);
  await own.getByRole('button', { name: 'Take off sale' }).click();
  await dialog(page, 'Take it off sale').getByRole('button', { name: 'Take off sale' }).click();
  await expect(own).toBeHidden();
  // Its own words, not those of a card below.
  await expect(page.getByRole('main').getByRole('paragraph').filter({ hasText: 'Not for sale' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: 'Sell', exact: true })).toBeVisible();
  await expect(buyer.run(newSteps)).rejects.toThrow();
  expect(await chain.ownerOf(token.contractAddress, token.tokenId)).toBe(seller.address);
  expect(await chain.balance(null, seller.address)).toBe(coins);
  expect(wallet.requests).not.toContain('eth_sendTransaction');
  await context.close();
});

test('a reload in the middle of a purchase continues after the completed step', async ({ browser }) => {
  const { rpcUrl } = stack();
  const chain = chainOf(rpcUrl);
  const { token } = await tokenOnSale('0.3');
  const { page, wallet, context } = await buyerAt(browser, token.uuid);
  // The approval is mined; the purchase is still unanswered in the wallet when the page reloads.
  wallet.hold('eth_sendTransaction', 1);
  const buying = dialog(page, 'Purchase NFT');
  await buying.getByRole('button', { name: 'Buy', exact: true }).click();
  await expect(buying.getByRole('listitem').filter({ hasText: 'Allow the marketplace to spend' })).toContainText(
    'Done',
  );
  await expect.poll(() => wallet.requests.filter((method) => method === 'eth_sendTransaction').length).toBe(2);
  await page.reload();
  await expect(buying.getByRole('listitem').filter({ hasText: 'Allow the marketplace to spend' })).toContainText(
    'Done',
  );
  await expect(dialog(page, 'Purchase successful')).toBeVisible({ timeout: 60_000 });
  expect(await chain.ownerOf(token.contractAddress, token.tokenId)).toBe(wallet.address);
  expect(await chain.client.getTransactionCount({ address: wallet.address })).toBe(2);
  await context.close();
});
