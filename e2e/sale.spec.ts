import { expect } from '@playwright/test';
import { ApiError } from '@skarb/client';
import * as offerCalls from '@skarb/schema/calls/offer';
import { parseUnits, type Hex } from 'viem';
import { chainOf, stack } from './chain.ts';
import { buy, makeToken, newPerson, offerOf, openOffer, purchaseSteps, reference, sell, until } from './people.ts';
import { test } from './visitor.ts';

const refusal = async (call: Promise<unknown>): Promise<ApiError> => {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ApiError) return error;
  throw new Error('the call was not refused', { cause: error });
};

test.describe('a fixed-price sale over the API', () => {
  for (const { symbol, decimals, price } of [
    { symbol: 'WETH', decimals: 18, price: '1.25' },
    { symbol: 'USDC', decimals: 6, price: '99.999999' },
    { symbol: 'POL', decimals: 18, price: '0.000000000000000333' },
  ]) {
    test(`pays creator, seller and marketplace to the last unit in ${symbol}, and the buyer pays the price and no more`, async () => {
      const { rpcUrl, deployment } = stack();
      const chain = chainOf(rpcUrl);
      const [creator, seller, buyer] = await Promise.all([newPerson(), newPerson(), newPerson()]);
      const token = await makeToken(creator, { royalty: 7.5 });
      const currency = (await reference(creator)).currency(symbol);
      const money = currency.address as `0x${string}` | null;

      // The creator sells to the first owner, who sells again: only then does the royalty go to a third party.
      const first = await sell(creator, token.uuid, '0.5');
      await buy(seller, first.uuid);
      await until(
        () => offerOf(seller, first.uuid),
        (offer) => offer.status === 'SOLD',
        'the first sale',
      );

      const sale = await openOffer(seller, token.uuid, { type: 'SALE', price, currencyUuid: currency.uuid });
      const total = parseUnits(price, decimals);
      const fee = (total * 1000n) / 10000n;
      const royalty = (total * 750n) / 10000n;
      expect(parseUnits(sale.fees.marketplace, decimals)).toBe(fee);
      expect(parseUnits(sale.fees.royalty, decimals)).toBe(royalty);
      expect(parseUnits(sale.fees.sellerReceives, decimals)).toBe(total - fee - royalty);

      const parties = [
        creator.address,
        seller.address,
        buyer.address,
        deployment.feeRecipient as `0x${string}`,
      ] as const;
      const steps = await purchaseSteps(buyer, sale.uuid);
      let hash: Hex | undefined;
      for (const step of steps ?? [])
        if (step.kind === 'transaction' && step.status !== 'complete') hash = await buyer.transact(step);
      expect(await chain.moved(hash, money, parties)).toEqual([royalty, total - fee - royalty, -total, fee]);
      expect(await chain.ownerOf(token.contractAddress, token.tokenId)).toBe(buyer.address);

      const sold = await until(
        () => offerOf(buyer, sale.uuid),
        (offer) => offer.status === 'SOLD',
        'the sale to be seen',
      );
      expect(sold.quantityLeft).toBe(0);
      const history = await buyer.call(offerCalls.history, { params: { id: sale.uuid } });
      expect(history.data[0]).toMatchObject({ event: 'SOLD', from: seller.address, to: buyer.address });
      const again = await refusal(purchaseSteps(seller, sale.uuid));
      expect([403, 409]).toContain(again.status);
    });
  }

  test('a buyer with too little money sees that before any wallet opens', async () => {
    const [creator, buyer] = await Promise.all([newPerson(), newPerson()]);
    const token = await makeToken(creator);
    const sale = await sell(creator, token.uuid, '5000');
    const refused = await refusal(purchaseSteps(buyer, sale.uuid));
    expect(refused.status).toBe(422);
    expect(refused.message).toMatch(/balance|enough/i);
  });
});
