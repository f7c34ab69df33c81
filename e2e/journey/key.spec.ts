import type { Answer } from '@skarb/client';
import * as recoveryCalls from '@skarb/schema/calls/account-recovery';
import * as authCalls from '@skarb/schema/calls/auth';
import * as devCalls from '@skarb/schema/calls/dev';
import * as offerCalls from '@skarb/schema/calls/offer';
import type { Call } from '@skarb/schema/endpoint';
import type { TokenDetail } from '@skarb/schema/token';
import { expect, type Locator, type Page } from '@playwright/test';
import { parseEther, type Address } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { chainOf } from '../chain.ts';
import { startOwnStack, type OwnStack, type Person } from '../own-stack.ts';
import { addDevice } from '../passkey.ts';
import { wordsOf } from '../screens.ts';
import { dialog, test, visitor } from '../visitor.ts';

const DAY_S = 86_400;
/** The worker of this stack shares its process with the API and this test, so it is slower. */
const SLOW = { timeout: 120_000 };

let all: OwnStack;
let ann: Person;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  all = await startOwnStack();
  ann = await all.trader();
});
test.afterAll(() => all?.stop());

/** The texts for somebody who acts by a key, which replace some of the ordinary ones. */
const words = wordsOf('ukr');
const say = (name: string): string => {
  try {
    return words(`key.${name}`);
  } catch {
    return words(name);
  }
};
const named = (place: Locator | Page, name: string) =>
  place.getByRole('button', { name: say(name), exact: true }).first();
const titled = (page: Page, name: string) => dialog(page, say(name));
/** Reads a call of this stack, as a person or as a visitor. */
const read = async <C extends Call>({ method, path }: C, as?: Person, query = ''): Promise<Answer<C>> =>
  (await all.call<Answer<C>>(method, path + query, as ? { as } : {})).body;
const mailTo = async (email: string, pattern: RegExp): Promise<string> => {
  const find = async () => {
    const { data } = await read(devCalls.mail, undefined, `?to=${encodeURIComponent(email)}`);
    return data.flatMap(({ text }) => pattern.exec(text)?.[0] ?? [])[0];
  };
  await expect.poll(find).toBeTruthy();
  return (await find()) ?? '';
};

test('a person without a wallet registers by e-mail on a phone, trades by a key, recovers the account and leaves with everything', async ({
  browser,
}) => {
  test.setTimeout(420_000);
  const chain = chainOf(all.rpcUrl);
  const weth = all.deployment.weth as Address;
  const first = await all.mint(ann, { name: 'First' });
  await all.list(ann, first.uuid, { price: '0.3' });
  const one = await visitor(browser, { hasWallet: false, hasTouch: true, language: 'ukr', at: all });
  const { page, context, complaints } = one;
  await page.setViewportSize({ width: 390, height: 844 });
  let device = await addDevice(page);
  const email = `olha.${Date.now()}@example.com`;
  const ownerOf = ({ contractAddress, tokenId }: TokenDetail) =>
    chain.ownerOf(contractAddress as Address, tokenId as string);
  const messages = page.getByRole('region', { name: say('app.notifications') });
  const open = ({ uuid }: TokenDetail) => page.goto(`/nfts/${uuid}`);
  const offerOn = async ({ uuid }: TokenDetail, type: 'SALE' | 'BID' | 'AUCTION'): Promise<string> => {
    const { data } = await read(offerCalls.list, undefined, `?type=${type}&tokenUuid=${uuid}`);
    return data[0]?.uuid ?? '';
  };
  let account = '' as Address;
  let me = ann;
  const money = () => chain.balance(weth, account);

  await test.step('registers by e-mail, makes the key, and buys', async () => {
    await open(first);
    await named(page, 'trade.action.buy').click();
    await named(titled(page, 'auth.participate.title'), 'auth.participate.register').click();
    const form = titled(page, 'auth.register.title');
    await form.getByLabel(say('auth.email')).fill(email);
    await form.getByLabel(say('auth.password'), { exact: true }).fill('a long enough one');
    await form.getByLabel(say('auth.repeated')).fill('a long enough one');
    await named(form, 'auth.register.submit').click();
    const code = (await mailTo(email, /Ваш код: \d{6}/)).slice(-6);
    await titled(page, 'auth.registered.title').getByLabel(say('auth.registered.code')).pressSequentially(code);
    await expect(titled(page, 'trade.buy.title')).toBeVisible(SLOW);
    const token = (await page.evaluate(() => localStorage.getItem('accessToken'))) ?? '';
    account = (await read(authCalls.me, { ...ann, token })).data.metamaskWallet as Address;
    me = { ...ann, token, address: account };
    // The card is a part of passkey.spec.ts.
    await all.money(ann, 'transfer', account, parseEther('0.3'));
    await open(first);
    await named(page, 'trade.action.buy').click();
    await named(titled(page, 'trade.buy.title'), 'trade.buy.submit').click();
    await expect(titled(page, 'trade.buy.doneTitle')).toBeVisible(SLOW);
    expect(await ownerOf(first)).toBe(account);
    expect(await money()).toBe(0n);
  });

  await test.step('a collector with a wallet offers for the work, and the person accepts', async () => {
    await all.bid(ann, first.uuid, { price: '2' });
    await open(first);
    await named(page, 'trade.action.accept').click();
    const accepting = titled(page, 'trade.accept.title');
    await named(accepting, 'trade.accept.submit').click();
    await expect(titled(page, 'trade.sell.doneTitle')).toBeVisible(SLOW);
    expect(await ownerOf(first)).toBe(ann.address);
    expect(await money()).toBe(parseEther('1.8'));
  });

  const second = await all.mint(ann, { name: 'Second' });
  await test.step('the person offers for another work, and its owner accepts', async () => {
    await open(second);
    await named(page, 'trade.action.offer').click();
    const bidding = titled(page, 'trade.bid.title');
    await bidding.getByLabel(say('trade.bid.price')).fill('0,5');
    await named(bidding, 'trade.bid.submit').click();
    await expect(titled(page, 'trade.bid.doneTitle')).toBeVisible(SLOW);
    await all.buy(ann, await offerOn(second, 'BID'));
    expect(await ownerOf(second)).toBe(account);
    expect(await money()).toBe(parseEther('1.3'));
  });

  let made = second;
  await test.step('mints a work of their own', async () => {
    const { uuid } = await all.collection(me, 'Of a key');
    const own = await all.draft(me, uuid, { name: 'Own' });
    await open(own);
    await named(page, 'trade.action.mint').click();
    await expect.poll(async () => (await all.tokenOf(own.uuid, me)).status, SLOW).toBe('minted');
    made = await all.tokenOf(own.uuid, me);
    expect(await ownerOf(made)).toBe(account);
  });

  await test.step('sells it to a collector with a wallet, for the price to the wei', async () => {
    await open(made);
    await named(page.getByRole('main'), 'trade.action.sell').click();
    const selling = titled(page, 'trade.sell.title');
    await selling.getByLabel(say('trade.price'), { exact: true }).fill('0,2');
    await named(selling, 'trade.sell.submit').click();
    await expect(titled(page, 'trade.sell.doneTitle')).toBeVisible(SLOW);
    await all.buy(ann, await offerOn(made, 'SALE'));
    expect(await ownerOf(await all.tokenOf(made.uuid, me))).toBe(ann.address);
    // The creator's own royalty comes back.
    expect(await money()).toBe(parseEther('1.48'));
  });

  await test.step('puts a work on sale, changes the price, takes it off sale', async () => {
    await open(second);
    await named(page.getByRole('main'), 'trade.action.sell').click();
    const selling = titled(page, 'trade.sell.title');
    await selling.getByLabel(say('trade.price'), { exact: true }).fill('0,4');
    await named(selling, 'trade.sell.submit').click();
    await expect(titled(page, 'trade.sell.doneTitle')).toBeVisible(SLOW);
    await open(second);
    await named(page, 'trade.own.edit').click();
    const editing = titled(page, 'trade.edit.title');
    await editing.getByLabel(say('trade.price'), { exact: true }).fill('0,6');
    await named(editing, 'trade.edit.submit').click();
    await expect(messages.getByText(say('trade.edit.done'))).toBeVisible(SLOW);
    await named(page, 'trade.own.cancel').click();
    await named(titled(page, 'trade.cancel.title'), 'trade.cancel.submit').click();
    await expect(named(page.getByRole('main'), 'trade.action.sell')).toBeVisible(SLOW);
  });

  await test.step('buys two of five copies', async () => {
    const edition = await all.mint(ann, { name: 'Edition', type: 'ERC1155', quantity: '5' });
    await all.list(ann, edition.uuid, { price: '0.1', quantity: 5 });
    await open(edition);
    await named(page, 'trade.action.buy').click();
    const buying = titled(page, 'trade.buy.title');
    await buying.getByLabel(say('trade.quantity')).fill('2');
    await named(buying, 'trade.buy.submit').click();
    await expect(titled(page, 'trade.buy.doneTitle')).toBeVisible(SLOW);
    expect(await chain.unitsOf(edition.contractAddress as Address, edition.tokenId as string, account)).toBe(2n);
    expect(await money()).toBe(parseEther('1.28'));
  });

  const third = await all.mint(ann, { name: 'Third' });
  await test.step('starts an auction, and leads in another', async () => {
    await open(second);
    await named(page.getByRole('main'), 'trade.action.auction').click();
    const form = titled(page, 'trade.auction.title');
    await form.getByLabel(say('trade.auction.reserve')).fill('0,2');
    await named(form, 'trade.auction.submit').click();
    await expect(titled(page, 'trade.sell.doneTitle')).toBeVisible(SLOW);
    await all.bidIn(ann, await offerOn(second, 'AUCTION'), '0.2');
    const { uuid } = await all.auction(ann, third.uuid, { reservePrice: '0.1', endsIn: DAY_S });
    await open(third);
    await named(page, 'trade.action.bid').click();
    const bidding = titled(page, 'trade.action.bid');
    await named(bidding, 'trade.auctionBid.submit').click();
    await expect(titled(page, 'trade.auctionBid.doneTitle')).toBeVisible(SLOW);
    expect((await all.offer(uuid)).auction?.highestBidderAddress).toBe(account);
    expect(await money()).toBe(parseEther('1.18'));
  });

  const settings = async () => {
    // The proof of identity must not be older than five minutes.
    await all.sql`update session set proved_at = now()`;
    await page.goto('/settings#wallet');
  };
  const asksForKey = async () => {
    await device.remove();
    device = await addDevice(page);
    await settings();
    await named(page, 'settings.keys.recovery.ask').click();
    await expect(messages.getByText(say('settings.keys.recovery.asked')).first()).toBeVisible(SLOW);
    expect(await device.count()).toBe(1);
    await page.goto(await mailTo(email, /https?:\/\/\S+\/recovery\/\S+/));
    await named(page, 'auth.recovery.confirm').click();
    await expect(page.getByText(say('auth.recovery.state.CONFIRMED'))).toBeVisible();
  };
  await test.step('turns recovery on, loses the device, asks for a new key, and stops it', async () => {
    await settings();
    await named(page, 'settings.keys.recovery.turnOn').click();
    await named(titled(page, 'settings.keys.recovery.turnOnTitle'), 'settings.keys.recovery.turnOn').click();
    await expect(messages.getByText(say('settings.keys.recovery.turnOnDone'))).toBeVisible(SLOW);
    await asksForKey();
    await named(page, 'auth.recovery.stop').click();
    await expect(page.getByText(say('auth.recovery.state.STOPPED'))).toBeVisible();
  });

  const there = privateKeyToAccount(generatePrivateKey()).address;
  await test.step('asks again, gets the new key after seven days, and takes everything along with it', async () => {
    await asksForKey();
    const readRecovery = async () => (await read(recoveryCalls.recovery, me)).data.request;
    await expect.poll(async () => (await readRecovery())?.effectiveAt, SLOW).toBeTruthy();
    await all.wait(7 * DAY_S + 60);
    await expect.poll(async () => (await readRecovery())?.status, SLOW).toBe('DONE');
    // Both auctions have ended: 0.2 less the fee, and the work.
    await expect.poll(money, SLOW).toBe(parseEther('1.36'));
    await expect.poll(() => ownerOf(third), SLOW).toBe(account);
    // As in a browser that has never seen the account.
    await page.evaluate(() => localStorage.removeItem('skarb.keys'));
    await settings();
    await named(page, 'settings.keys.leave.open').click();
    const leaving = titled(page, 'settings.keys.leave.title');
    const to = leaving.getByLabel(say('wallet.receiver.label'));
    await to.fill(account);
    await named(leaving, 'settings.keys.leave.next').click();
    await expect(leaving.getByText(say('code.holdings_own'))).toBeVisible();
    await to.fill(there);
    await expect(leaving.getByText(say('code.holdings_own'))).toBeHidden();
    await named(leaving, 'settings.keys.leave.next').click();
    await named(leaving, 'settings.keys.leave.submit').click();
    await expect(messages.getByText(say('settings.keys.leave.done'))).toBeVisible(SLOW);
    expect(await chain.balance(weth, there)).toBe(parseEther('1.36'));
    expect(await money()).toBe(0n);
    expect(await ownerOf(third)).toBe(there);
  });
  // Chromium would also like RSA, which contracts cannot verify; the server renders no drafts.
  expect(complaints.filter((line) => !/pubKeyCredParams|status of 404/.test(line))).toEqual([]);
  await context.close();
});
