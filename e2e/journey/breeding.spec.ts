import { collection721Abi } from '@skarb/contracts/abi';
import { Person } from '@skarb/local/person.ts';
import { expect, type Page } from '@playwright/test';
import { encodeFunctionData, parseEther, type Address } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { chainOf } from '../chain.ts';
import { startOwnStack, type OwnStack } from '../own-stack.ts';
import { picture, reference, until } from '../people.ts';
import { dialog, signIn, test, visitor } from '../visitor.ts';

type Made = { uuid: string; status: string; contractAddress: `0x${string}`; tokenId: string };
type Steps = { steps: Parameters<Person['run']>[0] };

/** Longer than any incubation. */
const INCUBATION_S = 600;
let all: OwnStack;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  all = await startOwnStack();
});
test.afterAll(() => all?.stop());

/** The same account by its API. */
const personOf = async (key: `0x${string}`): Promise<Person> => {
  const person = new Person({ apiUrl: `${all.url}/api`, rpcUrl: all.rpcUrl, account: privateKeyToAccount(key) });
  await person.signIn();
  return person;
};

/** A collection with founders that have a mood and a coat. */
const makeFounders = async (creator: Person, names: readonly string[]) => {
  const { categoryUuid, networkUuid, currency } = await reference(creator);
  const file = async () => ({ bytes: await picture(), name: 'picture.png', type: 'image/png' });
  const name = `Breed ${Date.now() % 1e6}`;
  const collection = (await creator.form('POST', '/collection', { name }, { file: await file() })) as { uuid: string };
  const founders: Made[] = [];
  for (const [index, name] of names.entries()) {
    const properties = [
      { name: 'Mood', value: ['Calm', 'Merry', 'Grim'][index % 3] },
      { name: 'Coat', value: ['Moss', 'Plum'][index % 2] },
    ];
    const fields = {
      name,
      description: 'Made by a test.',
      type: 'ERC721',
      royalty: 5,
      networkUuid,
      collectionUuid: collection.uuid,
      categoryUuid,
      properties: JSON.stringify(properties),
    };
    const token = (await creator.form('POST', '/token', fields, { file: await file() })) as Made & Steps;
    await creator.run(token.steps);
    founders.push(
      await until(
        () => creator.get(`/token/${token.uuid}`) as Promise<Made>,
        ({ status }) => status === 'minted',
        `${name} to be minted`,
      ),
    );
  }
  return { collection, founders, wethUuid: currency('WETH').uuid };
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

test('Ann opens her collection and breeds two; Bob uses the sire she offers; the child hatches by itself and the replay agrees', async ({
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
  const [person, stranger] = await Promise.all([personOf(traders[0].key), personOf(traders[1].key)]);
  const made = await makeFounders(person, ['Mokosh', 'Veles', 'On sale', 'Bob’s own', 'Offered']);
  const [mokosh, veles, onSale, bobs, offered] = made.founders as [Made, Made, Made, Made, Made];
  const path = `/collections/${made.collection.uuid}`;
  await ann.page.goto('/nfts');
  await signIn(ann.page);

  await test.step('Ann opens her collection and sees which traits will be handed down', async () => {
    await ann.page.goto(path);
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
  const sale = (await person.post(`/offer/${onSale.uuid}`, {
    type: 'SALE',
    price: '1',
    currencyUuid: made.wethUuid,
  })) as Steps;
  await person.run(sale.steps);
  let story = '';

  await test.step('what is on sale cannot be chosen, and says why; two that fit show odds and cost', async () => {
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
    // Back takes the last choice back, Forward makes it again.
    await ann.page.goBack();
    await expect(ann.page.locator('[data-pair]')).toHaveCount(0);
    await ann.page.goForward();
    await expect(ann.page.locator('[data-cost]').first()).toHaveAttribute('data-cost', '0.02');
    await expect(ann.page.getByRole('table', { name: 'Coat' }).getByRole('row')).not.toHaveCount(0);
  });

  await test.step('Ann pays, and the matron expects; who looks at her is told', async () => {
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

    await signIn(bob.page);
    await bob.page.goto('/breeding');
    await pick(bob.page, 'matron', bobs.uuid);
    await pick(bob.page, 'sire', offered.uuid, 'Offered as sire');
    await expect(bob.page.locator('[data-cost]').first()).toHaveAttribute('data-cost', '0.07');
    await breed(bob.page);
    await expect(bob.page.locator('[data-status=EXPECTING]')).toBeVisible();
    // The marketplace keeps its tenth of what the sire costs.
    expect((await chain.balance(weth, ann.wallet.address)) - before).toBe(parseEther('0.045'));
    expect(await stranger.get(`/breeding/token/${offered.uuid}`)).toMatchObject({ token: { siring: null, uses: 1 } });
  });

  await test.step('the child comes by itself, is the matron’s owner’s, and the replay agrees', async () => {
    const child = ann.page.locator('[data-child]');
    await all.wait(INCUBATION_S);
    await expect(child).toBeVisible({ timeout: 150_000 });
    await ann.page.getByRole('button', { name: 'Replay the hatch' }).click();
    await expect(ann.page.locator('[data-agreed=true]')).toBeVisible({ timeout: 30_000 });
    await expect(ann.page.locator('[data-check][data-same=yes]')).toHaveCount(7);
    const uuid = (await child.getAttribute('data-child')) as string;
    const token = (await person.get(`/token/${uuid}`)) as Made;
    expect(await chain.ownerOf(token.contractAddress, token.tokenId)).toBe(ann.wallet.address);
    await ann.page.getByRole('link', { name: 'See the child' }).click();
    const family = ann.page.locator(`[data-family="${uuid}"]`);
    await expect(family.getByRole('link', { name: /Mokosh/ })).toBeVisible();
    await expect(family.getByRole('link', { name: /Veles/ })).toBeVisible();
  });

  await test.step('a page that says something else than the chain is found out', async () => {
    const liar = await browser.newPage({ baseURL: all.url });
    await liar.route(`**/api/breeding/${story}`, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: { proof: { genes: string } } };
      body.data.proof.genes = String(BigInt(body.data.proof.genes) ^ 1n);
      await route.fulfill({ response: answer, json: body });
    });
    await liar.goto(`/breeding?breeding=${story}`);
    await liar.getByRole('button', { name: 'Replay the hatch' }).click();
    await expect(liar.locator('[data-agreed=false]')).toContainText('It does not match.', { timeout: 30_000 });
    await expect(liar.locator('[data-check=child]')).toHaveAttribute('data-same', 'no');
    await liar.close();
  });
  expect(ann.complaints).toEqual([]);
  expect(bob.complaints).toEqual([]);
  await Promise.all([ann.context.close(), bob.context.close()]);
});
