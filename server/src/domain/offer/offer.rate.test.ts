import type { HistoryEntry } from '@skarb/schema/offer';
import type { TokenEvent } from '@skarb/schema/token';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, startTrade, type Trade } from './testing-trade.ts';
import { updateRates } from '../price/price.rate.ts';
import { rederiveTokenOffers } from './offer.derive.ts';
import { updateComparablePrices } from './offer.rate.ts';
import { keepPrice } from '../price/price.store.ts';

let all: Trade;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  all = await startTrade();
  [ann, bob] = await Promise.all([all.trader(), all.trader()]);
});
afterAll(() => all?.stop());

it('a sale keeps the ether rate of its moment, whatever the rate is later', async () => {
  const token = await all.mint(ann);
  const { uuid } = await all.list(ann, token.uuid, { price: '1.25' });
  await keepPrice(all.sql, { asset: 'ETH', value: 3210.5, at: new Date(Date.now() - 60_000), source: 'test' });
  await all.buy(bob, uuid);
  await all.becomes(uuid, 'SOLD');
  await all.sql`insert into price_point (asset, at, value, source) values ('ETH', now() + interval '1 hour', 9999, 'test')`;
  const story = (await all.call<{ data: HistoryEntry[] }>('GET', `/offer/${uuid}/history`)).body.data;
  const usd = (1.25 * 3210.5).toFixed(2);
  expect(story.map(({ event, usd: worth }) => [event, worth])).toEqual([
    ['SOLD', usd],
    ['LISTED', null],
  ]);
  const tokens = (await all.call<{ data: TokenEvent[] }>('GET', `/token/${token.uuid}/history`)).body.data;
  expect(tokens.find(({ event }) => event === 'SOLD')?.usd).toBe(usd);
});

it('a sale for dollars is worth what it was worth when it was sold, not when it was listed', async () => {
  const token = await all.mint(ann);
  const ether = async (value: number, minutesAgo: number) => {
    await keepPrice(all.sql, { asset: 'ETH', value, at: new Date(Date.now() - minutesAgo * 60_000), source: 'test' });
    await updateRates(all.context);
  };
  await all.sql`truncate price_now, price_point`;
  await ether(2000, 60);
  const { uuid } = await all.list(ann, token.uuid, { price: '4000', currency: 'USDC' });
  await ether(4000, 1);
  await all.buy(bob, uuid);
  await all.becomes(uuid, 'SOLD');
  const [sale] = await all.sql`
    select (value_eth / 1e18)::float8 as eth, eth_usd::float8 as usd, (fee_eth / value_eth)::float8 as fee from history where offer_uuid = ${uuid} and event = 'SOLD'`;
  const [offer] = await all.sql`select marketplace_bps / 1e4::float8 as fee from offer where uuid = ${uuid}`;
  expect(sale).toEqual({ eth: 1, usd: 4000, fee: offer?.fee });
  const [collection] =
    await all.sql`select (volume / 1e18)::float8 as eth from collection where uuid = ${token.collection.uuid}`;
  expect(collection?.eth).toBe(1);
  const { body } = await all.call<{ data: { token: { uuid: string } }[] }>('GET', '/portfolio', { as: bob });
  expect(body.data.find((holding) => holding.token.uuid === token.uuid)).toMatchObject({
    cost: '1',
    costUsd: '4000',
  });
});

it('listings in other currencies get a new ether price when the rate moves; the asking price stays', async () => {
  const token = await all.mint(ann);
  const { uuid } = await all.list(ann, token.uuid, { price: '3000', currency: 'USDC' });
  await all.stopWorker();
  const rateOf = async (usd: number) => {
    await all.sql`truncate price_now, price_point`;
    await keepPrice(all.sql, { asset: 'ETH', value: usd, at: new Date(), source: 'test' });
    await updateRates(all.context);
    await updateComparablePrices(all.context);
    const [offer] = await all.sql`select price, price_eth from offer where uuid = ${uuid}`;
    const [row] = await all.sql`select sale_price_eth from token where uuid = ${token.uuid}`;
    const [collection] = await all.sql`select floor_price from collection where uuid = ${token.collection.uuid}`;
    expect(offer?.price).toBe('3000000000');
    expect(Number(row?.sale_price_eth)).toBe(Number(offer?.price_eth));
    expect(Number(collection?.floor_price)).toBe(Number(offer?.price_eth));
    return Number(offer?.price_eth) / 1e18;
  };
  expect(await rateOf(3000)).toBeCloseTo(1, 9);
  expect(await rateOf(2000)).toBeCloseTo(1.5, 9);
  // A move of less than 1 % triggers no update.
  expect(await rateOf(2010)).toBeCloseTo(1.5, 9);
});

it('an offer that is derived again keeps a price that is comparable now', async () => {
  all.startWorker();
  const token = await all.mint(ann);
  const { uuid } = await all.list(ann, token.uuid, { price: '3000', currency: 'USDC' });
  await all.stopWorker();
  await all.sql`update currency set eth_rate = 0.0005 where peg = 'USD'`;
  await updateComparablePrices(all.context);
  await all.sql`update offer set status = 'INVALID', invalid_reason = 'NOT_APPROVED' where uuid = ${uuid}`;
  await all.sql.begin((tx) => rederiveTokenOffers(tx, all.config, token.uuid, [uuid]));
  const [offer] = await all.sql`select status, (price_eth / 1e18)::float8 as eth from offer where uuid = ${uuid}`;
  expect(offer).toEqual({ status: 'ACTIVE', eth: 1.5 });
  const [row] =
    await all.sql`select (floor_price / 1e18)::float8 as eth from collection where uuid = ${token.collection.uuid}`;
  expect(row?.eth).toBe(1.5);
});

it('a currency that follows ether after all gets new ether prices too', async () => {
  all.startWorker();
  const token = await all.mint(ann);
  const { uuid } = await all.list(ann, token.uuid, { price: '2', currency: 'USDC' });
  await all.stopWorker();
  await all.sql`update currency set peg = 'ETH', eth_rate = 1 where symbol = 'USDC'`;
  await updateComparablePrices(all.context);
  const [offer] = await all.sql`select (price_eth / 1e18)::float8 as eth from offer where uuid = ${uuid}`;
  expect(offer?.eth).toBe(2);
});

it('the smallest prices of a cheap currency are brought up to date once, however many there are', async () => {
  all.startWorker();
  const token = await all.mint(ann);
  const { uuid } = await all.list(ann, token.uuid, { price: '0.000000000000000001', currency: 'POL' });
  await all.stopWorker();
  // Far more than one transaction updates.
  await all.sql`
    insert into offer (uuid, type, status, invalid_reason, token_uuid, collection_uuid, category_uuid, network_uuid, currency_uuid, maker_uuid, maker,
      price, price_eth, quantity, quantity_left, marketplace_bps, royalty_bps, royalty_receiver, ends_at)
    select gen_random_uuid(), 'SALE', 'INVALID', 'NOT_APPROVED', token_uuid, collection_uuid, category_uuid, network_uuid, currency_uuid, maker_uuid, maker,
      price, price_eth, 1, 1, marketplace_bps, royalty_bps, royalty_receiver, ends_at
    from offer, generate_series(1, 450) where uuid = ${uuid}`;
  await all.sql`update currency set eth_rate = 0.0000445 where peg = 'POL'`;
  await updateComparablePrices(all.context);
  const prices =
    await all.sql`select distinct trim_scale(price_eth)::text as eth from offer where token_uuid = ${token.uuid}`;
  expect(prices).toEqual([{ eth: '0.0000445' }]);
});
