import { collection721Abi } from '@skarb/contracts/abi';
import type { Offer } from '@skarb/schema/offer';
import { encodeFunctionData, type Address } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testLog } from '../testing-trade.ts';
import { followerOf } from '../../../worker.ts';
import { encodeCreate, memoOf } from './auction.contract.ts';
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

/** All state derived from the chain, without our own ids and timestamps. */
const dump = async () => {
  const { sql } = all;
  const tables = {
    offer: sql`select uuid, status, price, trim_scale(price_eth) as price_eth, quantity_left, taker, taker_uuid,
      case when status <> 'DRAFT' then starts_at end as starts_at, ends_at from offer order by uuid`,
    auction: sql`select * from auction order by offer_uuid`,
    bidder: sql`select offer_uuid, bidder, bids, case when status <> 'DRAFT' then starts_at end as starts_at, ends_at, status, is_hidden
      from bidder_auction order by 1, 2`,
    ownership: sql`select token_uuid, owner, quantity, escrowed, on_sale from ownership order by 1, 2`,
    holders: sql`select * from collection_owner order by 1, 2`,
    purchase: sql`select buyer, token_uuid, times from purchase order by 1, 2`,
    collection: sql`select uuid, owners, on_sale, trim_scale(volume) as volume from collection order by uuid`,
    history: sql`select token_uuid, offer_uuid, event, price, quantity, trim_scale(value_eth) as value_eth, from_address, to_address, tx_hash, block_number,
      log_index, created_at from history where log_index is not null order by block_number, log_index, event, token_uuid`,
  };
  return Object.fromEntries(
    await Promise.all(Object.entries(tables).map(async ([name, rows]) => [name, await rows] as const)),
  );
};

describe('a reorg', () => {
  it('that drops a bid restores the previous bid as the highest, and its money', async () => {
    const token = await all.mint(ann);
    const { uuid } = await all.auction(ann, token.uuid);
    await all.bidIn(bob, uuid, '1');
    await all.wait(3000);
    const asked = await all.askBid(cleo, uuid, '2');
    await all.sendStep(cleo, asked.body.data.steps?.[0] as never);
    await all.settled();
    const before = await dump();
    await all.bidIn(cleo, uuid, '2');
    expect(await all.offer(uuid)).toMatchObject({ auction: { bidCount: 2, extensions: 1 } });
    await all.chain.rpc('anvil_rollback', [1]);
    await until('bob to lead again', async () => (await all.offer(uuid)).auction?.highestBidderAddress === bob.address);
    await all.settled();
    expect(await dump()).toEqual(before);
    await all.bidIn(cleo, uuid, '1.5');
  });

  it('that drops a settlement makes the marketplace settle again', async () => {
    const token = await all.mint(ann, { type: 'ERC1155', quantity: '5' });
    const { uuid } = await all.auction(ann, token.uuid, { quantity: 2 });
    await all.bidIn(bob, uuid, '1');
    await all.wait(3601);
    await all.becomes(uuid, 'SOLD');
    await all.settled();
    const [first] = (await all.story(uuid)).slice(-1);
    await all.chain.rpc('anvil_rollback', [1]);
    const second = await until('another settlement', async () => {
      const last = (await all.story(uuid)).at(-1);
      return last?.event === 'SETTLED' && last.uuid !== first?.uuid && last;
    });
    expect(second).toMatchObject({ price: '1', to: bob.address });
    await all.settled();
    expect(await all.offer(uuid)).toMatchObject({ status: 'SOLD' });
    expect(await all.ownersOf(token.uuid, cleo)).toEqual({ [ann.address]: 3, [bob.address]: 2 });
    const [bought] = await all.sql`select times from purchase where token_uuid = ${token.uuid}`;
    expect(bought?.times).toBe(1);
  });

  it('that drops the creation makes the auction a draft again, which its maker can still complete', async () => {
    const token = await all.mint(ann);
    const { uuid } = await all.auction(ann, token.uuid);
    await all.settled();
    await all.chain.rpc('anvil_rollback', [1]);
    const draft = await until('the draft', async () => {
      const now = await all.offer(uuid, ann);
      return now.status === 'DRAFT' && now;
    });
    expect(draft.steps).toMatchObject([{ id: 'create-auction' }]);
    expect((await all.call('GET', `/offer/${uuid}`, { as: bob })).status).toBe(404);
    await all.runSteps(ann, draft);
    await all.becomes(uuid, 'ACTIVE');
    expect(await all.eventsOf(uuid)).toEqual(['AUCTION_CREATED']);
  });
});

describe('an auction created without a request here', () => {
  it('is shown like the others, whoever created it, and is removed together with the block that created it', async () => {
    const key = generatePrivateKey();
    const { address } = privateKeyToAccount(key);
    await all.chain.fund(address, 10n ** 18n);
    const token = await all.mint(ann);
    const tokenId = BigInt(token.tokenId);
    const give = {
      abi: collection721Abi,
      functionName: 'transferFrom',
      args: [ann.address, address, tokenId],
    } as const;
    await all.sendRaw(ann, { to: token.contractAddress, data: encodeFunctionData(give as never) });
    // A memo that names another maker's request has no effect.
    const other = (await all.openAuction(cleo, (await all.mint(cleo)).uuid)).body.data.uuid;
    const data = encodeCreate(
      all.deployment.auctionHouse as Address,
      address,
      { type: 'ERC721', tokenId, quantity: 1n },
      {
        currency: all.deployment.weth as Address,
        reservePrice: 7n,
        startsAt: 0,
        endsAt: (await all.chainSeconds()) + 5000,
        raiseBps: 0,
        memo: memoOf(other),
      },
    );
    await all.sendRaw({ key }, { to: token.contractAddress, data, gas: 500_000n });
    const find = () =>
      until('the auction of another client', async () => {
        const { body } = await all.call<{ data: Offer[] }>('GET', `/offer?type=AUCTION&tokenUuid=${token.uuid}`, {
          as: bob,
        });
        return body.data[0];
      });
    const found = await find();
    expect(found).toMatchObject({
      status: 'ACTIVE',
      seller: null,
      sellerAddress: address,
      price: '0.000000000000000007',
      auction: { minIncrementPercent: 5 },
    });
    expect(await all.offer(other, cleo)).toMatchObject({ status: 'DRAFT' });
    await all.bidIn(bob, found.uuid, '0.5');

    await all.settled();
    const height = BigInt(await all.chain.rpc<string>('eth_blockNumber'));
    await all.chain.rpc('anvil_reorg', [3, []]);
    await until(
      'it to be gone',
      async () => (await all.call('GET', `/offer/${found.uuid}`, { as: bob })).status === 404,
    );
    expect(BigInt(await all.chain.rpc<string>('eth_blockNumber'))).toBe(height);
    await all.sendRaw({ key }, { to: token.contractAddress, data, gas: 500_000n });
    expect(await find()).toMatchObject({ sellerAddress: address, auction: { bidCount: 0 } });
  });
});

describe('the auction records', () => {
  it('are the same in each table after all logs are undone and read again from the chain', async () => {
    await all.settled();
    await all.stopWorker();
    const before = await dump();
    expect(before.bidder?.length).toBeGreaterThan(0);
    expect(before.history?.map((row) => row.event)).toEqual(
      expect.arrayContaining(['AUCTION_CREATED', 'BID', 'OUTBID', 'EXTENDED', 'SETTLED']),
    );
    await all.sql`update chain_block set hash = ${`0x${'77'.repeat(32)}`}`;
    await all.sql`update chain_cursor set block_hash = ${`0x${'77'.repeat(32)}`}`;
    const follower = followerOf(all.context, testLog);
    expect(await follower.step()).toBe('moved');
    const empty = await dump();
    expect(empty).toMatchObject({ ownership: [], bidder: [], purchase: [], history: [] });
    expect(empty.auction?.every((row) => row.auction_id === null && row.lot === null)).toBe(true);
    await follower.catchUp();
    const after = await dump();
    for (const table of Object.keys(before)) expect(after[table], table).toEqual(before[table]);
    all.startWorker();
    await all.settled();
  });
});
