import { localUsdcAbi } from '@skarb/contracts/abi';
import { deployer } from '@skarb/local/keys.ts';
import type { Person } from '@skarb/local/person.ts';
import * as offerCalls from '@skarb/schema/calls/offer';
import { expect, type Page } from '@playwright/test';
import { createWalletClient, http, parseUnits } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { call } from '../api.ts';
import { chainOf, stack } from '../chain.ts';
import { bid, makeToken, newPerson, openOffer, personOf as accountOf, reference, until } from '../people.ts';
import { dialog, fund, openSignedIn, test, visitor, type Visitor } from '../visitor.ts';

const personOf = ({ wallet }: Visitor): Promise<Person> => accountOf(wallet.key);
const offer = async (id: string) => (await call(offerCalls.show, { params: { id } })).data;
const panel = (page: Page) => page.getByRole('region', { name: 'Auction' });
test('Ann starts an auction; Bob bids, is outbid and bids again', async ({ browser }) => {
  test.setTimeout(300_000);
  const [ann, bob, carl] = await Promise.all([visitor(browser), visitor(browser), newPerson()]);
  await Promise.all([fund(ann.wallet.address), fund(bob.wallet.address)]);
  const chain = chainOf(stack().rpcUrl);
  const token = await makeToken(await personOf(ann), { name: `Under the hammer ${Date.now() % 1e6}`, royalty: 5 });
  let uuid = '';

  await test.step('Ann sends it to the auction house with one transaction', async () => {
    await openSignedIn(ann, `/nfts/${token.uuid}`);
    await ann.page.getByRole('button', { name: 'Auction', exact: true }).click();
    const form = dialog(ann.page, 'Auction sell');
    await form.getByLabel('Reserve price').fill('0.5');
    await form.getByRole('button', { name: 'Start the auction' }).click();
    const done = dialog(ann.page, 'Congratulations!');
    await expect(done).toBeVisible();
    await done.getByRole('link', { name: 'View the auction' }).click();
    await expect(ann.page).toHaveURL(/\/offers\//);
    uuid = ann.page.url().split('/').at(-1) as string;
    await until(
      () => offer(uuid),
      ({ status }) => status === 'ACTIVE',
      'the auction to be open',
    );
    await expect(panel(ann.page).getByText('0.5').first()).toBeVisible();
    await expect(panel(ann.page).getByRole('timer')).toContainText(/\d\d:\d\d:\d\d/);
    // Ann's own browser reads the auction contract.
    await ann.page.getByRole('button', { name: 'Verify it yourself', exact: true }).click();
    await expect(ann.page.locator('[data-agreed=true]')).toBeVisible();
    await expect(ann.page.locator('[data-line=custody][data-same=yes]')).toContainText('held by the auction house');
    expect(await chain.ownerOf(token.contractAddress, token.tokenId)).toBe(stack().deployment.auctionHouse);
  });

  await test.step('the bid form suggests the lowest valid bid, and Bob leads', async () => {
    await openSignedIn(bob, `/nfts/${token.uuid}`);
    await bob.page.getByRole('button', { name: 'Place a bid' }).click();
    const form = dialog(bob.page, 'Place a bid');
    await expect(form.getByLabel('Your bid')).toHaveValue('0.5');
    await form.getByRole('button', { name: 'Place the bid' }).click();
    const done = dialog(bob.page, 'You are winning');
    await expect(done).toBeVisible();
    await done.getByRole('button', { name: 'To the auction' }).click();
    await expect(bob.page.locator('[data-bid-position=winning]')).toBeVisible();
    await expect(panel(ann.page).getByText('Highest bid', { exact: true })).toBeVisible();
    // After the first bid the auction cannot be cancelled.
    await expect(ann.page.getByRole('button', { name: 'Cancel the auction' })).toHaveCount(0);
  });

  await test.step('another bid appears on both screens without a reload', async () => {
    for (const { page } of [ann, bob]) await page.evaluate(() => Object.assign(window, { wasHere: true }));
    await bid(carl, uuid, '0.7777');
    await Promise.all([ann, bob].map(({ page }) => expect(panel(page).getByText('0.7777').first()).toBeVisible()));
    await expect(bob.page.locator('[data-bid-position=outbid]')).toBeVisible();
    await expect(bob.page.getByText('Your money is back in your wallet.')).toBeVisible();
    for (const { page } of [ann, bob])
      expect(await page.evaluate(() => (window as { wasHere?: boolean }).wasHere)).toBe(true);
  });

  await test.step('Bob bids again by the smallest bid increment', async () => {
    await bob.page.getByRole('button', { name: 'Place a bid' }).click();
    const form = dialog(bob.page, 'Place a bid');
    await expect(form.getByLabel('Your bid')).toHaveValue('0.816585');
    await form.getByRole('button', { name: 'Place the bid' }).click();
    await expect(dialog(bob.page, 'You are winning')).toBeVisible();
    await expect(panel(ann.page).getByText('0.816585').first()).toBeVisible();
    expect(await offer(uuid)).toMatchObject({ price: '0.816585', auction: { bidCount: 3 } });
  });
  expect(ann.complaints).toEqual([]);
  expect(bob.complaints).toEqual([]);
  await Promise.all([ann.context.close(), bob.context.close()]);
});

/** An auction of one day, opened through the API. */
const auctionOf = async (seller: Person, name: string, terms: { reservePrice: string; symbol: string }) => {
  const token = await makeToken(seller, { name });
  const currency = (await reference(seller)).currency(terms.symbol);
  const { uuid } = await openOffer(seller, token.uuid, {
    type: 'AUCTION',
    reservePrice: terms.reservePrice,
    currencyUuid: currency.uuid,
    quantity: 1,
    endsAt: new Date(Date.now() + 86_400_000).toISOString(),
  });
  return { uuid, currency };
};

test('an open bid dialog reports changes and keeps the amount; a bid that came too late is explained', async ({
  browser,
}) => {
  const [seller, carl, dora, bob] = await Promise.all([newPerson(), newPerson(), newPerson(), visitor(browser)]);
  await fund(bob.wallet.address);
  const { uuid } = await auctionOf(seller, 'Wanted by three', { reservePrice: '1', symbol: 'WETH' });
  await openSignedIn(bob, `/offers/${uuid}`);
  await bob.page.getByRole('button', { name: 'Place a bid' }).click();
  const form = dialog(bob.page, 'Place a bid');
  await expect(form.getByLabel('Your bid')).toHaveValue('1');

  const edited = await seller.call(offerCalls.edit, { params: { id: uuid }, body: { reservePrice: '1.1' } });
  await seller.run(edited.data.steps);
  await expect(form).toContainText('The seller has changed the reserve price in the meantime');
  await bid(carl, uuid, '1.2');
  await expect(form).toContainText('Someone has bid more in the meantime. The lowest next bid is now 1.26 ETH.');
  await expect(form.getByLabel('Your bid')).toHaveValue('1');
  await expect(form.getByRole('button', { name: 'Place the bid' })).toBeDisabled();
  await form.getByRole('button', { name: 'Use the lowest next bid' }).click();
  await expect(form.getByLabel('Your bid')).toHaveValue('1.26');
  await expect(form).not.toContainText('in the meantime');

  // Another bid is mined while the approval is being sent.
  bob.wallet.overtake(0, () => bid(dora, uuid, '2'));
  await form.getByRole('button', { name: 'Place the bid' }).click();
  await expect(form).toContainText('Someone was faster: your bid is too low now.');
  await expect(form).toContainText('none, this step was not sent');
  await bob.context.close();
});

test('an open cancel dialog reports the first bid; money that cannot be refunded is collected to another address', async ({
  browser,
}) => {
  const [ann, bob, carl] = await Promise.all([visitor(browser), visitor(browser), newPerson()]);
  await Promise.all([fund(ann.wallet.address), fund(bob.wallet.address)]);
  const [seller, bidder] = await Promise.all([personOf(ann), personOf(bob)]);
  const { uuid, currency } = await auctionOf(seller, 'Paid in dollars', { reservePrice: '100', symbol: 'USDC' });

  await openSignedIn(ann, `/offers/${uuid}`);
  await ann.page.getByRole('button', { name: 'Cancel the auction' }).click();
  const cancel = dialog(ann.page, 'Cancel the auction');
  await expect(cancel.getByRole('button', { name: 'Cancel it' })).toBeVisible();
  await bid(bidder, uuid, '100');
  await expect(cancel).toContainText('There are bids, so you can no longer change or cancel the auction');
  await expect(cancel.getByRole('button', { name: 'Cancel it' })).toHaveCount(0);

  // The currency's issuer freezes only Bob's account.
  const usdc = currency.address as `0x${string}`;
  const issuer = createWalletClient({ account: privateKeyToAccount(deployer.key), transport: http(stack().rpcUrl) });
  const freeze = { chain: null, address: usdc, abi: localUsdcAbi, args: [bob.wallet.address] } as const;
  await issuer.writeContract({ ...freeze, functionName: 'blacklist' });
  await bid(carl, uuid, '105');
  await openSignedIn(bob, `/offers/${uuid}`);
  await bob.page.getByRole('link', { name: 'Collect it in your settings' }).click();
  await bob.page.getByRole('button', { name: 'Collect', exact: true }).click();
  await expect(bob.page.getByText('The currency’s issuer has frozen one of the accounts.')).toBeVisible();
  await bob.page.getByRole('button', { name: 'Start over' }).click();
  await bob.page.getByRole('button', { name: 'Send it to another address' }).click();
  const to = ann.wallet.address;
  await bob.page.getByLabel('Address that receives it').fill(to);
  const { balance } = chainOf(stack().rpcUrl);
  const had = await balance(usdc, to);
  await bob.page.getByRole('button', { name: 'Collect', exact: true }).click();
  await expect(bob.page.getByText('It is at the address you entered.')).toBeVisible();
  expect((await balance(usdc, to)) - had).toBe(parseUnits('100', 6));
  await expect(bob.page.getByText('Money waiting for you')).toBeHidden();
  await bob.page.goto(`/offers/${uuid}`);
  await expect(bob.page.locator('[data-bid-position=outbid]')).toBeVisible();
  await expect(bob.page.getByText('the auction house keeps it for you')).toBeHidden();
  await Promise.all([ann.context.close(), bob.context.close()]);
});
