import { offerEndpoints } from '@skarb/schema/offer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '../../../platform/db/database.ts';
import { parsed } from '../../../platform/http/json-text.ts';
import { parse } from '../../../platform/http/validate.ts';
import { listOffers } from '../offer.list.ts';
import { shownStatus } from '../offer.view.ts';
import { startTrade, type Person, type Trade } from '../testing-trade.ts';

let all: Trade;
let ann: Person;
let bob: Person;
let cleo: Person;
let dan: Person;
beforeAll(async () => {
  all = await startTrade();
  [ann, bob, cleo, dan] = await Promise.all([all.trader(), all.trader(), all.trader(), all.trader()]);
});
afterAll(() => all?.stop());

type Query = Record<string, string | string[]>;
const read = async (sql: Tx, who: Person, query: Query, caller?: Person) => {
  const asked = { sellerUuid: who.uuid, ...query };
  const { data, meta } = await listOffers(sql, parse(offerEndpoints.list.query, asked), caller?.uuid);
  return { uuids: parsed(data).map(({ uuid }) => uuid), meta };
};
const addressOf = ({ address }: Person) => address.toLowerCase();
const receivedBy = async (who: Person, sql: Tx = all.sql) =>
  (await read(sql, who, { type: 'BID', status: ['ACTIVE', 'INVALID'] }, who)).uuids;

/** Runs what changes the database, and takes it back. */
const passing = async (work: (tx: Tx) => Promise<void>) => {
  const undo = new Error('undone');
  const working = all.sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    await work(tx);
    throw undo;
  });
  await expect(working).rejects.toBe(undo);
};
const holdings = (tx: Tx, tokenUuid: string, count: number) => tx`
  insert into ownership (token_uuid, owner, quantity, token_created_at)
  select uuid, '0x' || lpad(to_hex(n), 40, '0'), 1, created_at from token, generate_series(1, ${count}::int) n where uuid = ${tokenUuid}`;
const rowsOf = async (tx: Tx, uuid: string) =>
  (await tx<{ owner: string }[]>`select owner from received_bid where offer_uuid = ${uuid} order by 1`).map(
    ({ owner }) => owner,
  );

describe('the offers that somebody received', () => {
  it('go to the new holder with the work, and are those of nobody once they are over', async () => {
    const { uuid: token } = await all.mint(ann);
    const sale = await all.list(ann, token);
    const { uuid } = await all.bid(bob, token, { price: '0.5' });
    expect([await receivedBy(ann), await receivedBy(cleo), await receivedBy(bob)]).toEqual([[uuid], [], []]);
    await all.buy(cleo, sale.uuid);
    await all.becomes(sale.uuid, 'SOLD');
    expect([await receivedBy(ann), await receivedBy(cleo)]).toEqual([[], [uuid]]);
    await passing(async (tx) => {
      await tx`update offer set is_hidden = true where uuid = ${uuid}`;
      const query = { type: 'BID', status: 'ACTIVE' };
      expect([await receivedBy(cleo, tx), (await read(tx, cleo, query)).uuids]).toEqual([[uuid], []]);
      await tx`update offer set status = 'CANCELLED' where uuid = ${uuid}`;
      expect([await receivedBy(cleo, tx), await rowsOf(tx, uuid)]).toEqual([[], []]);
      await tx`update offer set status = 'ACTIVE' where uuid = ${uuid}`;
      expect(await receivedBy(cleo, tx)).toEqual([uuid]);
    });
  });

  it('are found by the work where very many hold it, without a row of each holder', async () => {
    const { uuid: token } = await all.mint(bob, { type: 'ERC1155', quantity: '100' });
    const { uuid } = await all.bid(ann, token, { price: '0.5' });
    await passing(async (tx) => {
      await holdings(tx, token, 15);
      expect(await rowsOf(tx, uuid)).toHaveLength(16);
      await tx`insert into ownership (token_uuid, owner, quantity, token_created_at) select uuid, ${addressOf(dan)}, 1, created_at from token where uuid = ${token}`;
      expect(await rowsOf(tx, uuid)).toEqual([]);
      expect([await receivedBy(bob, tx), await receivedBy(dan, tx)]).toEqual([[uuid], [uuid]]);
      // One more, who comes when it is crowded already; then nearly all of them leave, and somebody comes.
      await tx`insert into ownership (token_uuid, owner, quantity, token_created_at) select uuid, ${`0x${'f'.repeat(40)}`}, 1, created_at from token where uuid = ${token}`;
      expect(await rowsOf(tx, uuid)).toEqual([]);
      await tx`delete from ownership where token_uuid = ${token} and owner <> ${addressOf(bob)}`;
      await tx`insert into ownership (token_uuid, owner, quantity, token_created_at) select uuid, ${addressOf(dan)}, 1, created_at from token where uuid = ${token}`;
      expect(await rowsOf(tx, uuid)).toEqual([addressOf(dan)]);
      expect([await receivedBy(bob, tx), await receivedBy(dan, tx)]).toEqual([[uuid], [uuid]]);
    });
  });

  it('are the open ones of others on what somebody holds, whatever their number, state, order and page', async () => {
    const kinds = [{}, { type: 'ERC1155', quantity: '100' }, { type: 'ERC1155', quantity: '100' }];
    const tokens: string[] = [];
    for (const fields of kinds) tokens.push((await all.mint(ann, fields as Record<string, string>)).uuid);
    const [single, edition, crowded] = tokens as [string, string, string];
    await passing(async (tx) => {
      // Half before the holders of the editions, half after them: some of them of a holder, and some taken by one.
      const bids = (count: number) => tx`
        insert into offer (uuid, type, status, token_uuid, collection_uuid, category_uuid, network_uuid, currency_uuid, maker_uuid, maker, taker_uuid,
          price, price_eth, quantity, quantity_left, marketplace_bps, royalty_bps, starts_at, ends_at, created_at, is_hidden)
        select gen_random_uuid(), case when n % 17 = 0 then 'SALE' else 'BID' end, (array['ACTIVE', 'ACTIVE', 'INVALID', 'CANCELLING', 'SCHEDULED', 'SOLD', 'EXPIRED', 'DRAFT'])[1 + n % 8],
          uuid, collection_uuid, category_uuid, network_uuid, ${all.currency('ETH').uuid}, case when n % 5 = 0 then ${cleo.uuid}::uuid else ${bob.uuid}::uuid end,
          case when n % 5 = 0 then ${addressOf(cleo)} else ${addressOf(bob)} end, case when n % 9 = 0 then ${ann.uuid}::uuid end,
          n % 50, n % 50, 1, 1, 1000, 0, now() + case when n % 8 = 4 then interval '1 hour' else '-1 hour' end, now() + (n % 7 - 1) * interval '1 day', now() - n / 3 * interval '1 hour', n % 11 = 0
        from token, generate_series(1, ${count}::int) n where uuid = any(${tokens}::uuid[])`;
      await bids(400);
      for (const token of [edition, crowded])
        await tx`insert into ownership (token_uuid, owner, quantity, token_created_at) select uuid, ${addressOf(cleo)}, 3, created_at from token where uuid = ${token}`;
      await holdings(tx, crowded, 20);
      await bids(400);
      // Marked by the follower or by time.
      await tx`
        update offer set status = (array['ACTIVE', 'INVALID', 'SOLD', 'CANCELLED'])[1 + n % 4], ends_at = case when n % 3 = 0 then now() - interval '1 hour' else ends_at end
        from (select uuid as id, row_number() over (order by uuid) as n from offer where token_uuid = any(${tokens}::uuid[])) numbered
        where uuid = id and n % 2 = 0 and status <> 'DRAFT'`;
      await tx`update app_user set is_wallet_public = true where uuid in ${tx([ann.uuid, cleo.uuid])}`;
      await tx`delete from ownership where token_uuid = ${single} and owner = ${addressOf(ann)}`;
      await tx`insert into ownership (token_uuid, owner, quantity, token_created_at) select uuid, ${addressOf(cleo)}, 1, created_at from token where uuid = ${single}`;
      const [many] = await tx<{ crowded: number; given: number }[]>`
        select (select count(*)::int from ownership where token_uuid = ${crowded} and is_crowded) as crowded,
          (select count(*)::int from received_bid r join offer o on o.uuid = r.offer_uuid where o.token_uuid = ${crowded}) as given`;
      expect(many).toEqual({ crowded: 22, given: 0 });

      const expectedOf = async (who: Person, caller: Person | undefined, query: Query) => {
        const [field, direction] = (query.sortBy as string).split(':') as [string, string];
        const column = { createdAt: 'o.created_at', price: 'o.price_eth', endsAt: 'o.ends_at' }[field] as string;
        const order = tx.unsafe(`${column} ${direction}, o.uuid ${direction}`);
        const rows = await tx<{ uuid: string }[]>`
          select o.uuid from offer o where o.status <> 'DRAFT' and ${shownStatus(tx)} = any(${[query.status ?? 'ACTIVE'].flat()}::text[])
            ${query.type ? tx`and o.type = ${query.type as string}` : tx``} ${caller === who ? tx`` : tx`and not o.is_hidden`}
            ${query.minPrice ? tx`and o.price_eth >= ${query.minPrice as string}::numeric * 1e18` : tx``}
            and case when o.type <> 'BID' then o.maker_uuid = ${who.uuid} else o.taker_uuid = ${who.uuid} or (
              o.maker_uuid <> ${who.uuid} and o.status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING')
              and exists (select 1 from ownership w where w.token_uuid = o.token_uuid and w.owner = ${addressOf(who)})) end
          order by ${order}`;
        return rows.map(({ uuid }) => uuid);
      };
      const open = ['ACTIVE', 'INVALID', 'CANCELLING'];
      for (const [who, caller] of [
        [ann, ann],
        [cleo, cleo],
        [cleo, ann],
      ] as const)
        for (const type of ['BID', undefined])
          for (const status of ['ACTIVE', 'SCHEDULED', 'SOLD', 'EXPIRED', open])
            for (const sortBy of ['createdAt:DESC', 'createdAt:ASC', 'endsAt:DESC']) {
              const query: Query = { ...(type ? { type } : {}), status, sortBy };
              const expected = await expectedOf(who, caller, query);
              for (const page of [1, 9]) {
                const { uuids, meta } = await read(tx, who, { ...query, limit: '24', page: String(page) }, caller);
                const what = JSON.stringify({ count: expected.length, isOwn: who === caller, ...query, page });
                expect(uuids, what).toEqual(expected.slice((page - 1) * 24, page * 24));
                if (meta.totalItemsExact !== false) expect(meta.totalItems, what).toBe(expected.length);
                else expect(meta.totalItems, what).toBeLessThanOrEqual(expected.length);
              }
            }
      // With what only the offers have.
      const expensive = { type: 'BID', status: open, sortBy: 'createdAt:DESC', minPrice: '0.00000000000000002' };
      for (const who of [ann, cleo]) {
        const expected = await expectedOf(who, who, expensive);
        expect(expected.length).toBeGreaterThan(25);
        expect((await read(tx, who, expensive, who)).uuids).toEqual(expected.slice(0, 25));
      }
    });
  });
});
