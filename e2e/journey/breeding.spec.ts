import { collection721Abi } from '@skarb/contracts/abi';
import type { Person } from '@skarb/local/person.ts';
import { urlOf } from '@skarb/client';
import * as breedingCalls from '@skarb/schema/calls/breeding';
import * as tokenCalls from '@skarb/schema/calls/token';
import { expect, type Page } from '@playwright/test';
import { encodeFunctionData, parseEther, type Address } from 'viem';
import { chainOf } from '../chain.ts';
import { startOwnStack, type OwnStack } from '../own-stack.ts';
import { createCollection, mintIn, personOf, sell, type Minted } from '../people.ts';
import { dialog, openSignedIn, test, visitor } from '../visitor.ts';

/** Longer than the incubation of these breedings, in seconds: after it every child can hatch. */
const INCUBATION_S = 600;
let all: OwnStack;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  all = await startOwnStack();
});
test.afterAll(() => all?.stop());

/** A collection with founders that have a mood and a coat. */
const makeFounders = async (creator: Person, names: readonly string[]) => {
  const collection = await createCollection(creator, `Breed ${Date.now() % 1e6}`);
  const founders: Minted[] = [];
  for (const [index, name] of names.entries()) {
    const properties = [
      { name: 'Mood', value: ['Calm', 'Merry', 'Grim'][index % 3] as string },
      { name: 'Coat', value: ['Moss', 'Plum'][index % 2] as string },
    ];
    founders.push(await mintIn(creator, collection, { name, royalty: 5, properties }));
  }
  return { collection, founders };
};

const place = (page: Page, role: 'matron' | 'sire') => page.locator(`[data-place=${role}]`);
const pick = async (page: Page, role: 'matron' | 'sire', uuid: string, shelf?: string) => {
  await place(page, role).click();
  const picker = dialog(page, `Choose the ${role}`);
  if (shelf) await picker.getByRole('tab', { name: shelf }).click();
  await picker.locator(`[data-pick="${uuid}"]`).click();
  await expect(place(page, role).locator('img').first()).toBeVisible();
};
const breed = async (page: Page): Promise<string> => {
  await page.getByRole('button', { name: 'Breed', exact: true }).click();
  const form = dialog(page, 'Breed these two');
  await expect(form.locator('[data-preflight=ready]')).toBeVisible();
  await form.getByRole('button', { name: 'Pay and breed' }).click();
  await expect(page).toHaveURL(/\?breeding=/, { timeout: 60_000 });
  return new URL(page.url()).searchParams.get('breeding') as string;
};

test('Ann opens her collection and breeds two tokens; Bob uses the sire she offers; the child hatches and its replay matches', async ({
  browser,
}) => {
  test.setTimeout(420_000);
  const traders = await Promise.all([all.trader(), all.trader()]);
  const [ann, bob] = await Promise.all([
    visitor(browser, { key: traders[0].key, at: all }),
    visitor(browser, { key: traders[1].key, at: all }),
  ]);
  const chain = chainOf(all.rpcUrl);
  const weth = all.deployment.weth as Address;
  const [person, bobsAccount] = await Promise.all([personOf(traders[0].key, all), personOf(traders[1].key, all)]);
  const made = await makeFounders(person, ['Mokosh', 'Veles', 'On sale', 'Bob’s own', 'Offered']);
  const [mokosh, veles, onSale, bobs, offered] = made.founders as [Minted, Minted, Minted, Minted, Minted];
  const path = `/collections/${made.collection}`;

  await test.step('Ann opens her collection and sees which traits are inherited', async () => {
    await openSignedIn(ann, path);
    await ann.page.getByRole('button', { name: 'Open for breeding' }).click();
    const form = dialog(ann.page, 'Open for breeding');
    await form.getByLabel('Base fee').fill('0.01');
    await expect(form.getByText(/\bCalm\b/)).toBeVisible();
    await expect(form.locator('[data-preflight=ready]')).toBeVisible();
    await form.getByRole('button', { name: 'Continue' }).click();
    await expect(form).toHaveCount(0, { timeout: 60_000 });
    await expect(ann.page.locator('[data-terms=open]')).toContainText('0.01');
  });

  await person.transact({
    to: bobs.contractAddress,
    data: encodeFunctionData({
      abi: collection721Abi,
      functionName: 'transferFrom',
      args: [ann.wallet.address, bob.wallet.address, BigInt(bobs.tokenId)],
    }),
    value: '0',
    description: 'give it to Bob',
  });
  await sell(person, onSale.uuid, '1');
  let story = '';

  await test.step('a token on sale cannot be chosen, with the reason; a possible pair shows odds and cost', async () => {
    await ann.page.goto('/breeding');
    await place(ann.page, 'matron').click();
    const card = dialog(ann.page, 'Choose the matron')
      .getByRole('listitem')
      .filter({ has: ann.page.locator(`[data-pick="${onSale.uuid}"]`) });
    await expect(card.locator('[data-obstacle=LISTED]')).toContainText('It is on sale. Take it off sale first.');
    await expect(card.getByRole('button')).toHaveAttribute('aria-disabled', 'true');
    await ann.page.keyboard.press('Escape');
    await pick(ann.page, 'matron', mokosh.uuid);
    await pick(ann.page, 'sire', veles.uuid);
    await expect(ann.page.locator('[data-pair=clear]')).toBeVisible();
    // Back undoes the last choice, Forward restores it.
    await ann.page.goBack();
    await expect(ann.page.locator('[data-pair]')).toHaveCount(0);
    await ann.page.goForward();
    await expect(ann.page.locator('[data-cost]').first()).toHaveAttribute('data-cost', '0.02');
    await expect(ann.page.getByRole('table', { name: 'Coat' }).getByRole('row')).not.toHaveCount(0);
  });

  await test.step('Ann pays, and the matron’s page says that it expects a child', async () => {
    story = await breed(ann.page);
    await expect(ann.page.locator('[data-status=EXPECTING]')).toBeVisible();
    await expect(ann.page.getByRole('timer').first()).toContainText(/00:0\d:\d\d/);
    await bob.page.goto(`/nfts/${mokosh.uuid}`);
    await expect(bob.page.locator(`[data-expecting="${story}"]`)).toContainText('expecting a child');
  });

  await test.step('Ann offers a sire on its page, and Bob has a child with it', async () => {
    const before = await chain.balance(weth, ann.wallet.address);
    const other = await ann.context.newPage();
    await ann.wallet.installIn(other);
    await other.goto(`/nfts/${offered.uuid}`);
    await other.getByRole('button', { name: 'Offer as sire' }).click();
    const form = dialog(other, 'Offer as sire');
    await form.getByLabel('Price per use').fill('0.05');
    await expect(form.locator('[data-preflight=ready]')).toBeVisible();
    await form.getByRole('button', { name: 'Offer', exact: true }).click();
    await expect(other.locator('[data-siring="0.05"]')).toBeVisible({ timeout: 60_000 });
    await other.close();

    await openSignedIn(bob, '/breeding');
    await pick(bob.page, 'matron', bobs.uuid);
    await pick(bob.page, 'sire', offered.uuid, 'Offered as sire');
    await expect(bob.page.locator('[data-cost]').first()).toHaveAttribute('data-cost', '0.07');
    await breed(bob.page);
    await expect(bob.page.locator('[data-status=EXPECTING]')).toBeVisible();
    // The marketplace keeps a tenth of the siring price.
    expect((await chain.balance(weth, ann.wallet.address)) - before).toBe(parseEther('0.045'));
    const { data } = await bobsAccount.call(breedingCalls.family, { params: { id: offered.uuid } });
    expect(data).toMatchObject({ token: { siring: null, uses: 1 } });
  });

  let born = '';
  await test.step('the child hatches, belongs to the matron’s owner, and its replay matches', async () => {
    const child = ann.page.locator('[data-child]');
    await all.wait(INCUBATION_S);
    await expect(child).toBeVisible({ timeout: 150_000 });
    await expect(ann.page).toHaveTitle(/^\S.* · Breeding · Skarb$/);
    await ann.page.getByRole('button', { name: 'Replay the hatch' }).click();
    await expect(ann.page.getByRole('heading', { name: 'Check the hatch' })).toBeFocused();
    await expect(ann.page.locator('[data-agreed=true]')).toBeVisible({ timeout: 30_000 });
    await expect(ann.page.locator('[data-check][data-same=yes]')).toHaveCount(7);
    const uuid = (await child.getAttribute('data-child')) as string;
    born = uuid;
    const { data: token } = await person.call(tokenCalls.show, { params: { id: uuid } });
    expect(await chain.ownerOf(token.contractAddress as Address, token.tokenId as string)).toBe(ann.wallet.address);
    await ann.page.getByRole('link', { name: 'See the child' }).click();
    const family = ann.page.locator(`[data-family="${uuid}"]`);
    await expect(family.getByRole('link', { name: /Mokosh/ })).toBeVisible();
    await expect(family.getByRole('link', { name: /Veles/ })).toBeVisible();
  });

  await test.step('a page that differs from the chain is detected', async () => {
    const forged = await browser.newPage({ baseURL: all.url });
    await forged.route(`**${urlOf(breedingCalls.show, { params: { id: story } })}`, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: { proof: { genes: string } } };
      body.data.proof.genes = String(BigInt(body.data.proof.genes) ^ 1n);
      await route.fulfill({ response: answer, json: body });
    });
    // The server reads the breeding for a page that is opened by its address; within the app the page asks for it.
    await forged.goto(`/nfts/${born}`);
    await forged.keyboard.press('End');
    await forged.getByRole('link', { name: 'How it hatched' }).click();
    await forged.getByRole('button', { name: 'Replay the hatch' }).click();
    await expect(forged.locator('[data-agreed=false]')).toContainText('It does not match.', { timeout: 30_000 });
    await expect(forged.locator('[data-check=child]')).toHaveAttribute('data-same', 'no');
    // The page may have asked again: its answer is not read after the end of the page.
    await forged.unrouteAll({ behavior: 'ignoreErrors' });
    await forged.close();
  });
  expect(ann.complaints).toEqual([]);
  expect(bob.complaints).toEqual([]);
  await Promise.all([ann.context.close(), bob.context.close()]);
});
