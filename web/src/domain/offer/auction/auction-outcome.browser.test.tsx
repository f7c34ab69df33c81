import type { User } from '@skarb/schema/auth';
import { LANGUAGES } from '@skarb/schema/language';
import { offerEndpoints, type Offer } from '@skarb/schema/offer';
import { tokenEndpoints, type TokenEvent } from '@skarb/schema/token';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../testing/accessibility.ts';
import { announce } from '../../../../testing/browser-boundary.ts';
import {
  addressOf,
  anOffer,
  aToken,
  aUser,
  daysAgo,
  inDays,
  listOf,
  personOf,
  SELLER,
  uuidOf,
} from '../../../../testing/examples.ts';
import { main, openApp, seen } from '../../../../testing/open-app.tsx';
import { anAuction, answerTrade } from '../../../../testing/trading.ts';

const winner = aUser();
const loser = aUser({
  uuid: uuidOf(33),
  username: 'taras',
  metamaskWallet: addressOf(33),
});
const token = aToken();
const bids = { highestBid: '0.105', highestBidder: personOf(winner), bidCount: 2, nextBid: '0.11025' };
const fees = {
  marketplace: '0.0105',
  royalty: '0.00525',
  sellerReceives: '0.08925',
  marketplacePercent: 10,
  royaltyPercent: 5,
};
const over = { settledAt: daysAgo(0), sellerReceived: '0.08925' };
const running = anOffer(token, { ...anAuction(bids), price: '0.105', fees });
const settled: Offer = {
  ...running,
  ...anAuction({ ...bids, ...over }),
  status: 'SOLD',
  endsAt: daysAgo(0),
  version: 3,
};
const line = (event: TokenEvent['event'], who: User): TokenEvent => ({
  uuid: uuidOf(91),
  offerUuid: settled.uuid,
  event,
  offerType: 'AUCTION',
  price: '0.105',
  currency: 'ETH',
  quantity: 1,
  from: who.metamaskWallet,
  to: null,
  fromUser: personOf(who),
  toUser: null,
  txHash: null,
  usd: null,
  createdAt: daysAgo(0),
});

/** The page of the work or of the auction, while it runs; `end` settles it. */
const watch = async (path: string, user: User | undefined, language: 'en' | 'ukr' = 'en') => {
  let auction = running;
  const { api } = await openApp(path, {
    ...(user && { user }),
    language,
    answers: (scripted) =>
      answerTrade(scripted, token, [])
        .answer(tokenEndpoints.show, () => ({ data: { ...token, offers: auction.status === 'SOLD' ? [] : [auction] } }))
        .answer(offerEndpoints.show, () => ({ data: auction }))
        .answer(offerEndpoints.history, () =>
          listOf([{ ...line('BID', loser), event: 'BID' as const, offerType: 'AUCTION' as const }]),
        ),
  });
  const turn = async (next: Offer) => {
    auction = next;
    const { uuid } = next;
    await announce({ kind: 'offer', uuid, version: next.version, status: next.status, tokenUuid: token.uuid });
  };
  return { api, turn };
};
const said = () => main().getByRole('status').filter({ hasText: '0.105 ETH' });

it.each([
  ['/nfts', 1440, winner, 'Raise my bid', 'You won it for 0.105 ETH'],
  ['/offers', 1440, winner, 'Raise my bid', 'You won it for 0.105 ETH'],
  ['/nfts', 390, SELLER, undefined, 'Sold for 0.105 ETH, you receive 0.08925 ETH'],
  ['/nfts', 390, loser, 'You were outbid.', 'The auction is over: sold for 0.105 ETH'],
  ['/nfts', 1440, undefined, 'Place a bid', 'Sold for 0.105 ETH'],
] as const)('on %s, who watches an auction until it is settled reads its end (%#)', async (...row) => {
  const [path, width, user, meanwhile, end] = row;
  await page.viewport(width, 900);
  const { turn } = await watch(`${path}/${path === '/nfts' ? token.uuid : running.uuid}`, user);
  const panel = main().getByRole('region', { name: 'Auction' });
  await seen(panel.getByText('Ends in'));
  // The viewer's own part is there.
  if (meanwhile) await seen(main().getByText(meanwhile).first());
  /** The height of the box with the price and the actions: what is below moves with it. */
  const height = () => Math.round(panel.element().parentElement?.getBoundingClientRect().height ?? 0);
  const before = height();
  await turn({ ...running, status: 'ENDED', endsAt: daysAgo(0), version: 2 });
  await expect.element(panel).not.toHaveTextContent('Ends in');
  expect(said().elements()).toEqual([]);
  await turn(settled);
  await expect.element(said()).toHaveTextContent(end);
  await expect.element(panel).toHaveTextContent('Final bid');
  expect(main().element().textContent).not.toContain('Not for sale');
  // The page of the auction has its outcome elsewhere; a seller's box is that of e2e/journey/auction-end.spec.ts.
  if (path === '/nfts' && user !== SELLER) await expect.poll(height).toBe(before);
  await expectAccessible();
});

it.for(
  LANGUAGES.flatMap((language) => [
    { language, who: 'a visitor', user: undefined },
    { language, who: 'the seller', user: SELLER },
  ]),
)(
  'on a phone an auction that waits for its settlement is as high as before: $language, $who',
  async ({ language, user }) => {
    await page.viewport(390, 900);
    const { turn } = await watch(`/nfts/${token.uuid}`, user, language);
    const box = () => main().getByRole('timer').element().closest('.bg-ink-900') as HTMLElement;
    const ready = user ? /no longer change|уже не можна/ : /Place a bid|Зробити ставку/;
    await expect.poll(() => box().textContent).toMatch(ready);
    const [seenBox, before] = [box(), box().clientHeight];
    await turn({ ...running, status: 'ENDED', endsAt: daysAgo(0), version: 2 });
    await expect.poll(() => seenBox.textContent).toMatch(/Settle now|Провести зараз/);
    expect(seenBox.clientHeight).toBe(before);
  },
);

it('the box lights up for a winner who sees the end', async () => {
  const { turn } = await watch(`/nfts/${token.uuid}`, winner);
  await seen(main().getByText('Ends in'));
  await seen(main().getByText('You are winning.'));
  await turn(settled);
  await seen(said());
  const box = () => said().element().closest('.bg-ink-900') as Element;
  expect(getComputedStyle(box()).animationName).toBe('gleam');
});

it('a work tells the end of its auction also to a seller who comes later, without light', async () => {
  await openApp(`/nfts/${token.uuid}`, {
    user: SELLER,
    language: 'ukr',
    answers: (scripted) =>
      answerTrade(scripted, token, [settled])
        .answer(tokenEndpoints.show, () => ({ data: { ...token, offers: [] } }))
        .answer(tokenEndpoints.history, () => listOf([line('SETTLED', SELLER)])),
  });
  const outcome = main().getByRole('status').filter({ hasText: 'Продано' });
  await expect.element(outcome).toHaveTextContent('Продано за 0,105 ETH, ви отримуєте 0,08925 ETH');
  expect(getComputedStyle(outcome.element().closest('.bg-ink-900') as Element).animationName).toBe('none');
});

it('a seller who has the royalty as well reads all that came', async () => {
  const own: Offer = { ...settled, ...anAuction({ ...bids, ...over, sellerReceived: '0.0945' }), endsAt: inDays(-1) };
  await openApp(`/offers/${own.uuid}`, {
    user: SELLER,
    answers: (scripted) => void answerTrade(scripted, token, [own]),
  });
  await expect.element(said()).toHaveTextContent('Sold for 0.105 ETH, you receive 0.0945 ETH');
});
