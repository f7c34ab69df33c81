import { type OfferStatus, offerEndpoints } from '@skarb/schema/offer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '../../../platform/db/database.ts';
import { parsed } from '../../../platform/http/json-text.ts';
import { parse } from '../../../platform/http/validate.ts';
import { listOffers } from '../offer.list.ts';
import { shownStatus } from '../offer.view.ts';
import { startAuctions, until, type Auctions, type Person } from './testing-auction.ts';

let all: Auctions;
let ann: Person;
let bob: Person;
let cleo: Person;
beforeAll(async () => {
  all = await startAuctions();
  [ann, bob, cleo] = await Promise.all([all.trader(), all.trader(), all.trader()]);
});
afterAll(() => all?.stop());

const read = async (sql: Tx, who: Person, query: Record<string, string | string[]>, caller?: Person) => {
  const asked = { bidderUuid: who.uuid, ...query };
  const { data, meta } = await listOffers(sql, parse(offerEndpoints.list.query, asked), caller?.uuid);
  return { uuids: parsed(data).map(({ uuid }) => uuid), meta };
};
const addressOf = ({ address }: Person) => address.toLowerCase();
const bidIn = async (who: Person, status: OfferStatus = 'ACTIVE') => (await read(all.sql, who, { status }, who)).uuids;

describe('the auctions that somebody bid in', () => {
  it('have none for an offer that is no auction', async () => {
    const { uuid } = await all.mint(ann);
    await all.bid(bob, uuid, { price: '0.5' });
    expect(await bidIn(bob)).toEqual([]);
  });

  it('move with their states and ends, and show hidden ones to the bidder alone', async () => {
    const { uuid } = await all.auction(ann, (await all.mint(ann)).uuid);
    await all.bidIn(cleo, uuid, '1');
    await all.sql`update offer set is_hidden = true where uuid = ${uuid}`;
    expect((await read(all.sql, cleo, {}, bob)).uuids).toEqual([]);
    expect(await bidIn(cleo)).toEqual([uuid]);
    await all.sql`update offer set is_hidden = false where uuid = ${uuid}`;
    expect((await read(all.sql, cleo, {}, bob)).uuids).toEqual([uuid]);
    await all.wait(3601);
    await all.becomes(uuid, 'SOLD');
    expect([await bidIn(cleo), await bidIn(cleo, 'SOLD')]).toEqual([[], [uuid]]);
  });

  it('are those of which the history has a bid, whatever their number, state, order and page', async () => {
    const undo = new Error('undone');
    const { uuid: token } = await all.mint(ann);
    const reading = all.sql.begin(async (tx) => {
      await tx`set local statement_timeout = 0`;
      for (const [who, count] of [
        [bob, 130],
        [cleo, 2600],
      ] as const) {
        await tx`
          with made as (
            insert into offer (uuid, type, status, token_uuid, collection_uuid, category_uuid, network_uuid, currency_uuid, maker_uuid, maker,
              price, price_eth, quantity, quantity_left, marketplace_bps, royalty_bps, starts_at, ends_at, created_at)
            select gen_random_uuid(), 'AUCTION', 'ACTIVE', uuid, collection_uuid, category_uuid, network_uuid, ${all.currency('ETH').uuid}, ${ann.uuid}, ${addressOf(ann)},
              n % 50, n % 50, 1, 1, 1000, 0, now() - interval '9 days', now() + n % 7 * interval '1 day', now() - n / 3 * interval '1 hour'
            from token, generate_series(1, ${count}::int) n where uuid = ${token} returning uuid, token_uuid)
          insert into history (uuid, token_uuid, offer_uuid, event, from_address)
          select gen_random_uuid(), token_uuid, uuid, 'BID', ${addressOf(who)} from made, generate_series(1, 2)`;
        // After the bids, as on the chain.
        await tx`
          update offer set status = (array['ACTIVE', 'SOLD', 'SOLD', 'SOLD', 'ENDED', 'CANCELLED'])[1 + n % 6], is_hidden = n % 10 = 0,
            ends_at = case when n % 12 = 0 then now() - interval '1 hour' else ends_at end
          from (select uuid as id, row_number() over (order by uuid) as n from offer where uuid in (
            select offer_uuid from history where from_address = ${addressOf(who)} and event = 'BID')) numbered
          where uuid = id and type = 'AUCTION'`;
        // Of the people, one has bid in each with the other.
        await tx`
          insert into history (uuid, token_uuid, offer_uuid, event, from_address)
          select gen_random_uuid(), ${token}, uuid, 'BID', ${addressOf(ann)} from offer where type = 'AUCTION' and uuid in (
            select offer_uuid from history where from_address = ${addressOf(who)} and event = 'BID') order by uuid limit 40`;
      }
      // Whose wallet is not public, of them only they themselves know.
      await tx`update app_user set is_wallet_public = false where uuid = ${bob.uuid}`;
      expect((await read(tx, bob, {})).uuids).toEqual([]);
      await tx`update app_user set is_wallet_public = true where uuid in ${tx([bob.uuid, cleo.uuid])}`;
      const expectedOf = async (who: Person, caller: Person | undefined, query: Record<string, string | string[]>) => {
        const [field, direction] = (query.sortBy as string).split(':') as [string, string];
        const column = { createdAt: 'o.created_at', price: 'o.price_eth', endsAt: 'o.ends_at' }[field] as string;
        const order = tx.unsafe(`${column} ${direction}, o.uuid ${direction}`);
        const statuses = [query.status ?? 'ACTIVE'].flat();
        const rows = await tx<{ uuid: string }[]>`
          select o.uuid from offer o where o.type = 'AUCTION' and o.status <> 'DRAFT' and ${shownStatus(tx)} = any(${statuses})
            ${caller === who ? tx`` : tx`and not o.is_hidden`}
            ${query.minPrice ? tx`and o.price_eth >= ${query.minPrice as string}::numeric * 1e18` : tx``}
            and exists (select 1 from history h where h.event = 'BID' and h.offer_uuid = o.uuid and h.from_address = ${addressOf(who)})
          order by ${order}`;
        return rows.map(({ uuid }) => uuid);
      };
      for (const [who, caller] of [
        [bob, bob],
        [bob, undefined],
        [cleo, cleo],
        [cleo, ann],
        [ann, ann],
      ] as const)
        for (const status of ['ACTIVE', 'SCHEDULED', 'SOLD', 'ENDED', 'CANCELLED', ['ACTIVE', 'ENDED']])
          for (const sortBy of ['createdAt:DESC', 'createdAt:ASC', 'endsAt:DESC', 'price:ASC']) {
            const query = { status, sortBy };
            const expected = await expectedOf(who, caller, query);
            for (const page of [1, 9]) {
              const { uuids, meta } = await read(tx, who, { ...query, limit: '24', page: String(page) }, caller);
              const what = JSON.stringify({ count: expected.length, isOwn: who === caller, ...query, page });
              expect(uuids, what).toEqual(expected.slice((page - 1) * 24, page * 24));
              if (meta.totalItemsExact !== false) expect(meta.totalItems, what).toBe(expected.length);
              else expect(meta.totalItems, what).toBeLessThanOrEqual(expected.length);
            }
          }
      // With what only the offers have, or without auctions.
      const ofToken = await read(tx, bob, { status: 'SOLD', tokenUuid: token, sortBy: 'createdAt:DESC' }, bob);
      expect(ofToken.uuids).toEqual(
        (await expectedOf(bob, bob, { status: 'SOLD', sortBy: 'createdAt:DESC' })).slice(0, ofToken.uuids.length),
      );
      expect((await read(tx, bob, { type: ['SALE', 'BID'] }, bob)).uuids).toEqual([]);
      throw undo;
    });
    await expect(reading).rejects.toBe(undo);
  });

  it('have one from its first bid on, once however often they bid, and until a reorg removes all of their bids', async () => {
    const { uuid } = await all.auction(ann, (await all.mint(ann)).uuid);
    expect(await bidIn(bob)).toEqual([]);
    await all.bidIn(bob, uuid, '1');
    expect(await bidIn(bob)).toEqual([uuid]);
    await all.bidIn(cleo, uuid, '2');
    await all.bidIn(bob, uuid, '3');
    expect([await bidIn(bob), await bidIn(cleo), await bidIn(ann)]).toEqual([[uuid], [uuid], []]);
    await all.settled();
    const bids = await all.sql<{ block_number: string }[]>`
      select block_number from history where offer_uuid = ${uuid} and event = 'BID' order by block_number`;
    /** Removes the blocks from this bid on. */
    const dropFrom = async (at: number) => {
      const height = Number(await all.chain.rpc<string>('eth_blockNumber'));
      await all.chain.rpc('anvil_rollback', [height - Number(bids[at]?.block_number) + 1]);
      await until(`${at} bids`, async () => (await all.offer(uuid)).auction?.bidCount === at);
      await all.settled();
    };
    await dropFrom(2);
    expect([await bidIn(bob), await bidIn(cleo)]).toEqual([[uuid], [uuid]]);
    await dropFrom(1);
    expect([await bidIn(bob), await bidIn(cleo)]).toEqual([[uuid], []]);
    await dropFrom(0);
    expect([await bidIn(bob), await bidIn(cleo)]).toEqual([[], []]);
  });
});
