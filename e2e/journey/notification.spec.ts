import { expect, type Page } from '@playwright/test';
import { Person } from '@skarb/local/person.ts';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { call, mailTo } from '../api.ts';
import { stack } from '../chain.ts';
import { makeToken, reference, someone, until } from '../people.ts';
import { dialog, signIn, test, visitor } from '../visitor.ts';

type Mail = { subject: string; text: string };
type Told = { kind: string; token: { uuid: string } };
const mailsTo = async (email: string): Promise<Mail[]> =>
  (await call('GET', `/dev/mail?to=${encodeURIComponent(email)}`)).body.data;
const sold = async (email: string) => (await mailsTo(email)).filter(({ subject }) => subject.startsWith('Sold:'));

/** Somebody with a wallet and a confirmed address. */
const withAddress = async () => {
  const { apiUrl, rpcUrl } = stack();
  const key = generatePrivateKey();
  const person = new Person({ apiUrl, rpcUrl, account: privateKeyToAccount(key) });
  await person.signIn();
  await person.post('/dev/faucet', { address: person.address });
  const email = `ann.${Date.now()}@example.com`;
  await person.form('PUT', '/auth/profile', { email });
  const token = decodeURIComponent(await mailTo(email, /confirmation\?token=([^\s&]+)/));
  await call('POST', '/auth/confirm/email', { json: { token } });
  return { person, key, email };
};

type Offered = { uuid: string; status: string; steps: Parameters<Person['run']>[0] };
/** A work of one's that another buys; comes back when its buyer has been told. */
const sell = async (seller: Person, buyer: Person, name: string): Promise<string> => {
  const token = await makeToken(seller, { name });
  const currencyUuid = (await reference(seller)).currency('WETH').uuid;
  const sale = (await seller.post(`/offer/${token.uuid}`, { type: 'SALE', price: '0.25', currencyUuid })) as Offered;
  await seller.run(sale.steps);
  await until(
    async () => (await seller.get(`/offer/${sale.uuid}`)) as Offered,
    ({ status }) => status === 'ACTIVE',
    'the listing to stand',
  );
  await buyer.run(((await buyer.post(`/offer/${sale.uuid}/purchase`, { quantity: 1 })) as Offered).steps);
  await until(
    async () => ((await buyer.get('/notification')) as { data: Told[] }).data,
    (told) => told.some((one) => one.kind === 'BOUGHT' && one.token.uuid === token.uuid),
    'the buyer to be told',
  );
  return token.uuid;
};

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notifications/ });

test('a sale rings the seller’s bell without a reload and comes by mail; what is turned off is not told', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const [{ person: ann, key, email }, bob] = await Promise.all([withAddress(), someone()]);
  const { page, context, complaints } = await visitor(browser, { key });
  await page.goto('/nfts');
  await signIn(page);
  await bell(page).click();
  await expect(dialog(page, 'Notifications').getByText('Nothing yet')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(bell(page)).toBeFocused();
  await page.evaluate(() => Object.assign(window, { wasHere: true }));

  const first = await sell(ann, bob, 'Evening light');
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  await expect(page.getByRole('status').getByText('Notifications, 1 unread')).toBeAttached();
  expect(await page.evaluate(() => (window as { wasHere?: boolean }).wasHere)).toBe(true);
  await bell(page).press('Enter');
  const line = dialog(page, 'Notifications').getByRole('link', { name: /Your work was sold.*Unread.*Evening light/ });
  await expect(line).toContainText('0.25 ETH');
  await line.click();
  await expect(page).toHaveURL(new RegExp(`/nfts/${first}$`));
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await expect(dialog(page, 'Notifications')).toHaveCount(0);

  // The mail's own link turns its kind off, after a question.
  await expect.poll(async () => (await sold(email)).map(({ subject }) => subject)).toEqual(['Sold: “Evening light”']);
  const [mail] = await sold(email);
  expect(mail?.text).toContain(`/nfts/${first}`);
  const leave = /https?:\/\/\S+\/notification\/unsubscribe\S+/.exec(mail?.text ?? '')?.[0] as string;
  await page.goto(leave);
  await page.getByRole('button', { name: 'Turn them off' }).click();
  await expect(page.getByRole('heading', { name: 'Turned off' })).toBeVisible();
  await page.getByRole('link', { name: 'Notification settings' }).click();
  await expect(page).toHaveURL(/\/settings#notifications$/);
  const settings = page.getByRole('main').getByRole('region', { name: 'Notifications', exact: true });
  await expect(settings.getByRole('switch', { name: 'Your work is sold: by mail' })).not.toBeChecked();
  const saved = () =>
    page.waitForResponse(
      (answer) => answer.url().endsWith('/notification/setting') && answer.request().method() === 'PUT',
    );
  const turnedOff = saved();
  await settings.getByRole('switch', { name: 'Your work is sold: in the app' }).uncheck();
  await turnedOff;
  await expect(page.getByText('Saved.')).toBeVisible();

  // His buyer's news of the second sale is there: had there been any for her, it would be too.
  await sell(ann, bob, 'Morning light');
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  expect(await sold(email)).toHaveLength(1);
  expect(((await ann.get('/notification')) as { data: Told[] }).data).toHaveLength(1);

  // Several at once are marked as read together.
  const turnedOn = saved();
  await settings.getByRole('switch', { name: 'Your work is sold: in the app' }).check();
  await turnedOn;
  await sell(ann, bob, 'Noon light');
  await sell(ann, bob, 'Night light');
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread');
  await page.setViewportSize({ width: 390, height: 844 });
  await bell(page).click();
  await dialog(page, 'Notifications').getByRole('button', { name: 'Mark all as read' }).click();
  await expect(dialog(page, 'Notifications').getByText('Unread')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  expect(complaints).toEqual([]);
  await context.close();
});
