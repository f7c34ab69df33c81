import { offerEndpoints, type Offer } from '@skarb/schema/offer';
import type { User } from '@skarb/schema/auth';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../../testing/accessibility.ts';
import { announce } from '../../../../testing/browser-boundary.ts';
import {
  addressOf,
  anOffer,
  aToken,
  aUser,
  daysAgo,
  inDays,
  inUkrainian,
  listOf,
  personOf,
  SELLER,
  uuidOf,
} from '../../../../testing/examples.ts';
import { aSilence } from '../../../../testing/files.ts';
import { alert, button, dialog, main, openApp, seen, texts } from '../../../../testing/open-app.tsx';
import { anAuction, answerTrade, aTransactionStep } from '../../../../testing/trading.ts';

it('the page of an auction names its figures, and who was outbid before who did it', async () => {
  const token = aToken();
  const auction = anOffer(token, anAuction({ highestBid: '1.2', bidCount: 2, nextBid: '1.26' }));
  await openApp(`/offers/${auction.uuid}`, {
    answers: (scripted) =>
      answerTrade(scripted, token, [auction]).answer(offerEndpoints.history, () =>
        listOf([
          {
            uuid: uuidOf(91),
            offerUuid: auction.uuid,
            event: 'OUTBID' as const,
            offerType: 'AUCTION' as const,
            price: '1.2',
            currency: 'ETH',
            quantity: 1,
            from: addressOf(1),
            to: addressOf(2),
            fromUser: { ...personOf(SELLER), name: 'Ann' },
            toUser: { ...personOf(SELLER), uuid: uuidOf(92), name: 'Bob' },
            txHash: null,
            usd: null,
            createdAt: daysAgo(1),
          },
        ]),
      ),
  });
  const facts = main().getByRole('region', { name: 'Auction' });
  await expect.poll(() => texts(facts.getByRole('term')).slice(0, 2)).toEqual(['Highest bid', 'Ends in']);
  expect(texts(facts.getByRole('definition'))[0]).toContain('1.2 ETH');
  await expect
    .element(main().getByText('Outbid').element().closest('li') as HTMLElement)
    .toHaveTextContent(/Bob\s*by\s*Ann/);
});

it('who changes a future auction reads when it starts, which stays as it is', async () => {
  const seller = { seller: personOf(SELLER), sellerAddress: SELLER.metamaskWallet };
  const auction = anOffer(aToken(), { ...anAuction(), ...seller, status: 'SCHEDULED', startsAt: inDays(1) });
  await openApp(`/offers/${auction.uuid}`, {
    user: SELLER,
    answers: (api) => answerTrade(api, aToken(), [auction]),
  });
  await button(main(), 'Edit').click();
  await expect.element(dialog('Auction offer edit')).toHaveTextContent(/It starts on .* The start stays as it is\./);
});

it('the page of an auction plays a sound, and leads to the work from a picture', async () => {
  const token = aToken();
  const auction = anOffer(token, anAuction());
  // A sound that cannot be loaded is replaced by words.
  const image = { ...token.image, mimeType: 'audio/wav', url: aSilence() };
  const heard = { ...auction, uuid: uuidOf(63), token: { ...auction.token, image } };
  const { goTo } = await openApp(`/offers/${auction.uuid}`, {
    answers: (api) => void answerTrade(api, token, [auction, heard]),
  });
  const picture = main().getByRole('img', { name: token.name });
  await seen(picture);
  expect(picture.element().closest('a')?.getAttribute('href')).toBe(`/nfts/${token.uuid}`);
  await goTo(`/offers/${heard.uuid}`);
  await expect.poll(() => document.querySelector('audio')?.getAttribute('src')).toBe(image.url);
  await seen(button(main(), 'Play'));
});

it('an open bid dialog shows what has changed, and changes no amount by itself', async () => {
  const token = aToken();
  let auction: Offer = anOffer(token, anAuction());
  const { api } = await openApp(`/offers/${auction.uuid}`, {
    user: aUser(),
    answers: (scripted) =>
      answerTrade(scripted, token, [auction])
        .answer(offerEndpoints.show, () => ({ data: auction }))
        .answer(offerEndpoints.open, () => ({ data: { ...auction, steps: [] } })),
  });
  await button(main(), 'Place a bid').click();
  const form = dialog('Place a bid');
  await expect.element(form.getByLabelText('Your bid')).toHaveValue('1');
  await expectAccessible();

  const change = async (over: Parameters<typeof anAuction>[0]) => {
    const version = auction.version + 1;
    auction = anOffer(token, { ...anAuction(over), endsAt: auction.endsAt, version });
    await announce({ kind: 'offer', uuid: auction.uuid, version, status: 'ACTIVE', tokenUuid: token.uuid });
  };
  await change({ reservePrice: '1.1', nextBid: '1.1' });
  await expect.element(form).toHaveTextContent('The seller has changed the reserve price in the meantime.');
  await change({ reservePrice: '1.1', highestBid: '1.2', bidCount: 1, nextBid: '1.26' });
  await expect
    .element(form)
    .toHaveTextContent('Someone has bid more in the meantime. The lowest next bid is now 1.26 ETH.');
  await expect.element(form.getByLabelText('Your bid')).toHaveValue('1');
  await seen(alert(form, 'At least 1.26 ETH'));
  await expect.element(button(form, 'Place the bid')).toBeDisabled();
  await button(form, 'Use the lowest next bid').click();
  await expect.element(form.getByLabelText('Your bid')).toHaveValue('1.26');
  await expect.element(form).not.toHaveTextContent('in the meantime');
  await seen(button(form, 'Place the bid'));
  expect(api.requests(offerEndpoints.open).filter(({ body }) => body.type !== 'BID')).toEqual([]);
});

it('what is typed into an open bid dialog replaces the amount that it filled in', async () => {
  const token = aToken();
  const auction = anOffer(token, anAuction());
  await openApp(`/offers/${auction.uuid}`, {
    user: aUser(),
    answers: (scripted) =>
      answerTrade(scripted, token, [auction]).answer(offerEndpoints.open, () => ({ data: { ...auction, steps: [] } })),
  });
  await button(main(), 'Place a bid').click();
  const bid = dialog('Place a bid').getByLabelText('Your bid');
  await expect.element(bid).toHaveFocus();
  await userEvent.keyboard('2.5');
  await expect.element(bid).toHaveValue('2.5');
});

it('a bid of many times the lowest next one, which cannot be withdrawn, needs a confirmation', async () => {
  const token = aToken();
  const auction = anOffer(token, anAuction());
  await openApp(`/offers/${auction.uuid}`, {
    user: aUser(),
    answers: (scripted) =>
      answerTrade(scripted, token, [auction])
        .answer(offerEndpoints.history, () => listOf([]))
        .answer(offerEndpoints.open, () => ({ data: { ...auction, steps: [] } })),
  });
  await button(main(), 'Place a bid').click();
  const form = dialog('Place a bid');
  await form.getByLabelText('Your bid').fill('10');
  await expect.element(form).toHaveTextContent('10 ETH is 10 times the lowest next bid, 1 ETH.');
  await button(form, 'Place the bid').click();
  await seen(alert(form, 'Tick the box if this is the price you mean.'));
  await form.getByRole('checkbox', { name: 'Yes, I want to bid 10 ETH' }).click();
  await button(form, 'Place the bid').click();
  await seen(dialog('You are winning'));
});

it('the reader’s title of a work is in what follows a bid, too', async () => {
  const token = aToken(inUkrainian('Вечір над рікою'));
  const plain = anOffer(token, anAuction());
  const auction = { ...plain, token: { ...plain.token, localization: token.localization } };
  await openApp(`/offers/${auction.uuid}`, {
    user: aUser(),
    language: 'ukr',
    answers: (api) =>
      answerTrade(api, token, [auction])
        .answer(offerEndpoints.history, () => listOf([]))
        .answer(offerEndpoints.open, () => ({ data: { ...auction, steps: [aTransactionStep('bid')] } })),
  });
  await button(main(), 'Зробити ставку').click();
  await button(dialog('Зробити ставку'), 'Зробити ставку').click();
  const done = dialog('Ви лідируєте');
  await expect.element(done).toHaveTextContent('Ваша ставка за «Вечір над рікою» найвища.');
  expect(texts(done.getByRole('term'))).toEqual(['Ваша ставка', 'До завершення', 'Транзакція']);
  expect(texts(done.getByRole('definition'))[0]).toContain('1 ETH');
  await seen(done.getByRole('img', { name: 'Вечір над рікою' }));
});

it('whoever is outbid while the end of their bid is open reads so there, and can bid again', async () => {
  const token = aToken();
  const user = aUser();
  const auction = anOffer(token, anAuction());
  const bidBy = (person: User, highestBid: string, nextBid: string, version: number): Offer => ({
    ...auction,
    version,
    auction: auction.auction && {
      ...auction.auction,
      highestBid,
      nextBid,
      bidCount: 1,
      highestBidder: personOf(person),
    },
  });
  let now: Offer = auction;
  await openApp(`/offers/${auction.uuid}`, {
    user,
    answers: (api) =>
      answerTrade(api, token, [auction])
        .answer(offerEndpoints.show, () => ({ data: now }))
        .answer(offerEndpoints.history, () => listOf([]))
        .answer(offerEndpoints.open, () => {
          now = bidBy(user, '1', '1.05', 8);
          return { data: { ...auction, steps: [aTransactionStep('bid')] } };
        }),
  });
  await button(main(), 'Place a bid').click();
  await button(dialog('Place a bid'), 'Place the bid').click();
  await seen(dialog('You are winning'));
  now = bidBy(SELLER, '1.1', '1.155', 9);
  await announce({ kind: 'offer', uuid: auction.uuid, version: 9, status: 'ACTIVE', tokenUuid: token.uuid });
  const outbid = dialog('You were outbid');
  await expect.element(outbid).toHaveTextContent('Someone has bid 1.1 ETH for A quiet evening.');
  await expectAccessible();
  await button(outbid, 'Bid again').click();
  await expect.element(dialog('Place a bid').getByLabelText('Your bid')).toHaveValue('1.155');
});

it('whoever raises their own bid sees the difference that they pay, and that a bid stays', async () => {
  const token = aToken();
  const user = aUser();
  const auction = anOffer(token, anAuction({ highestBid: '1.2', bidCount: 1, nextBid: '1.26' }));
  const led = { ...auction, auction: auction.auction && { ...auction.auction, highestBidder: personOf(user) } };
  await openApp(`/offers/${auction.uuid}`, {
    user,
    answers: (api) =>
      answerTrade(api, token, [led])
        .answer(offerEndpoints.history, () => listOf([]))
        .answer(offerEndpoints.open, () => ({ data: { ...led, steps: [] } })),
  });
  await button(main(), 'Raise my bid').click();
  const form = dialog('Raise my bid');
  await expect.element(form).toHaveTextContent(/You pay the difference\s*0.06 ETH/);
  await form.getByLabelText('Your bid').fill('2');
  await expect.element(form).toHaveTextContent(/You pay the difference\s*0.8 ETH/);
  await expect.element(form).toHaveTextContent('A bid cannot be withdrawn.');
});

it('whoever leads when the auction ends under the open dialog reads that they have won, and no sum to pay', async () => {
  const token = aToken();
  const user = aUser();
  const auction = anOffer(token, anAuction({ highestBid: '1.2', bidCount: 1, nextBid: '1.26' }));
  let led: Offer = { ...auction, auction: auction.auction && { ...auction.auction, highestBidder: personOf(user) } };
  await openApp(`/offers/${auction.uuid}`, {
    user,
    answers: (api) =>
      answerTrade(api, token, [led])
        .answer(offerEndpoints.show, () => ({ data: led }))
        .answer(offerEndpoints.history, () => listOf([]))
        .answer(offerEndpoints.open, () => ({ data: { ...led, steps: [] } })),
  });
  await button(main(), 'Raise my bid').click();
  const form = dialog('Raise my bid');
  await expect.element(form).toHaveTextContent('You pay the difference');
  led = { ...led, status: 'ENDED', version: led.version + 1 };
  await announce({ kind: 'offer', uuid: led.uuid, version: led.version, status: 'ENDED', tokenUuid: token.uuid });
  await expect.element(form).toHaveTextContent('You won it for 1.2 ETH');
  await expect.element(form).not.toHaveTextContent('You pay the difference');
  await expect.element(form.getByLabelText('Your bid')).not.toBeInTheDocument();
  await expect.element(form).not.toHaveTextContent('The auction is over');
  await expectAccessible();
  await button(form, 'To the work').click();
  await expect.element(form).not.toBeInTheDocument();
});
