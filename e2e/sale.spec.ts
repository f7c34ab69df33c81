import { expect } from '@playwright/test';
import { ApiRefusal, type Person } from '@skarb/local/person.ts';
import { parseUnits, type Hex } from 'viem';
import { chainOf, stack } from './chain.ts';
import { makeToken, reference, someone, until } from './people.ts';
import { test } from './visitor.ts';

type Steps = Parameters<Person['run']>[0];
type Sale = {
  uuid: string;
  status: string;
  quantityLeft: number;
  fees: Record<'marketplace' | 'royalty' | 'sellerReceives', string>;
  steps: Steps;
};
const offerOf = async (person: Person, uuid: string) => (await person.get(`/offer/${uuid}`)) as Sale;

/** Lists and waits until the listing stands. */
const list = async (
  seller: Person,
  tokenUuid: string,
  terms: { price: string; currencyUuid: string; quantity?: number },
) => {
  const sale = (await seller.post(`/offer/${tokenUuid}`, { type: 'SALE', ...terms })) as Sale;
  await seller.run(sale.steps);
  return until(
    () => offerOf(seller, sale.uuid),
    (offer) => offer.status === 'ACTIVE',
    'the listing to be active',
  );
};
const refusal = async (call: Promise<unknown>): Promise<ApiRefusal> => {
  try {
    await call;
  } catch (error) {
    if (error instanceof ApiRefusal) return error;
    throw error;
  }
  throw new Error('the call was not refused');
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
      const [creator, seller, buyer] = await Promise.all([someone(), someone(), someone()]);
      const token = await makeToken(creator, { royalty: 7.5 });
      const currency = (await reference(creator)).currency(symbol);
      const money = currency.address as `0x${string}` | null;

      // The creator sells to the first owner, who sells on: only then is a royalty somebody else's.
      const first = await list(creator, token.uuid, {
        price: '0.5',
        currencyUuid: (await reference(creator)).currency('WETH').uuid,
      });
      await seller.run(((await seller.post(`/offer/${first.uuid}/purchase`, { quantity: 1 })) as Sale).steps);
      await until(
        () => offerOf(seller, first.uuid),
        (offer) => offer.status === 'SOLD',
        'the first sale',
      );

      const sale = await list(seller, token.uuid, { price, currencyUuid: currency.uuid });
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
      const { steps } = (await buyer.post(`/offer/${sale.uuid}/purchase`, { quantity: 1 })) as Sale;
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
      const story = (await buyer.get(`/offer/${sale.uuid}/history`)) as {
        data: { event: string; from: string; to: string; price: string }[];
      };
      expect(story.data[0]).toMatchObject({ event: 'SOLD', from: seller.address, to: buyer.address });
      const again = await refusal(seller.post(`/offer/${sale.uuid}/purchase`, { quantity: 1 }));
      expect([403, 409]).toContain(again.status);
    });
  }

  test('sells 3 of 10 of an edition, and never more than is left', async () => {
    const chain = chainOf(stack().rpcUrl);
    const [creator, buyer] = await Promise.all([someone(), someone()]);
    const token = await makeToken(creator, { quantity: 10, royalty: 5 });
    const { currency } = await reference(creator);
    const sale = await list(creator, token.uuid, { price: '0.1', currencyUuid: currency('WETH').uuid, quantity: 10 });
    await buyer.run(((await buyer.post(`/offer/${sale.uuid}/purchase`, { quantity: 3 })) as Sale).steps);
    const left = await until(
      () => offerOf(buyer, sale.uuid),
      (offer) => offer.quantityLeft === 7,
      'three to be sold',
    );
    expect(left.status).toBe('ACTIVE');
    expect(await chain.unitsOf(token.contractAddress, token.tokenId, buyer.address)).toBe(3n);
    expect(await chain.unitsOf(token.contractAddress, token.tokenId, creator.address)).toBe(7n);
    expect((await refusal(buyer.post(`/offer/${sale.uuid}/purchase`, { quantity: 8 }))).status).toBe(409);
    expect((await refusal(creator.post(`/offer/${sale.uuid}/purchase`, { quantity: 1 }))).status).toBe(403);
  });

  test('a cancelled listing can never be filled, on chain either, and costs its owner no gas', async () => {
    const chain = chainOf(stack().rpcUrl);
    const [creator, buyer] = await Promise.all([someone(), someone()]);
    const token = await makeToken(creator);
    const { currency } = await reference(creator);
    const sale = await list(creator, token.uuid, { price: '0.2', currencyUuid: currency('WETH').uuid });
    const { steps } = (await buyer.post(`/offer/${sale.uuid}/purchase`, { quantity: 1 })) as Sale;
    const coins = await chain.balance(null, creator.address);
    await creator.del(`/offer/${sale.uuid}`);
    await until(
      () => offerOf(creator, sale.uuid),
      (offer) => offer.status === 'CANCELLED',
      'the cancel to be mined',
    );
    expect(await chain.balance(null, creator.address)).toBe(coins);
    await expect(buyer.run(steps)).rejects.toThrow();
    expect(await chain.ownerOf(token.contractAddress, token.tokenId)).toBe(creator.address);
    expect((await refusal(buyer.post(`/offer/${sale.uuid}/purchase`, { quantity: 1 }))).status).toBe(409);
  });

  test('a buyer without enough money is told so before any wallet opens', async () => {
    const [creator, buyer] = await Promise.all([someone(), someone()]);
    const token = await makeToken(creator);
    const { currency } = await reference(creator);
    const sale = await list(creator, token.uuid, { price: '5000', currencyUuid: currency('WETH').uuid });
    const refused = await refusal(buyer.post(`/offer/${sale.uuid}/purchase`, { quantity: 1 }));
    expect(refused.status).toBe(422);
    expect(String(refused.body.message)).toMatch(/balance|enough/i);
  });
});
