import { expect, type Page } from '@playwright/test';
import { parseUnits, type Address } from 'viem';
import * as offerCalls from '@skarb/schema/calls/offer';
import { call } from '../api.ts';
import { chainOf, stack } from '../chain.ts';
import { makeToken, newAccount, reference, until } from '../people.ts';
import { dialog, openSignedIn, test, visitor } from '../visitor.ts';

const offersOf = async (tokenUuid: string) => (await call(offerCalls.list, { query: { type: 'BID', tokenUuid } })).data;
const offers = (page: Page) => page.getByRole('region', { name: 'Offers' });

test('Bob sees what is missing, makes an offer without gas, and Ann accepts it for the amount shown', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const { rpcUrl, deployment } = stack();
  const chain = chainOf(rpcUrl);
  const { key, person: maker } = await newAccount();
  const [ann, bob] = await Promise.all([visitor(browser, { key }), visitor(browser)]);
  const token = await makeToken(maker, { name: `Wished for ${Date.now() % 1e6}`, royalty: 5 });
  const weth = (await reference(maker)).currency('WETH').address as Address;

  await test.step('"Want to participate?" leads a visitor to the sign-in and back', async () => {
    await bob.page.goto(`/nfts/${token.uuid}`);
    await bob.page.getByRole('button', { name: 'Make an offer' }).click();
    const asking = dialog(bob.page, 'Want to participate?');
    await asking.getByRole('button', { name: 'Sign in with a wallet' }).click();
    await dialog(bob.page, 'Login with wallet').getByRole('button', { name: 'MetaMask' }).click();
    await expect(dialog(bob.page, 'Make an offer')).toBeVisible();
  });

  await test.step('too little money is shown before anything is signed, with a button that fixes it', async () => {
    const bidding = dialog(bob.page, 'Make an offer');
    const price = bidding.getByLabel('Your offer');
    await price.fill('1,234');
    await bidding.getByRole('button', { name: 'Sign the offer' }).click();
    await expect(bidding.getByText('Do you mean 1234 or 1.234?')).toBeVisible();
    await price.fill('0,8');
    await expect(bidding.getByText('You need 0.8 ETH more')).toBeVisible();
    await expect(bidding.getByRole('button', { name: 'Sign the offer' })).toBeDisabled();
    await bidding.getByRole('button', { name: 'Get play money' }).click();
    await expect(bidding.getByText('First allow the marketplace to take the money')).toBeVisible({
      timeout: 30_000,
    });
    // The royalty is 5 % of 0.8 and the fee 10 %: 0.68 is left.
    await expect(bidding.locator('[data-net]')).toContainText('0.68');
    await bidding.getByRole('button', { name: 'Sign the offer' }).click();
    await expect(dialog(bob.page, 'Offer made')).toBeVisible();
    await dialog(bob.page, 'Offer made').getByRole('button', { name: 'To the work' }).click();
    await until(
      () => offersOf(token.uuid),
      ([offer]) => offer?.buyerAddress === bob.wallet.address,
      'the offer',
    );
    await expect(offers(bob.page).getByRole('button', { name: 'Withdraw' })).toBeVisible();
  });

  await test.step('Ann sees the offer on her profile, opens the token and accepts', async () => {
    await openSignedIn(ann, '/profile?offers=received');
    await expect(ann.page.getByRole('list', { name: 'Offers received' }).getByText(/^0\.8/)).toBeVisible();
    await ann.page.goto(`/nfts/${token.uuid}`);
    await offers(ann.page).getByRole('button', { name: 'Accept' }).click();
    const accepting = dialog(ann.page, 'Accept the offer');
    // Ann is seller and creator: the royalty goes to her, too.
    await expect(accepting.locator('[data-net]')).toContainText('0.72');
    const parties = [ann.wallet.address, bob.wallet.address, deployment.feeRecipient as Address] as const;
    await accepting.getByRole('button', { name: 'Accept and sell' }).click();
    await expect(dialog(ann.page, 'Congratulations!')).toBeVisible();
    const paid = parseUnits('0.8', 18);
    expect(await chain.moved(ann.wallet.sent.at(-1), weth, parties)).toEqual([paid - paid / 10n, -paid, paid / 10n]);
    expect(await chain.ownerOf(token.contractAddress, token.tokenId)).toBe(bob.wallet.address);
  });

  await test.step('an accepted offer is no longer listed', async () => {
    await until(
      () => offersOf(token.uuid),
      ({ length }) => length === 0,
      'the offer to be gone',
    );
    await ann.page.goto('/profile?offers=received');
    await expect(ann.page.getByText('There are no open offers for your works.')).toBeVisible();
  });
  expect(ann.complaints).toEqual([]);
  expect(bob.complaints).toEqual([]);
  await Promise.all([ann.context.close(), bob.context.close()]);
});

test('an offer withdrawn while its acceptance is open is reported as such, and the check’s result shifts no layout', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const [maker, bidder] = await Promise.all([newAccount(), newAccount()]);
  const [ann, bob] = await Promise.all([visitor(browser, { key: maker.key }), visitor(browser, { key: bidder.key })]);
  const token = await makeToken(maker.person, { name: `Thought better of ${Date.now() % 1e6}` });
  await openSignedIn(bob, `/nfts/${token.uuid}`);

  await test.step('the area of the check has its final height before there is anything to check', async () => {
    await bob.page.getByRole('button', { name: 'Make an offer' }).click();
    const bidding = dialog(bob.page, 'Make an offer');
    const card = bidding.locator('[data-preflight]');
    const submit = bidding.getByRole('button', { name: 'Sign the offer' });
    await expect(card).toHaveAttribute('data-preflight', 'idle');
    // Measured relative to the dialog, which is centred in the window.
    const place = async () => {
      const [whole, button] = await Promise.all([bidding.boundingBox(), submit.boundingBox()]);
      return Math.round((button?.y ?? 0) - (whole?.y ?? 0));
    };
    const before = await place();
    await bidding.getByLabel('Your offer').fill('0.3');
    await expect(card).toHaveAttribute('data-preflight', 'ready', { timeout: 30_000 });
    expect(await place()).toBe(before);
    await submit.click();
    await dialog(bob.page, 'Offer made').getByRole('button', { name: 'To the work' }).click();
  });

  await openSignedIn(ann, '/profile?offers=received');
  await ann.page
    .getByRole('list', { name: 'Offers received' })
    .getByRole('listitem')
    .filter({ hasText: 'Thought better of' })
    .getByRole('button', { name: 'Accept' })
    .click({ timeout: 60_000 });
  const accepting = dialog(ann.page, 'Accept the offer');
  await expect(accepting.locator('[data-preflight]')).toHaveAttribute('data-preflight', 'ready', { timeout: 30_000 });

  const asked = () => bob.wallet.requests.filter((method) => /sign|send/i.test(method)).length;
  const before = asked();
  await offers(bob.page).getByRole('button', { name: 'Withdraw' }).click();
  await dialog(bob.page, 'Withdraw the offer').getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expect(accepting.getByText('The buyer has withdrawn this offer.')).toBeVisible({ timeout: 30_000 });
  await expect(accepting.getByRole('button', { name: 'Accept and sell' })).toHaveCount(0);
  await expect(accepting.getByRole('button', { name: 'To the work' })).toBeVisible();
  const story = bob.page.getByRole('list', { name: 'History' });
  await expect(story.getByText('Offer withdrawn', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(story.getByText('Listing cancelled')).toBeHidden();
  // Neither of them paid gas: Bob's wallet received no request, and Ann's sent nothing.
  expect(asked()).toBe(before);
  expect(ann.wallet.sent).toEqual([]);
  await Promise.all([ann.context.close(), bob.context.close()]);
});
