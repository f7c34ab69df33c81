import { expect, it } from 'vitest';
import { anOffer, aToken, aUser, personOf, uuidOf } from '../../../testing/examples.ts';
import { anAuction } from '../../../testing/trading.ts';
import { availableFor, freeOf, saleAfter } from './own-offers.ts';

const user = aUser();
const mine = { seller: personOf(user), sellerAddress: user.metamaskWallet };
const token = aToken({
  type: 'ERC1155',
  quantity: 9,
  ownerships: [{ owner: user.metamaskWallet ?? '', ownerUuid: user.uuid, quantity: 6, user: null }],
});
const sale = (number: number, quantityLeft: number, over = {}) =>
  anOffer(token, { ...mine, uuid: uuidOf(number), quantityLeft, ...over });

it('a sale without copies is gone until some come back, with fewer than it offers it is paused, and otherwise stays', () => {
  expect([0, 1, 2, 3].map((left) => saleAfter({ quantityLeft: 2 }, left))).toEqual([
    'gone',
    'paused',
    'stays',
    'stays',
  ]);
});

it('the copies in an own auction cannot be sold otherwise; those in the auction of somebody else are not the holder’s', () => {
  const auctions = [sale(62, 2, anAuction()), anOffer(token, { ...anAuction(), uuid: uuidOf(63), quantityLeft: 3 })];
  expect(freeOf({ ...token, offers: auctions }, user)).toBe(4);
});

it('a sale may offer what no other sale can sell: a paused one takes nothing, its own copies count', () => {
  const paused = sale(62, 5, { status: 'INVALID', invalidReason: 'TOO_FEW' });
  const stopped = sale(64, 1, { status: 'INVALID', invalidReason: 'NOT_APPROVED' });
  expect(availableFor(paused, [paused, sale(63, 1)], 4)).toBe(3);
  expect(availableFor(sale(63, 1), [paused, sale(63, 1)], 4)).toBe(4);
  expect(availableFor(sale(63, 1), [stopped, sale(63, 1)], 4)).toBe(3);
});
