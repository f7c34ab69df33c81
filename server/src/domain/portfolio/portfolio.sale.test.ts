import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTrade, type Trade } from '../offer/testing-trade.ts';
import { readPastSales, readPortfolio } from './portfolio.view.ts';

let all: Trade;
beforeAll(async () => {
  all = await startTrade();
});
afterAll(() => all?.stop());

describe('a page of past sales', () => {
  it('has the results that all sales together have, on each page, also of more than are added up', async () => {
    const [ann, bob, cleo] = await Promise.all([all.trader(), all.trader(), all.trader()]);
    const works = [
      await all.mint(ann),
      await all.mint(ann, { type: 'ERC1155', quantity: '9000' }),
      await all.mint(ann, { type: 'ERC1155', quantity: '20' }),
    ];
    const uuids = works.map(({ uuid }) => uuid);
    const undo = new Error('undone');
    const reading = all.sql.begin(async (tx) => {
      await tx`set local statement_timeout = 0`;
      /** Trades of a work, some at the same moment. */
      const trade = (token: string | undefined, from: string, to: string, count: number, hours: number) => tx`
        insert into history (uuid, token_uuid, event, from_address, to_address, quantity, price, value_eth, eth_usd, created_at)
        select gen_random_uuid(), ${token as string}, 'SOLD', ${from.toLowerCase()}, ${to.toLowerCase()}, 1 + n % 2, 1e15 * n, 1e15 * n * (1 + n % 2), 2000,
          now() - (${hours}::int + n / 3) * interval '1 hour' from generate_series(1, ${count}::int) n`;
      const [single, many, few] = uuids;
      for (const hours of [700, 900]) {
        await trade(single, bob.address, cleo.address, 1, hours);
        await trade(single, cleo.address, bob.address, 1, hours + 100);
      }
      await trade(few, ann.address, bob.address, 12, 500);
      await trade(few, bob.address, cleo.address, 6, 200);
      await trade(many, bob.address, cleo.address, 40, 10);
      const compare = async (limit: number, pages: number[]) => {
        const { sold, isSoldPartial } = await readPortfolio(tx, bob.uuid);
        for (const page of pages)
          expect(await readPastSales(tx, bob.uuid, { limit, offset: limit * page })).toEqual({
            page: sold.slice(limit * page, limit * (page + 1)),
            total: sold.length,
            isPartial: isSoldPartial,
          });
        return sold;
      };
      const sold = await compare(7, [0, 1, 3, 5, 6, 7, 90]);
      expect(sold).toHaveLength(48);
      expect(sold.filter(({ result }) => result !== null).length).toBeGreaterThan(6);
      await trade(many, bob.address, cleo.address, 4970, 20);
      expect(await compare(100, [0, 49, 50])).toHaveLength(5000);
      expect(await readPastSales(tx, cleo.uuid, { limit: 5, offset: 0 })).toMatchObject({ total: 2, isPartial: false });
      throw undo;
    });
    await expect(reading).rejects.toBe(undo);
  });
});
