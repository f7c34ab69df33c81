import { expect, type Page } from '@playwright/test';
import { parseUnits, type Address } from 'viem';
import * as referenceCalls from '@skarb/schema/calls/reference';
import * as tokenCalls from '@skarb/schema/calls/token';
import { call } from '../api.ts';
import { chainOf, stack } from '../chain.ts';
import { picture, until, type Minted } from '../people.ts';
import { dialog, fund, idIn, signIn, test, visitor, type Visitor } from '../visitor.ts';

const tokenOf = async (id: string) => (await call(tokenCalls.show, { params: { id } })).data;
const historyOf = async (id: string) => (await call(tokenCalls.history, { params: { id } })).data;

const choosePicture = async (place: ReturnType<Page['getByRole']> | Page, label: string) =>
  place
    .getByLabel(label, { exact: true })
    .setInputFiles({ name: 'work.png', mimeType: 'image/png', buffer: await picture() });

/** Creates a collection in its form. */
const makeCollection = async (page: Page, name: string) => {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Create a collection' }).click();
  await expect(page.getByRole('heading', { name: 'Create a collection', level: 1 })).toBeVisible();
  await choosePicture(page, 'Picture');
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create collection' }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible({ timeout: 30_000 });
};

/** Creates a token in its form, with a royalty of 5 %, and waits on its page until it is minted. */
const makeWork = async (page: Page, work: { name: string; collection: string; copies?: number }): Promise<Minted> => {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Create an NFT' }).click();
  await expect(page.getByRole('heading', { name: 'Create an NFT', level: 1 })).toBeVisible();
  await choosePicture(page, 'File');
  await page.getByLabel('Name', { exact: true }).fill(work.name);
  await page.getByLabel('Description').fill('Painted by Ann for the journey.');
  if (work.copies) {
    await page.getByLabel('Kind', { exact: true }).selectOption({ label: 'Edition (ERC1155)' });
    await page.getByLabel('How many').fill(String(work.copies));
  }
  await page.getByLabel('Royalty').fill('5');
  await page.getByLabel('Collection', { exact: true }).selectOption({ label: work.collection });
  await page.getByLabel('Category').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Add a property' }).click();
  await page.getByLabel('Name of property 1').fill('Mood');
  await page.getByLabel('Value of property 1').fill('Calm');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.waitForURL(/\/nfts\/[0-9a-f-]{36}$/, { timeout: 60_000 });
  await expect(page.getByRole('heading', { name: work.name, level: 1 })).toBeVisible();
  const uuid = idIn(page);
  const token = await until(
    () => tokenOf(uuid),
    ({ status }) => status === 'minted',
    'the mint',
  );
  await expect(page.getByRole('link', { name: 'Create another work' })).toHaveAttribute('href', '/create-nft');
  return token as Minted;
};

/** Lists the token of the open page in the sell dialog. */
const sell = async (page: Page, terms: { price: string; copies?: number }) => {
  await page.getByRole('main').getByRole('button', { name: 'Sell', exact: true }).click();
  const selling = dialog(page, 'Sell NFT');
  await selling.getByLabel(terms.copies ? 'Price per copy' : 'Price').fill(terms.price);
  if (terms.copies) await selling.getByLabel('How many').fill(String(terms.copies));
  await selling.getByRole('button', { name: 'Put on sale' }).click();
  const done = dialog(page, 'Congratulations!');
  await expect(done).toBeVisible({ timeout: 30_000 });
  await done.getByRole('button', { name: 'To the work' }).click();
};

const isOnShelf = async ({ page }: Visitor, shelf: string, name: string) => {
  await page.goto(`/profile${shelf === 'My gallery' ? '' : `?tab=${shelf.toLowerCase()}`}`);
  await expect(page.getByRole('tab', { name: shelf, selected: true })).toBeVisible();
  await expect(page.getByRole('tabpanel').getByRole('link', { name })).toBeVisible();
};

test('Ann creates a collection, a single token and an edition and sells them to Bob; every payment is exact', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const { rpcUrl, deployment } = stack();
  const chain = chainOf(rpcUrl);
  const [ann, bob] = await Promise.all([visitor(browser), visitor(browser)]);
  await Promise.all([fund(ann.wallet.address), fund(bob.wallet.address)]);
  const currencies = (await call(referenceCalls.currencies)).data;
  const weth = currencies.find(({ symbol }) => symbol === 'WETH')?.address as Address;
  const parties = [ann.wallet.address, bob.wallet.address, deployment.feeRecipient as Address] as const;

  const stamp = Date.now() % 1e6;
  const collection = `Harvest ${stamp}`;
  const single = `First sheaf ${stamp}`;
  const edition = `Ten poppies ${stamp}`;

  await ann.page.goto('/nfts');
  await signIn(ann.page);
  await makeCollection(ann.page, collection);

  await test.step('a single token, listed at 1.25 WETH and bought', async () => {
    const token = await makeWork(ann.page, { name: single, collection });
    expect(token).toMatchObject({ royalty: 5, quantity: 1, creator: { metamaskWallet: ann.wallet.address } });
    await sell(ann.page, { price: '1.25' });
    expect(await chain.ownerOf(token.contractAddress, token.tokenId)).toBe(ann.wallet.address);
    await until(
      () => tokenOf(token.uuid),
      ({ listing }) => listing?.price === '1.25',
      'the listing',
    );

    await bob.page.goto(`/nfts/${token.uuid}`);
    await expect(bob.page.getByRole('main').getByText('1.25').first()).toBeVisible();
    await signIn(bob.page);
    await bob.page.getByRole('button', { name: 'Buy now' }).click();
    const buying = dialog(bob.page, 'Purchase NFT');
    await expect(buying.getByText('You pay', { exact: true })).toBeVisible();
    await buying.getByRole('button', { name: 'Buy', exact: true }).click();
    const done = dialog(bob.page, 'Purchase successful');
    await expect(done).toBeVisible();
    // Ann is seller and creator: the royalty goes to her, too.
    const price = parseUnits('1.25', 18);
    expect(await chain.moved(bob.wallet.sent.at(-1), weth, parties)).toEqual([
      price - price / 10n,
      -price,
      price / 10n,
    ]);
    expect(await chain.ownerOf(token.contractAddress, token.tokenId)).toBe(bob.wallet.address);

    await done.getByRole('button', { name: 'To the work' }).click();
    const story = bob.page.getByRole('list', { name: 'History' });
    await expect(story.getByRole('listitem').first()).toContainText('Sold');
    await expect(story.getByRole('listitem').first()).toContainText('1.25');
    for (const word of ['Minted', 'Put on sale']) await expect(story.getByText(word, { exact: true })).toBeVisible();
    await expect(bob.page.getByRole('button', { name: 'Buy now' })).toBeHidden();
    const events = await historyOf(token.uuid);
    expect(events.map(({ event }) => event).reverse()).toEqual(['MINTED', 'LISTED', 'SOLD']);
    expect(events[0]).toMatchObject({ from: ann.wallet.address, to: bob.wallet.address, price: '1.25' });
  });

  await test.step('three of ten units of an edition', async () => {
    const token = await makeWork(ann.page, { name: edition, collection, copies: 10 });
    expect(await chain.unitsOf(token.contractAddress, token.tokenId, ann.wallet.address)).toBe(10n);
    await sell(ann.page, { price: '0.1', copies: 10 });
    await until(
      () => tokenOf(token.uuid),
      ({ listing }) => listing?.quantityLeft === 10,
      'the listing',
    );

    await bob.page.goto(`/nfts/${token.uuid}`);
    await bob.page.getByRole('button', { name: 'Buy now' }).click();
    const buying = dialog(bob.page, 'Purchase NFT');
    const copies = buying.getByLabel('How many');
    await copies.fill('11');
    await expect(buying.getByRole('button', { name: 'Buy', exact: true })).toBeDisabled();
    await copies.fill('3');
    await expect(buying.getByText('0.3 ETH')).toBeVisible();
    await buying.getByRole('button', { name: 'Buy', exact: true }).click();
    await expect(dialog(bob.page, 'Purchase successful')).toBeVisible();
    const price = parseUnits('0.3', 18);
    expect(await chain.moved(bob.wallet.sent.at(-1), weth, parties)).toEqual([
      price - price / 10n,
      -price,
      price / 10n,
    ]);
    expect(await chain.unitsOf(token.contractAddress, token.tokenId, bob.wallet.address)).toBe(3n);
    expect(await chain.unitsOf(token.contractAddress, token.tokenId, ann.wallet.address)).toBe(7n);
    const shown = await until(
      () => tokenOf(token.uuid),
      ({ listing }) => listing?.quantityLeft === 7,
      'seven left',
    );
    expect(shown.ownerships).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ owner: bob.wallet.address, quantity: 3 }),
        expect.objectContaining({ owner: ann.wallet.address, quantity: 7 }),
      ]),
    );
    const [sold] = await historyOf(token.uuid);
    expect(sold).toMatchObject({
      event: 'SOLD',
      quantity: 3,
      price: '0.1',
      from: ann.wallet.address,
      to: bob.wallet.address,
    });
  });

  await test.step('both profiles show the trade', async () => {
    for (const name of [single, edition]) {
      await isOnShelf(ann, 'Created', name);
      await isOnShelf(bob, 'My gallery', name);
      await isOnShelf(bob, 'Purchased', name);
    }
    await ann.page.goto('/profile');
    await expect(ann.page.getByRole('tabpanel').getByRole('link', { name: edition })).toBeVisible();
    await expect(ann.page.getByRole('tabpanel').getByRole('link', { name: single })).toBeHidden();
  });

  expect(ann.complaints).toEqual([]);
  expect(bob.complaints).toEqual([]);
  await Promise.all([ann.context.close(), bob.context.close()]);
});
