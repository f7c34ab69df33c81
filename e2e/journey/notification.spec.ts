import { expect, type Page } from '@playwright/test';
import { urlOf } from '@skarb/client';
import type { Person } from '@skarb/local/person.ts';
import * as notificationCalls from '@skarb/schema/calls/notification';
import { mailsTo } from '../api.ts';
import { buy, makeToken, newAccountWithEmail, newPerson, sell, until } from '../people.ts';
import { dialog, openSignedIn, test, visitor } from '../visitor.ts';

const salesMailed = async (email: string) =>
  (await mailsTo(email)).filter(({ subject }) => subject.startsWith('Sold:'));
const notificationsOf = async (person: Person) => (await person.call(notificationCalls.list)).data;

/** Sells a new token and waits until the buyer is notified. @returns its id */
const sellTo = async (buyer: Person, seller: Person, name: string): Promise<string> => {
  const token = await makeToken(seller, { name });
  await buy(buyer, (await sell(seller, token.uuid, '0.25')).uuid);
  await until(
    () => notificationsOf(buyer),
    (all) => all.some((one) => one.kind === 'BOUGHT' && one.token?.uuid === token.uuid),
    'notification of the buyer',
  );
  return token.uuid;
};

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notifications/ });

test('a sale notifies its seller on the page and by mail; a kind that is turned off does not', async ({ browser }) => {
  test.setTimeout(180_000);
  const [{ person: ann, key, email }, bob] = await Promise.all([newAccountWithEmail('Ann'), newPerson()]);
  const seller = await visitor(browser, { key });
  const { page, context, complaints } = seller;
  await openSignedIn(seller, '/nfts');
  await bell(page).click();
  await expect(dialog(page, 'Notifications').getByText('Nothing yet')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(bell(page)).toBeFocused();
  await page.evaluate(() => Object.assign(window, { wasHere: true }));

  const first = await sellTo(bob, ann, 'Evening light');
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

  // The mail's unsubscribe link turns its kind off after a confirmation.
  await expect
    .poll(async () => (await salesMailed(email)).map(({ subject }) => subject))
    .toEqual(['Sold: “Evening light”']);
  const [mail] = await salesMailed(email);
  expect(mail?.text).toContain(`/nfts/${first}`);
  const leave = /https?:\/\/\S+\/notification\/unsubscribe\S+/.exec(mail?.text ?? '')?.[0] as string;
  await page.goto(leave);
  await page.getByRole('button', { name: 'Turn them off' }).click();
  await expect(page.getByRole('heading', { name: 'Turned off' })).toBeVisible();
  await page.getByRole('link', { name: 'Notification settings' }).click();
  await expect(page).toHaveURL(/\/settings#notifications$/);
  const settings = page.getByRole('main').getByRole('region', { name: 'Notifications', exact: true });
  await expect(settings.getByRole('switch', { name: 'Your work is sold: by e-mail' })).not.toBeChecked();
  const saved = () =>
    page.waitForResponse(
      (answer) => answer.url().endsWith(urlOf(notificationCalls.settings)) && answer.request().method() === 'PUT',
    );
  const turnedOff = saved();
  await settings.getByRole('switch', { name: 'Your work is sold: in the app' }).uncheck();
  await turnedOff;
  await expect(page.getByText('Saved.')).toBeVisible();

  // The buyer is notified of the second sale; a notification to the seller would have arrived by now.
  await sellTo(bob, ann, 'Morning light');
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  expect(await salesMailed(email)).toHaveLength(1);
  expect(await notificationsOf(ann)).toHaveLength(1);

  // Several notifications are marked as read together.
  const turnedOn = saved();
  await settings.getByRole('switch', { name: 'Your work is sold: in the app' }).check();
  await turnedOn;
  await sellTo(bob, ann, 'Noon light');
  await sellTo(bob, ann, 'Night light');
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread');
  await page.setViewportSize({ width: 390, height: 844 });
  // The bell of a wide window leaves with its panel, perhaps in the middle of a press.
  await expect(async () => {
    if (!(await dialog(page, 'Notifications').isVisible())) await bell(page).click();
    await expect(dialog(page, 'Notifications')).toBeVisible({ timeout: 3000 });
  }).toPass();
  await dialog(page, 'Notifications').getByRole('button', { name: 'Mark all as read' }).click();
  await expect(dialog(page, 'Notifications').getByText('Unread')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  expect(complaints).toEqual([]);
  await context.close();
});
