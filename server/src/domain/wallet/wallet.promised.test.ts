import { walletEndpoints } from '@skarb/schema/auth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTrade, type Trade } from '../offer/testing-trade.ts';

let all: Trade;
beforeAll(async () => {
  all = await startTrade();
});
afterAll(() => all?.stop());

describe('what open bids take together', () => {
  it('is the sum of all of them in a currency, however many there are', async () => {
    const [ann, bob, cleo] = await Promise.all([all.trader(), all.trader(), all.trader()]);
    const promisedBy = async (who = bob, symbol: 'ETH' | 'USDC' = 'ETH') =>
      (
        await all.call<{ data: { promised: string } }>(
          'GET',
          `${walletEndpoints.promised.path}?currencyUuid=${all.currency(symbol).uuid}`,
          { as: who },
        )
      ).body.data?.promised;
    const { uuid: token } = await all.mint(ann);
    expect(await promisedBy()).toBe('0');
    await all.bid(bob, token, { price: '0.5' });
    expect(await promisedBy()).toBe('0.5');
    // 250 more of two units each; those that are over, cancelled or ended by a raised counter take nothing.
    await all.sql`
      insert into offer (uuid, type, status, invalid_reason, token_uuid, collection_uuid, category_uuid, network_uuid, currency_uuid, maker_uuid, maker,
        price, price_eth, quantity, quantity_left, marketplace_bps, royalty_bps, starts_at, ends_at)
      select gen_random_uuid(), 'BID', kind.status, reason, uuid, collection_uuid, category_uuid, network_uuid, ${all.currency('ETH').uuid}, ${bob.uuid}, ${bob.address.toLowerCase()},
        price, price, 2, 2, 1000, 0, now() - interval '1 hour', now() + days * interval '1 day'
      from token cross join (values (250, 'ACTIVE', null, 1e16, 1), (7, 'INVALID', 'INSUFFICIENT_ALLOWANCE', 1e15, 1), (9, 'INVALID', 'COUNTER_RAISED', 1e17, 1),
        (9, 'CANCELLED', null, 1e17, 1), (9, 'ACTIVE', null, 1e17, -1)) kind (count, status, reason, price, days)
        cross join lateral generate_series(1, count) where uuid = ${token}`;
    expect(await promisedBy()).toBe('5.514');
    expect([await promisedBy(bob, 'USDC'), await promisedBy(cleo)]).toEqual(['0', '0']);
    const unknown = `${walletEndpoints.promised.path}?currencyUuid=${token}`;
    expect((await all.call('GET', unknown, { as: bob })).status).toBe(404);
    expect((await all.call('GET', unknown)).status).toBe(401);
  });
});
