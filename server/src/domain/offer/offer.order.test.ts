import { describe, expect, it } from 'vitest';
import { hexToBytes, toHex, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import {
  buildSaleOrder,
  hashOrder,
  normaliseSignature,
  orderFromJson,
  orderToJson,
  type OrderTerms,
} from './offer.order.ts';

const seller = '0x1111111111111111111111111111111111111111';
const fee = '0x2222222222222222222222222222222222222222';
const creator = '0x3333333333333333333333333333333333333333';
const now = new Date('2026-11-21T12:00:00Z');
const terms = (change: Partial<OrderTerms> = {}): OrderTerms => ({
  maker: seller,
  zone: '0x4444444444444444444444444444444444444444',
  type: 'ERC1155',
  contract: '0x5555555555555555555555555555555555555555',
  tokenId: 1n,
  quantity: 10n,
  unitPrice: 100n,
  currency: '0x6666666666666666666666666666666666666666',
  marketplaceBps: 1000,
  feeRecipient: fee,
  royaltyBps: 500,
  royaltyReceiver: creator,
  startsAt: null,
  endsAt: new Date('2026-12-21T12:00:00Z'),
  counter: 0n,
  ...change,
});
const payouts = (change: Partial<OrderTerms>) =>
  buildSaleOrder(terms(change), now).consideration.map(({ recipient, startAmount, endAmount }) => {
    expect(endAmount).toBe(startAmount);
    return [recipient, startAmount];
  });

/** A seeded generator: the same prices in every run. */
const random = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
  return seed / 2 ** 31;
};

describe('the payouts of an order', () => {
  it("are the seller's remainder, the marketplace fee and the royalty", () => {
    expect(payouts({})).toEqual([
      [seller, 850n],
      [fee, 100n],
      [creator, 50n],
    ]);
  });
  it('pay a creator who is the seller in one line', () => {
    expect(payouts({ royaltyReceiver: seller.toUpperCase().replace('0X', '0x') as Hex })).toEqual([
      [seller, 900n],
      [fee, 100n],
    ]);
  });
  it('omit amounts of zero', () => {
    expect(payouts({ unitPrice: 9n, quantity: 1n })).toEqual([[seller, 9n]]);
    expect(payouts({ royaltyBps: 0 })).toHaveLength(2);
  });
  it('add up to the price for any price, quantity and royalty, and divide exactly for any number of units', () => {
    const dice = random(7);
    for (let round = 0; round < 3000; round++) {
      const unitPrice = BigInt(Math.floor(dice() * 10 ** (1 + (round % 15)))) * (round % 3 === 0 ? 10_007n : 1n) + 1n;
      const quantity = BigInt(1 + Math.floor(dice() * (round % 2 ? 12 : 1_000_000)));
      const royaltyBps = Math.floor(dice() * 5001);
      const lines = buildSaleOrder(terms({ unitPrice, quantity, royaltyBps }), now).consideration;
      expect(lines.reduce((sum, line) => sum + line.startAmount, 0n)).toBe(unitPrice * quantity);
      expect(lines[0]?.recipient).toBe(seller);
      const units = BigInt(1 + Math.floor(dice() * Number(quantity)));
      for (const line of lines) {
        expect(line.startAmount > 0n).toBe(true);
        expect((line.startAmount * units) % quantity).toBe(0n);
      }
      const feeLine = lines.find((line) => line.recipient === fee)?.startAmount ?? 0n;
      expect(feeLine).toBe((unitPrice / 10n) * quantity);
    }
  });
});

describe('an order', () => {
  it('allows partial fills only for more than one unit', () => {
    expect(buildSaleOrder(terms(), now).orderType).toBe(1);
    expect(buildSaleOrder(terms({ quantity: 1n }), now).orderType).toBe(0);
  });
  it('is the same after a round trip through the database, with the same hash', () => {
    const order = buildSaleOrder(terms({ unitPrice: 2n ** 100n + 1n }), now);
    const back = orderFromJson(JSON.parse(JSON.stringify(orderToJson(order))));
    expect(back).toEqual(order);
    expect(hashOrder(back)).toBe(hashOrder(order));
  });
  it('with the same terms has a different hash each time, so that cancelling one cannot cancel another', () => {
    expect(hashOrder(buildSaleOrder(terms(), now))).not.toBe(hashOrder(buildSaleOrder(terms(), now)));
  });
});

describe('a signature', () => {
  it('in compact form or with recovery id 0 or 1 is normalised to the form that Seaport accepts', async () => {
    for (let round = 0; round < 8; round++) {
      const account = privateKeyToAccount(generatePrivateKey());
      const full = await account.sign({ hash: `0x${'ab'.repeat(32)}` });
      const bytes = hexToBytes(full);
      const yParity = (bytes[64] as number) - 27;
      const compact = bytes.slice(0, 64);
      compact[32] = (compact[32] as number) | (yParity << 7);
      expect(normaliseSignature(toHex(compact))).toBe(full);
      expect(normaliseSignature(`${full.slice(0, 130)}0${yParity}` as Hex)).toBe(full);
      expect(normaliseSignature(full)).toBe(full);
    }
  });
  it('of a contract wallet is not changed', () => {
    const other = `0x${'12'.repeat(97)}` as Hex;
    expect(normaliseSignature(other)).toBe(other);
  });
});
