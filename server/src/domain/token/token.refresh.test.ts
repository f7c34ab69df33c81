import { keccak256, toHex } from 'viem';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Tx } from '../../platform/db/database.ts';
import { moveOwnership } from './store/ownership.store.ts';
import { lockTokens, refreshTokens } from './store/token.store.ts';
import { type Home, startHome } from './testing-catalogue.ts';

let { all, ann, bob, home, show } = {} as Home;
beforeAll(async () => {
  ({ all, ann, bob, home, show } = await startHome());
});
afterAll(() => all?.stop());

describe('POST /token/{id}/refresh', () => {
  const setCursor = async () => {
    const block = await all.context.chain.public.getBlock();
    await all.sql`
      insert into chain_cursor (chain_id, block_number, block_hash, block_time, head_number)
      values (${all.config.chain.id}, ${block.number.toString()}, ${block.hash}, now(), ${block.number.toString()})
      on conflict (chain_id) do update set block_number = excluded.block_number, block_hash = excluded.block_hash`;
  };
  const holders = (uuid: string) =>
    all.sql`select owner, quantity::int from ownership where token_uuid = ${uuid} order by owner`;

  it('repairs the holder of a single token, and the counts', async () => {
    const eve = await all.person();
    const collection = await all.collection(eve);
    const token = await all.minted(eve, collection.uuid);
    await setCursor();
    await all.sql`update ownership set owner = ${bob.wallet} where token_uuid = ${token.uuid}`;
    await all.sql`update collection_owner set owner = ${bob.wallet} where collection_uuid = ${collection.uuid}`;
    expect((await all.call('POST', `/token/${token.uuid}/refresh`)).status).toBe(202);
    expect(await holders(token.uuid)).toEqual([{ owner: eve.wallet, quantity: 1 }]);
    expect(
      await all.sql`select owner, tokens from collection_owner where collection_uuid = ${collection.uuid}`,
    ).toEqual([{ owner: eve.wallet, tokens: 1 }]);
  });

  it('makes an offer INVALID when its maker does not hold the token', async () => {
    const token = await all.minted(ann, home.uuid);
    await setCursor();
    await all.sql`update ownership set owner = ${bob.wallet} where token_uuid = ${token.uuid}`;
    const currency = (all.currencies[0] as { uuid: string }).uuid;
    await all.sql`
      insert into offer (uuid, type, status, token_uuid, collection_uuid, category_uuid, network_uuid, currency_uuid, maker_uuid, maker, price, price_eth, quantity, quantity_left, marketplace_bps, royalty_bps, signed_at)
      values (${token.uuid}, 'SALE', 'ACTIVE', ${token.uuid}, ${home.uuid}, ${token.category.uuid}, ${all.networkUuid}, ${currency}, ${bob.uuid}, ${bob.wallet}, 5, 5, 1, 1, 1000, 0, now())`;
    await all.sql`
      insert into seaport_order (order_hash, chain_id, offer_uuid, components, signature, counter, price, price_eth, quantity)
      values (${keccak256(toHex(token.uuid))}, ${all.config.chain.id}, ${token.uuid}, '{}', '0x11', 0, 5, 5, 1)`;
    await all.sql`update offer set order_hash = ${keccak256(toHex(token.uuid))} where uuid = ${token.uuid}`;
    expect((await all.call('POST', `/token/${token.uuid}/refresh`)).status).toBe(202);
    const [offer] = await all.sql`select status, invalid_reason from offer where uuid = ${token.uuid}`;
    expect(offer).toEqual({ status: 'INVALID', invalid_reason: 'NOT_OWNER' });
    expect((await show(token.uuid, bob)).body.data.listing).toBe(null);
  });

  it('repairs the quantities that the holders of an edition have', async () => {
    const token = await all.minted(ann, home.uuid, { type: 'ERC1155', quantity: '10' });
    await setCursor();
    await all.sql`update ownership set quantity = 3 where token_uuid = ${token.uuid}`;
    await all.call('POST', `/token/${token.uuid}/refresh`);
    expect(await holders(token.uuid)).toEqual([{ owner: ann.wallet, quantity: 10 }]);
  });

  it('repairs nothing by another block of the number that the records have reached', async () => {
    const token = await all.minted(ann, home.uuid);
    await all.chain.rpc('evm_mine', []);
    await setCursor();
    await all.chain.rpc('anvil_reorg', [1, []]);
    await all.sql`update ownership set owner = ${bob.wallet} where token_uuid = ${token.uuid}`;
    expect((await all.call('POST', `/token/${token.uuid}/refresh`)).status).toBe(202);
    // The follower will undo what the lost block moved: a repair before it would count that twice.
    expect(await holders(token.uuid)).toEqual([{ owner: bob.wallet, quantity: 1 }]);
  });

  it('reads the token at once after a request that failed because the chain was unavailable', async () => {
    const token = await all.minted(ann, home.uuid);
    await setCursor();
    await all.sql`update ownership set owner = ${bob.wallet} where token_uuid = ${token.uuid}`;
    const read = vi.spyOn(all.context.chain.public, 'readContract').mockRejectedValue(new TypeError('fetch failed'));
    expect((await all.call('POST', `/token/${token.uuid}/refresh`)).status).toBe(503);
    read.mockRestore();
    expect((await all.call('POST', `/token/${token.uuid}/refresh`)).status).toBe(202);
    expect(await holders(token.uuid)).toEqual([{ owner: ann.wallet, quantity: 1 }]);
  });

  it('responds 404 for a draft and for an unknown token', async () => {
    expect((await all.call('POST', '/token/01900000-0000-7000-8000-000000000000/refresh')).status).toBe(404);
    const draft = await all.draft(ann, home.uuid);
    expect((await all.call('POST', `/token/${draft.uuid}/refresh`)).status).toBe(404);
  });
});

it('the number of owners is right when a work is hidden while its holder gives another one away', async () => {
  const [eve, dan] = await Promise.all([all.person(), all.person()]);
  const collection = await all.collection(eve);
  const mint = async () => (await all.minted(eve, collection.uuid)).uuid;
  const [hidden, given, first] = [await mint(), await mint(), await mint()];
  const give = async (tx: Tx, uuid: string) => {
    await lockTokens(tx, [uuid]);
    await moveOwnership(tx, [
      { tokenUuid: uuid, owner: eve.wallet, by: -1n },
      { tokenUuid: uuid, owner: dan.wallet, by: 1n },
    ]);
    await refreshTokens(tx, [], { moved: [uuid] });
  };
  // Neither holder comes or goes by the second gift, so only the hidden work makes it count.
  await all.sql.begin((tx) => give(tx, first));
  let giving: Promise<unknown> | undefined;
  await all.sql.begin(async (hiding) => {
    await hiding`insert into hidden (subject_type, subject_uuid, reason) values ('token', ${hidden}, 'test')`;
    await refreshTokens(hiding, [hidden]);
    let isOver = false;
    giving = all.sql.begin((tx) => give(tx, given)).finally(() => (isOver = true));
    for (let isWaiting = false; !isWaiting && !isOver;)
      isWaiting =
        (
          await all.sql`select 1 from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like '%from collection%'`
        ).length > 0;
  });
  await giving;
  const [row] = await all.sql`select owners from collection where uuid = ${collection.uuid}`;
  expect(row).toEqual({ owners: 1 });
});
