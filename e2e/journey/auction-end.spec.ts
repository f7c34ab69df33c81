import { expect, type Page } from '@playwright/test';
import { chainOf } from '../chain.ts';
import { startOwnStack, type OwnStack, type Person } from '../own-stack.ts';
import { dialog, openSignedIn, quiet, test, visitor, type Visitor } from '../visitor.ts';

const DAY_S = 86_400;
/** The worker of this stack shares its process with the API and this test, so it is slower. */
const SLOW = { timeout: 120_000 };
test.describe.configure({ mode: 'serial', timeout: 300_000 });

let all: OwnStack;
let ann: Person;
let annsBrowser: Visitor;
test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  all = await startOwnStack();
  ann = await all.trader();
  annsBrowser = await visitor(browser, { key: ann.key, at: all });
  await openSignedIn(annsBrowser, '/nfts');
});
test.afterAll(async () => {
  await annsBrowser?.context.close();
  await all?.stop();
});

const panel = (page: Page) => page.getByRole('region', { name: 'Auction' });

test('a seller changes the reserve price and cancels an auction without bids; an open bid dialog says so', async ({
  browser,
}) => {
  const { page } = annsBrowser;
  const token = await all.mint(ann, { name: 'Cancelled' });
  const { uuid } = await all.auction(ann, token.uuid, { endsIn: DAY_S });
  await page.goto(`/nfts/${token.uuid}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  const edit = dialog(page, 'Auction offer edit');
  await edit.getByLabel('Reserve price').fill('0.25');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(panel(page).getByText('0.25').first()).toBeVisible(SLOW);

  const bidder = await all.trader();
  const bob = await visitor(browser, { key: bidder.key, at: all });
  await openSignedIn(bob, `/nfts/${token.uuid}`);
  await bob.page.getByRole('button', { name: 'Place a bid' }).click();
  const bidding = dialog(bob.page, 'Place a bid');
  await expect(bidding.getByRole('button', { name: 'Place the bid' })).toBeEnabled(SLOW);
  await page.getByRole('button', { name: 'Cancel the auction' }).click();
  await dialog(page, 'Cancel the auction').getByRole('button', { name: 'Cancel it' }).click();
  await expect(page.getByText('The work is back in your wallet.')).toBeVisible(SLOW);
  await expect(bidding).toContainText('The seller has cancelled this auction.', SLOW);
  await expect(bidding.getByRole('button', { name: 'To the work' })).toBeVisible();
  await expect(bidding.getByRole('button', { name: 'Place the bid' })).toHaveCount(0);
  await bob.context.close();
  expect(await all.offer(uuid)).toMatchObject({ status: 'CANCELLED' });
  await expect(page.getByRole('button', { name: 'Sell', exact: true })).toBeVisible();
});

/** The height of the box with the price and the actions: what is below moves with it. */
const heightOfBox = (page: Page) =>
  panel(page)
    .locator('..')
    .evaluate((box) => Math.round(box.getBoundingClientRect().height));

test('winner and seller on the page of a work learn how its auction ended, and what is below stays', async ({
  browser,
}) => {
  const token = await all.mint(ann, { name: 'Won', royalty: '5' });
  const { uuid } = await all.auction(ann, token.uuid, { endsIn: 3600, reservePrice: '0.1' });
  const [bob, carl] = [await all.trader(), await all.trader()];
  await all.bidIn(bob, uuid, '0.1');
  await all.bidIn(carl, uuid, '0.105');
  const open = async (person: Person, width: number) => {
    const one = await visitor(browser, { at: all, key: person.key });
    await one.page.setViewportSize({ width, height: 900 });
    await openSignedIn(one, `/nfts/${token.uuid}`);
    return one;
  };
  const watching = [
    { who: await open(carl, 1440), says: 'You won it for 0.105 ETH' },
    { who: await open(ann, 390), says: 'Sold for 0.105 ETH, you receive 0.0945 ETH' },
  ];
  for (const { who } of watching) await expect(who.page.getByRole('timer')).toBeVisible(SLOW);
  await Promise.all(watching.map(({ who }) => quiet(who.page)));
  const heightsBefore = await Promise.all(watching.map(({ who }) => heightOfBox(who.page)));
  await all.wait(3601);
  const heightsAfter: number[] = [];
  for (const { who, says } of watching) {
    await expect(who.page.getByRole('status').filter({ hasText: says })).toBeVisible(SLOW);
    await quiet(who.page);
    heightsAfter.push(await heightOfBox(who.page));
    await who.context.close();
  }
  expect(heightsAfter).toEqual(heightsBefore);
  const later = await open(carl, 390);
  await expect(later.page.getByRole('status').filter({ hasText: 'You won it for 0.105 ETH' })).toBeVisible();
  await later.context.close();
});

test('an auction that ends without bids returns the NFT, and the page shows it without a reload', async () => {
  const { page } = annsBrowser;
  const token = await all.mint(ann, { name: 'Without bids' });
  const { uuid } = await all.auction(ann, token.uuid, { endsIn: 3600 });
  // Token cards show the reserve price and the time left.
  const { collection, contractAddress, tokenId } = await all.tokenOf(token.uuid, ann);
  await page.goto(`/collections/${collection.uuid}`);
  const card = page.locator(`[data-token='${token.uuid}']`);
  await expect(card.getByRole('timer')).toContainText(/0[01]:\d\d:/);
  await expect(card).toContainText('Reserve price');
  await page.goto(`/offers/${uuid}`);
  await expect(panel(page).getByRole('timer')).toContainText(/0[01]:\d\d:/);
  await all.wait(3601);
  await expect(page.getByText('Ended without bids').first()).toBeVisible(SLOW);
  expect(await chainOf(all.rpcUrl).ownerOf(contractAddress as `0x${string}`, tokenId as string)).toBe(ann.address);
  await page.getByRole('button', { name: 'Verify it yourself', exact: true }).click();
  await expect(page.locator('[data-agreed=true] [data-line=winner]')).toContainText('nobody');
});

test('an NFT that the seller’s wallet cannot receive stays in the auction house until the seller sends it to another address', async () => {
  const { page, complaints } = annsBrowser;
  const token = await all.mint(ann, { name: 'Kept' });
  const { uuid } = await all.auction(ann, token.uuid, { endsIn: 3600 });
  const { contractAddress, tokenId } = await all.tokenOf(token.uuid, ann);
  const owner = () => chainOf(all.rpcUrl).ownerOf(contractAddress as `0x${string}`, tokenId as string);
  const carl = await all.person();
  // A contract without a receiver hook cannot receive NFTs.
  await all.chain.rpc('anvil_setCode', [ann.address, '0x00']);
  await all.wait(3601);
  await all.becomes(uuid, 'EXPIRED');
  await all.chain.rpc('anvil_setCode', [ann.address, '0x']);
  expect(await owner()).toBe(all.deployment.auctionHouse);
  await page.goto(`/offers/${uuid}`);
  await page.getByRole('button', { name: 'Send it to another address' }).click();
  const collect = page.getByRole('button', { name: 'Collect the work' });
  await expect(collect).toBeDisabled();
  await page.getByLabel('Address that receives it').fill(carl.address);
  await collect.click();
  await expect(page.getByText('It is at the address you entered.')).toBeVisible(SLOW);
  expect(await owner()).toBe(carl.address);
  expect(complaints).toEqual([]);
});
