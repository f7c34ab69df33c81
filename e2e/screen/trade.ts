import type { Page } from '@playwright/test';
import type { Owner } from './owner.ts';
import { dialogBy, header, main, press, shown, type Say, type Screen } from './screen.ts';

const within = (page: Page) => page.getByRole('dialog');
/** Time for the wallet and the chain, in milliseconds. */
const CHAIN_MS = 40_000;

const buy = async (page: Page, say: Say) => {
  await press(main(page), say('trade.action.buy'));
  await shown(page, say('trade.buy.title'));
  await press(within(page), say('trade.buy.submit'));
};
/** Once an edition has a listing, the button says that more units can be sold. */
const openSell = async (page: Page, say: Say) => {
  const names = `^(${say('trade.action.sell')}|${say('trade.action.sellMore')})$`;
  await main(page)
    .getByRole('button', { name: new RegExp(names) })
    .click();
  await shown(page, say('trade.sell.title'));
};
const sell = async (page: Page, say: Say) => {
  await openSell(page, say);
  await within(page).getByLabel(say('trade.pricePerUnit'), { exact: true }).fill('0.5');
  await press(within(page), say('trade.sell.submit'));
};

/**
 * The dialogs of buying, bidding, selling and auctions, in an order in which none breaks the state that a later one
 * needs.
 */
export const tradeScreens = (own: Owner): Screen[] => {
  const [edition, shop, onSale] = [`/nfts/${own.edition}`, `/nfts/${own.shop}`, `/nfts/${own.onSale}`];
  const auctioned = `/nfts/${own.auctioned}`;
  return [
    { name: 'own-sale', path: onSale, isOwn: true },
    dialogBy('edit', onSale, 'trade.own.edit', 'trade.edit.title'),
    dialogBy('cancel', onSale, 'trade.own.cancel', 'trade.cancel.title'),
    { name: 'own-auction', path: auctioned, isOwn: true },
    dialogBy('auction-edit', auctioned, 'trade.own.edit', 'trade.auctionEdit.title'),
    dialogBy('auction-cancel', auctioned, 'trade.cancelAuction.open', 'trade.cancelAuction.title'),
    dialogBy('auction-bid', `/nfts/${own.lot}`, 'trade.action.raise', 'trade.action.raise'),
    {
      name: 'dialog-auction-bid-done',
      path: `/nfts/${own.lot}`,
      isOwn: true,
      isOnce: true,
      isInComponentTest: true,
      open: async (page, say) => {
        await press(main(page), say('trade.action.raise'));
        await press(within(page), say('trade.auctionBid.submit'));
        await shown(page, say('trade.auctionBid.doneTitle'), CHAIN_MS);
      },
    },
    { name: 'own-edition', path: edition, isOwn: true },
    dialogBy('auction', edition, 'trade.action.auction', 'trade.auction.title'),
    dialogBy('send', edition, 'trade.action.send', 'trade.send.title'),
    dialogBy('accept', edition, 'trade.action.accept', 'trade.accept.title'),
    { name: 'dialog-sell', path: edition, isOwn: true, open: openSell },
    {
      name: 'dialog-sell-failed',
      path: edition,
      isOwn: true,
      isOnce: true,
      open: async (page, say, wallet) => {
        wallet.reject('eth_signTypedData_v4');
        await sell(page, say);
        await shown(page, say('trade.sell.failedTitle'), CHAIN_MS);
      },
    },
    {
      name: 'dialog-sell-done',
      path: edition,
      isOwn: true,
      isOnce: true,
      open: async (page, say) => {
        await sell(page, say);
        await shown(page, say('trade.sell.doneTitle'), CHAIN_MS);
      },
    },
    dialogBy('withdraw', shop, 'trade.action.withdraw', 'trade.withdraw.title'),
    dialogBy('bid', shop, 'trade.action.offer', 'trade.bid.title'),
    dialogBy('purchase', shop, 'trade.action.buy', 'trade.buy.title'),
    {
      name: 'dialog-cart',
      path: shop,
      isOwn: true,
      isInComponentTest: true,
      open: async (page, say) => {
        const cart = header(page).getByRole('button', { name: new RegExp(`^${say('cart.title')}`) });
        if (!(await cart.isVisible())) await press(main(page), say('cart.add'));
        await cart.click();
        await shown(page, say('cart.title'));
      },
    },
    {
      name: 'dialog-purchase-failed',
      path: shop,
      isOwn: true,
      isOnce: true,
      open: async (page, say, wallet) => {
        wallet.reject('eth_sendTransaction');
        await buy(page, say);
        await shown(page, say('trade.buy.failedTitle'), CHAIN_MS);
      },
    },
    {
      name: 'dialog-purchase-done',
      path: shop,
      isOwn: true,
      isOnce: true,
      open: async (page, say) => {
        await buy(page, say);
        await shown(page, say('trade.buy.doneTitle'), CHAIN_MS);
      },
    },
  ];
};
