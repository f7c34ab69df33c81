import { walletEndpoints } from '@skarb/schema/auth';
import { collectionEndpoints } from '@skarb/schema/collection';
import { offerEndpoints, type Offer } from '@skarb/schema/offer';
import type { TokenDetail } from '@skarb/schema/token';
import { describe } from 'vitest';
import { byButton, itIsAccessible, type Say } from '../../testing/accessibility.ts';
import { aCollection, anOffer, aToken, aUser, inDays, personOf, uuidOf, withOffers } from '../../testing/examples.ts';
import { type App, button, dialog, main, seen } from '../../testing/open-app.tsx';
import { anAuction, answerTrade, aSignatureStep, aTransactionStep } from '../../testing/trading.ts';

const user = aUser();
const self = personOf(user);
const owned = (token: TokenDetail): TokenDetail => ({
  ...token,
  ownerships: [{ owner: user.metamaskWallet ?? '', ownerUuid: user.uuid, quantity: token.quantity, user: self }],
});
/** The page of a token with offers on it, for its owner or a buyer. */
const pageOf = (token: TokenDetail, ...offers: Offer[]) => ({
  path: `/nfts/${token.uuid}`,
  user,
  answers: (api: App['api']) =>
    answerTrade(api, withOffers(token, ...offers), offers)
      .answer(collectionEndpoints.show, () => ({ data: aCollection() }))
      .answer(offerEndpoints.open, () => ({ data: { ...(offers[0] as Offer), steps: [aTransactionStep('bid')] } }))
      .answer(offerEndpoints.purchase, () => ({
        data: { ...(offers[0] as Offer), steps: [aTransactionStep('accept-bid')] },
      }))
      .answer(walletEndpoints.balance, () => ({
        data: { balance: '10', usd: null, currency: { ...offers[0]?.currency, decimals: 18 } as never },
      })),
});

const theirs = aToken();
const edition = aToken({ type: 'ERC1155', quantity: 100 });
const mine = owned(aToken());
const myEdition = owned(edition);
const sale = anOffer(theirs);
const ownSale = anOffer(mine, { seller: self, sellerAddress: user.metamaskWallet });
const auction = anOffer(theirs, anAuction());
const ownAuction = anOffer(mine, { ...anAuction(), seller: self, sellerAddress: user.metamaskWallet });
const bid = (token: TokenDetail, over: Partial<Offer>) =>
  anOffer(token, { uuid: uuidOf(63), type: 'BID', price: '0.2', endsAt: inDays(7), ...over });
const ownBid = bid(theirs, { buyer: self, buyerAddress: user.metamaskWallet });

const sell = async (say: Say) => {
  await byButton('trade.action.sell', 'trade.sell.title')(say);
  await dialog(say('trade.sell.title')).getByLabelText(say('trade.pricePerUnit'), { exact: true }).fill('0.5');
  await button(dialog(say('trade.sell.title')), say('trade.sell.submit')).click();
};
const selling = {
  ...pageOf(myEdition),
  answers: (api: App['api']) =>
    pageOf(myEdition)
      .answers(api)
      .answer(offerEndpoints.open, () => ({ data: { ...sale, steps: [aSignatureStep(sale.uuid)] } }))
      .answer(offerEndpoints.edit, () => ({ data: sale }))
      .answer(offerEndpoints.show, () => ({ data: sale })),
};
const buying = {
  ...pageOf(theirs, sale),
  answers: (api: App['api']) =>
    pageOf(theirs, sale)
      .answers(api)
      .answer(offerEndpoints.purchase, () => ({ data: { ...sale, steps: [aTransactionStep('purchase')] } })),
};
const buy = async (say: Say) => {
  await byButton('trade.action.buy', 'trade.buy.title')(say);
  await button(dialog(say('trade.buy.title')), say('trade.buy.submit')).click();
};

describe('the dialogs of trading', () => {
  itIsAccessible('the page of one’s own sale', {
    ...pageOf(mine, ownSale),
    open: (say) => seen(button(main(), say('trade.own.edit'))),
  });
  itIsAccessible('the dialog "Sell offer edit"', {
    ...pageOf(mine, ownSale),
    open: byButton('trade.own.edit', 'trade.edit.title'),
  });
  itIsAccessible('the dialog "Take it off sale"', {
    ...pageOf(mine, ownSale),
    open: byButton('trade.own.cancel', 'trade.cancel.title'),
  });
  itIsAccessible('the page of one’s own auction', {
    ...pageOf(mine, ownAuction),
    open: (say) => seen(button(main(), say('trade.cancelAuction.open'))),
  });
  itIsAccessible('the dialog that changes an auction', {
    ...pageOf(mine, ownAuction),
    open: byButton('trade.own.edit', 'trade.auctionEdit.title'),
  });
  itIsAccessible('the dialog that cancels an auction', {
    ...pageOf(mine, ownAuction),
    open: byButton('trade.cancelAuction.open', 'trade.cancelAuction.title'),
  });
  itIsAccessible('the dialog of a bid in an auction', {
    ...pageOf(theirs, auction),
    open: byButton('trade.action.bid', 'trade.action.bid'),
  });
  itIsAccessible('the page of one’s own edition', {
    ...pageOf(myEdition),
    open: (say) => seen(button(main(), say('trade.action.sell'))),
  });
  itIsAccessible('the dialog "Sell NFT"', {
    ...pageOf(myEdition),
    open: byButton('trade.action.sell', 'trade.sell.title'),
  });
  itIsAccessible('the dialog "Auction sell"', {
    ...pageOf(myEdition),
    open: byButton('trade.action.auction', 'trade.auction.title'),
  });
  itIsAccessible('the dialog that accepts an offer', {
    ...pageOf(myEdition, bid(myEdition, {})),
    open: byButton('trade.action.accept', 'trade.accept.title'),
  });
  itIsAccessible('the dialog that withdraws an offer', {
    ...pageOf(theirs, ownBid),
    open: byButton('trade.action.withdraw', 'trade.withdraw.title'),
  });
  itIsAccessible('the dialog "Make an offer"', {
    ...pageOf(theirs),
    open: byButton('trade.action.offer', 'trade.bid.title'),
  });
  itIsAccessible('the dialog "Failed to create sale offer"', {
    ...selling,
    open: async (say, { wallet }) => {
      wallet.reject('eth_signTypedData_v4');
      await sell(say);
      await seen(dialog(say('trade.sell.failedTitle')));
    },
  });
  itIsAccessible('the dialog "Congratulations!"', {
    ...selling,
    open: async (say) => {
      await sell(say);
      await seen(dialog(say('trade.sell.doneTitle')));
    },
  });
  itIsAccessible('the dialog "Purchase NFT"', { ...buying, open: byButton('trade.action.buy', 'trade.buy.title') });
  itIsAccessible('the dialog "Purchase failed"', {
    ...buying,
    open: async (say, { wallet }) => {
      wallet.reject('eth_sendTransaction');
      await buy(say);
      await seen(dialog(say('trade.buy.failedTitle')));
    },
  });
  itIsAccessible('the dialog "Purchase successful"', {
    ...buying,
    open: async (say) => {
      await buy(say);
      await seen(dialog(say('trade.buy.doneTitle')));
    },
  });
});
