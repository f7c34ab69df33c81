import { collection721Abi, seaportAbi } from '@skarb/contracts/abi';
import { expect, type Locator } from '@playwright/test';
import type { Person } from '@skarb/local/person.ts';
import * as offerCalls from '@skarb/schema/calls/offer';
import * as tokenCalls from '@skarb/schema/calls/token';
import { urlOf } from '@skarb/client';
import { encodeFunctionData, formatEther, type Hex } from 'viem';
import { call } from '../api.ts';
import { chainOf, stack } from '../chain.ts';
import { buy, makeToken, newAccount, newPerson, sell, until, type Minted } from '../people.ts';
import { dialog, fund, openSignedIn, test, visitor, type Visitor } from '../visitor.ts';

const saleOf = async (id: string) => (await call(offerCalls.show, { params: { id } })).data;
const isActiveAt = (uuid: string, price: string) =>
  until(
    () => saleOf(uuid),
    (sale) => sale.status === 'ACTIVE' && sale.price === price,
    `active sale at ${price}`,
  );
/** Calls a function of the collection contract directly on the chain. */
const direct = (person: Person, token: Minted, functionName: 'setApprovalForAll' | 'transferFrom', args: unknown[]) =>
  person.transact({
    to: token.contractAddress,
    data: encodeFunctionData({ abi: collection721Abi, functionName, args } as never),
    value: '0',
    description: functionName,
  });
const card = (place: Locator): Locator => place.locator('[data-preflight]');
const isReady = (place: Locator) => expect(card(place)).toHaveAttribute('data-preflight', 'ready');
const openPurchase = async (buyer: Visitor, token: Minted): Promise<Locator> => {
  const { page } = buyer;
  await openSignedIn(buyer, `/nfts/${token.uuid}`);
  await page.getByRole('button', { name: 'Buy now' }).click();
  return dialog(page, 'Purchase NFT');
};

test('a visitor’s own browser verifies an offer, and detects a difference between page and chain', async ({
  browser,
}) => {
  const seller = await newPerson();
  const token = await makeToken(seller, { name: 'A white heron' });
  await sell(seller, token.uuid, '1.25');
  const { page, context } = await visitor(browser, { hasWallet: false });
  await page.goto(`/nfts/${token.uuid}`);
  const check = page.getByRole('region', { name: 'Checked on the blockchain' });
  await expect(check).toContainText(/Checked .+/);
  await check.getByRole('button', { name: 'Timeline' }).click();
  await expect(check.getByRole('list', { name: 'Timeline' })).toContainText('Created');
  await check.getByRole('button', { name: 'Verify it yourself' }).click();
  await expect(check.locator('[data-agreed="true"]')).toBeVisible();
  const lines = check.locator('[data-line]');
  expect(await lines.evaluateAll((all) => all.map((line) => [line.dataset.line, line.dataset.same]))).toEqual(
    ['price', 'holder', 'permission', 'left', 'counter', 'end'].map((name) => [name, 'yes']),
  );

  // The page keeps its old answer while the approval is withdrawn on the chain.
  const address = urlOf(tokenCalls.show, { params: { id: token.uuid } });
  const body = await (await page.request.get(address)).text();
  await page.route(`**${address}`, (route) => route.fulfill({ body, contentType: 'application/json' }));
  await direct(seller, token, 'setApprovalForAll', [stack().deployment.seaport, false]);
  await check.getByRole('button', { name: 'Check again' }).click();
  await expect(check.locator('[data-agreed="false"]')).toBeVisible();
  const permission = check.locator('[data-line="permission"]');
  await expect(permission).toHaveAttribute('data-same', 'no');
  await expect(permission).toContainText('withdrawn');
  await expect(permission).toContainText('on this page: given');
  await expect(check.locator('[data-line="price"]')).toHaveAttribute('data-same', 'yes');
  await context.close();
});

test('an NFT that returned to its seller is on sale again only after the owner confirms, with one press either way', async ({
  browser,
}) => {
  const { key, person: seller } = await newAccount();
  const friend = await newPerson();
  const token = await makeToken(seller, { name: 'The ferryman' });
  const sale = await sell(seller, token.uuid, '1.25');
  const awayAndBack = async () => {
    await direct(seller, token, 'transferFrom', [seller.address, friend.address, BigInt(token.tokenId)]);
    await direct(friend, token, 'transferFrom', [friend.address, seller.address, BigInt(token.tokenId)]);
    await until(
      () => saleOf(sale.uuid),
      ({ status, invalidReason }) => status === 'INVALID' && invalidReason === 'LEFT_AND_RETURNED',
      'the question',
    );
  };
  await awayAndBack();
  const owner = await visitor(browser, { key });
  const { page, wallet, context } = owner;
  await openSignedIn(owner, '/profile');
  const back = page.getByRole('region', { name: 'Paused sales' });
  await expect(back).toContainText('Sell it again for 1.25 ETH?');
  await back.getByRole('button', { name: 'Yes, for 1.25 ETH' }).click();
  await expect(back).toBeHidden();
  await isActiveAt(sale.uuid, '1.25');

  await page.goto(`/nfts/${token.uuid}`);
  const own = page.getByRole('region', { name: 'Your sale' });
  await expect(own).toContainText('You are selling it');
  await awayAndBack();
  // The page updates without a reload.
  await expect(own).toContainText('Sell it again for 1.25 ETH?');
  await own.getByRole('button', { name: 'No', exact: true }).click();
  await until(
    () => saleOf(sale.uuid),
    ({ status }) => status === 'CANCELLED',
    'the cancellation',
  );
  await expect(own).toBeHidden();
  expect(wallet.requests).not.toContain('eth_sendTransaction');
  await context.close();
});

test('a sale cancelled with all earlier orders is signed again on its old terms by Edit and Save', async ({
  browser,
}) => {
  const { key, person: seller } = await newAccount();
  const token = await makeToken(seller, { name: 'The second signature' });
  const sale = await sell(seller, token.uuid, '1.25');
  await seller.transact({
    to: stack().deployment.seaport,
    data: encodeFunctionData({ abi: seaportAbi, functionName: 'incrementCounter' }),
    value: '0',
    description: 'incrementCounter',
  });
  const owner = await visitor(browser, { key });
  const { page, context } = owner;
  await openSignedIn(owner, `/nfts/${token.uuid}`);
  const own = page.getByRole('region', { name: 'Your sale' });
  await expect(own).toContainText('Edit the sale to sign it again.', { timeout: 30_000 });
  await own.getByRole('button', { name: 'Edit' }).click();
  const editing = dialog(page, 'Sell offer edit');
  await isReady(editing);
  await editing.getByRole('button', { name: 'Save' }).click();
  await isActiveAt(sale.uuid, '1.25');
  await expect(own).toContainText('You are selling it', { timeout: 30_000 });
  await context.close();
});

test('a purchase that came too late is explained: the reason, the fee paid, and that nothing was transferred', async ({
  browser,
}) => {
  const [seller, other] = await Promise.all([newPerson(), newPerson()]);
  const token = await makeToken(seller, { name: 'The last train' });
  const sale = await sell(seller, token.uuid, '0.3');
  const buyer = await visitor(browser);
  const { page, wallet, context } = buyer;
  await fund(wallet.address);
  const buying = await openPurchase(buyer, token);
  await isReady(buying);
  await expect(card(buying)).toContainText('We tried the same transaction on the blockchain, at block');
  // The approval is mined; then another buyer takes the token while the purchase waits in the wallet.
  wallet.overtake(1, () => buy(other, sale.uuid));
  await buying.getByRole('button', { name: 'Buy', exact: true }).click();
  const failed = dialog(page, 'Purchase failed');
  await expect(failed).toContainText('Someone else bought');
  await expect(failed).toContainText('Money or works transferred');

  const chain = chainOf(stack().rpcUrl);
  const hash = (await failed.getByRole('button', { name: /^0x/ }).getAttribute('title')) as Hex;
  const receipt = await chain.client.getTransactionReceipt({ hash });
  expect(receipt.status).toBe('reverted');
  const fee = formatEther(receipt.gasUsed * receipt.effectiveGasPrice);
  await expect(failed.getByTitle(fee)).toBeVisible();
  await page.keyboard.press('Escape');

  await page.reload();
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Wallet:/ })
    .click();
  await page.getByRole('menuitem', { name: 'Failed transactions (1)' }).click();
  const kept = dialog(page, 'Failed transactions');
  await expect(kept).toContainText('A purchase');
  await expect(kept).toContainText('Someone else bought');
  await expect(kept.getByTitle(fee)).toBeVisible();
  await kept.getByRole('button', { name: 'Dismiss' }).click();
  await expect(kept).toContainText('No failed transactions.');
  expect(await chain.ownerOf(token.contractAddress, token.tokenId)).toBe(other.address);
  await context.close();
});
