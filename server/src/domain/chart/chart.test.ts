import type { ChartPeriod, ChartTrade } from '@skarb/schema/chart';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, startTrade, type Trade } from '../offer/testing-trade.ts';
import { keepPrice } from '../price/price.store.ts';

let all: Trade;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  all = await startTrade();
  [ann, bob] = await Promise.all([all.trader(), all.trader()]);
});
afterAll(() => all?.stop());

const chartOf = async (collection: string, range = 'month') =>
  (await all.call<{ data: ChartPeriod[] }>('GET', `/collection/${collection}/chart?range=${range}`)).body.data;

it("a token's chart shows its sales, a collection's chart its floor price and volume", async () => {
  await keepPrice(all.sql, { asset: 'ETH', value: 3000, at: new Date(), source: 'test' });
  const { uuid: collection } = await all.collection(ann);
  const [single, edition] = [
    await all.mintIn(ann, collection, {}),
    await all.mintIn(ann, collection, { type: 'ERC1155', quantity: '9' }),
  ];
  expect(await chartOf(collection)).toMatchObject([{ floor: null, volume: '0', sales: 0 }]);
  const expensive = await all.list(ann, single.uuid, { price: '1.25' });
  const cheap = await all.list(ann, edition.uuid, { price: '0.5', quantity: 5 });
  expect((await chartOf(collection)).at(-1)).toMatchObject({ floor: '0.5', volume: '0' });
  await all.buy(bob, cheap.uuid, 2);
  await all.buy(bob, expensive.uuid);
  await all.becomes(expensive.uuid, 'SOLD');
  const paid = (periods: ChartPeriod[]) => periods.reduce((sum, { volume }) => sum + Number(volume), 0);
  const after = await chartOf(collection);
  expect([after.at(-1)?.floor, paid(after)]).toEqual(['0.5', 2.25]);

  const later = await all.list(ann, edition.uuid, { price: '0.75' });
  await all.buy(bob, later.uuid);
  await all.becomes(later.uuid, 'SOLD');
  const trades = (await all.call<{ data: ChartTrade[] }>('GET', `/token/${edition.uuid}/chart`)).body.data;
  expect(trades).toMatchObject([
    { price: '0.5', quantity: 2 },
    { price: '0.75', quantity: 1 },
  ]);
  expect(Number(trades[0]?.usd)).toBeGreaterThan(0);

  // An undone block removes its share.
  await all.stopWorker();
  await all.sql`delete from history where event = 'SOLD' and offer_uuid = ${expensive.uuid}`;
  expect(paid(await chartOf(collection, 'day'))).toBe(1.75);
});

it('no period is omitted, a floor price applies until it changes, and a range has its full length', async () => {
  const { uuid } = await all.collection(ann);
  await all.sql`update collection set created_at = now() - interval '400 days' where uuid = ${uuid}`;
  const at = (days: number) => all.sql`date_trunc('hour', now() - ${`${days} days`}::interval, 'UTC')`;
  await all.sql`insert into collection_hour (collection_uuid, hour, volume, sales, floor_price, floor_at) values
    (${uuid}, ${at(399)}, 0, 0, 2e18, now()), (${uuid}, ${at(20)}, 3e18, 2, 1e18, now()), (${uuid}, ${at(10)}, 0, 0, null, now())`;
  const month = await chartOf(uuid, 'month');
  expect(month).toHaveLength(31);
  const floors = month.map(({ floor }) => floor);
  expect([floors.indexOf('1'), floors.lastIndexOf('1')]).toEqual([10, 19]);
  expect([floors[0], floors[9], floors[20], floors[30]]).toEqual(['2', '2', null, null]);
  expect(month.filter(({ sales }) => sales > 0)).toMatchObject([{ volume: '3', sales: 2, floor: '1' }]);
  expect([(await chartOf(uuid, 'day')).length, (await chartOf(uuid, 'week')).length]).toEqual([25, 169]);
  expect(await chartOf(uuid, 'year')).toHaveLength(366);
});

it('an unknown id is 404, an unknown range 400', async () => {
  const nothing = '0190a4a4-0000-7000-8000-000000000000';
  expect((await all.call('GET', `/token/${nothing}/chart`)).status).toBe(404);
  expect((await all.call('GET', `/collection/${nothing}/chart`)).status).toBe(404);
  expect((await all.call('GET', `/collection/${nothing}/chart?range=century`)).status).toBe(400);
});
