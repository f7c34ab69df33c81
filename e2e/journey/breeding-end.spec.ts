import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import { startOwnStack, type OwnStack, type Person } from '../own-stack.ts';
import { dialog, openSignedIn, test, visitor, type Visitor } from '../visitor.ts';

const SLOW = { timeout: 120_000 };
test.describe.configure({ mode: 'serial', timeout: 600_000 });

let all: OwnStack;
let ann: Person;
let bob: Person;
let home: Awaited<ReturnType<OwnStack['home']>>;
const uuidOf = (place: number): string => home.tokens[place]?.uuid as string;

test.beforeAll(async () => {
  test.setTimeout(600_000);
  all = await startOwnStack();
  [ann, bob] = await Promise.all([all.trader(), all.trader()]);
  home = await all.home(ann, 6);
});
test.afterAll(async () => {
  await all?.stop();
});

/** A browser signed in with a person’s wallet, at a path. */
const at = async (browser: Browser, person: Person, path: string): Promise<Visitor> => {
  const guest = await visitor(browser, { key: person.key, at: all });
  await openSignedIn(guest, path);
  return guest;
};
const hatchNow = (page: Page): Locator =>
  page.getByRole('main').getByRole('button', { name: 'Hatch now', exact: true });
/** Submits a dialog’s one transaction and waits until the dialog closes. */
const agree = async (form: Locator, submit: string) => {
  await expect(form.locator('[data-preflight=ready]')).toBeVisible(SLOW);
  await form.getByRole('button', { name: submit, exact: true }).click();
  await expect(form).toHaveCount(0, SLOW);
};

test('without the operator any user hatches the child, which belongs to the matron’s owner', async ({ browser }) => {
  const bred = await all.breed(ann, uuidOf(0), uuidOf(1));
  // Mine the target block and one after it: its hash can be recorded only from then on.
  await all.chain.rpc('anvil_mine', ['0x2']);
  const isKept = () => all.sql`select 1 from breeding where uuid = ${bred.uuid} and kept_hash is not null`;
  await expect.poll(async () => (await isKept()).length, SLOW).toBe(1);
  await all.stopWorker();
  await all.withoutOperator(async () => {
    all.startWorker();
    const guest = await at(browser, bob, `/breeding?breeding=${bred.uuid}`);
    await expect(guest.page.locator('[data-status=EXPECTING]')).toBeVisible(SLOW);
    await expect(hatchNow(guest.page)).toHaveCount(0);
    // Wait until the birth time and the operator's exclusive minute have passed.
    await all.wait(600);
    // The worker draws the child first; until then the call answers that the draw is in progress.
    const isDrawn = () => all.sql`select 1 from breeding_birth where breeding_uuid = ${bred.uuid}`;
    await expect.poll(async () => (await isDrawn()).length, SLOW).toBe(1);
    await hatchNow(guest.page).click(SLOW);
    const form = dialog(guest.page, 'Hatch the child');
    await expect(form).toContainText('you can do it yourself');
    await agree(form, 'Hatch');
    const child = guest.page.locator('[data-child]');
    await expect(child).toBeVisible(SLOW);
    const uuid = (await child.getAttribute('data-child')) as string;
    expect(Object.keys(await all.ownersOf(uuid, ann))).toEqual([ann.address]);
    expect(guest.complaints).toEqual([]);
    await guest.context.close();
  });
});

test('a missed draw: the page says that there is no child, no second draw, and that the fee was refunded', async ({
  browser,
}) => {
  await all.stopWorker();
  // A chain without the history contract of EIP-2935.
  await all.chain.rpc('anvil_setCode', ['0x0000F90827F1C53a10cb7A02335B175320002935', '0x']);
  const asked = await all.ask(ann, uuidOf(2), uuidOf(3));
  const { uuid } = asked.body.data;
  await all.runSteps(ann, asked.body.data);
  // Nobody recorded the block's hash in time: the chain no longer provides it.
  await all.chain.rpc('anvil_mine', ['0x110']);
  await all.withoutOperator(async () => {
    all.startWorker();
    await all.becomesBreeding(uuid, 'EXPECTING');
    await all.wait(600);
    // The operator is off and does not close the breeding, so any visitor can.
    const guest = await at(browser, bob, `/breeding?breeding=${uuid}`);
    await guest.page.getByRole('main').getByRole('button', { name: 'See what you can do', exact: true }).click(SLOW);
    const form = dialog(guest.page, 'Close this breeding');
    await agree(form, 'Close it');
    const main = guest.page.getByRole('main');
    await expect(guest.page.locator('[data-status=LOST]')).toBeVisible(SLOW);
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('There is no child');
    await expect(main).toContainText('it cannot be repeated');
    await expect(main).toContainText('Refunded to');
    await expect(hatchNow(guest.page)).toHaveCount(0);
    expect(guest.complaints).toEqual([]);
    await guest.context.close();
  });
  // The matron can breed again, with one use counted.
  const own = await at(browser, ann, `/nfts/${uuidOf(2)}`);
  const family = own.page.locator(`[data-family="${uuidOf(2)}"]`);
  await expect(family).toContainText('Bred 1 of 7 times', SLOW);
  await expect(own.page.locator('[data-expecting]')).toHaveCount(0);
  await own.context.close();
});

test('a siring offer is withdrawn, ends when its token moves, and a closed collection offers neither', async ({
  browser,
}) => {
  await all.offerSiring(ann, uuidOf(4), '0.1');
  const own = await at(browser, ann, `/nfts/${uuidOf(4)}`);
  const family = own.page.locator(`[data-family="${uuidOf(4)}"]`);
  await test.step('withdrawn by its owner', async () => {
    await expect(family.locator('[data-siring="0.1"]')).toBeVisible(SLOW);
    await family.getByRole('button', { name: 'Withdraw the siring offer', exact: true }).click();
    await agree(dialog(own.page, 'Withdraw the siring offer'), 'Withdraw');
    await expect(family.locator('[data-siring]')).toHaveCount(0, SLOW);
    expect((await all.parent(uuidOf(4))).siring).toBeNull();
  });
  await test.step('ended by a transfer of the token', async () => {
    await all.offerSiring(ann, uuidOf(5), '0.2');
    await own.page.goto(`/nfts/${uuidOf(5)}`);
    await expect(own.page.locator('[data-siring="0.2"]')).toBeVisible(SLOW);
    await all.give(ann, uuidOf(5), bob);
    await expect(own.page.locator('[data-siring]')).toHaveCount(0, SLOW);
  });
  await test.step('after the creator closes the collection its tokens cannot breed, and the page says so', async () => {
    await own.page.goto(`/collections/${home.uuid}`);
    const terms = own.page.locator('[data-terms]');
    await expect(terms).toHaveAttribute('data-terms', 'open', SLOW);
    await terms.getByRole('button', { name: 'Close for breeding', exact: true }).click();
    await agree(dialog(own.page, 'Close for breeding'), 'Close the collection');
    await expect(terms).toHaveAttribute('data-terms', 'closed', SLOW);
    await expect(terms).toContainText('Closed for breeding');
    await own.page.goto(`/breeding?matron=${uuidOf(0)}&sire=${uuidOf(1)}`);
    // It was the only open collection.
    await expect(own.page.getByRole('main')).toContainText('No collection is open for breeding yet', SLOW);
    await expect(own.page.getByRole('button', { name: 'Breed', exact: true })).toHaveCount(0);
    await own.page.goto(`/nfts/${uuidOf(4)}`);
    await expect(family).toBeVisible(SLOW);
    await expect(family.getByRole('button', { name: 'Offer as sire', exact: true })).toHaveCount(0);
  });
  expect(own.complaints).toEqual([]);
  await own.context.close();
});
