import { auctionHouseAbi } from '@skarb/contracts/abi';
import type { Offer } from '@skarb/schema/offer';
import { encodeAbiParameters, encodeEventTopics, getAbiItem, keccak256, numberToHex, toHex, type Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../../../context.ts';
import { createTestNode, type NewLog, type TestNode } from '../../../platform/chain/testing-node.ts';
import { followerOf } from '../../../worker.ts';
import { startHome, type Home, type One } from '../../token/testing-catalogue.ts';
import { uuidOfAuction } from './auction.contract.ts';

const UINT40 = 2 ** 40 - 1;
const UINT256 = 2n ** 256n - 1n;
const silent = { info: () => {}, warn: () => {}, error: () => {} };

let home: Home;
let node: TestNode;
let token: One['data'];
let catchUp: () => Promise<void>;
beforeAll(async () => {
  home = await startHome();
  const { all, ann } = home;
  token = await all.minted(ann, home.home.uuid);
  node = createTestNode({ id: all.config.chain.id, startBlock: all.config.deployment.blockNumber });
  node.mine();
  const context: Context = { ...all.context, chain: node.client };
  catchUp = followerOf(context, silent).catchUp;
});
afterAll(() => home?.all.stop());

const idOf = (name: string): Hex => keccak256(toHex(name));
type Terms = { startsAt?: number; endsAt?: number; reservePrice?: bigint; quantity?: bigint; raiseBps?: number };
/** An `AuctionCreated` log as the contract emits it, for an auction created without the API. */
const created = (
  name: string,
  terms: Terms = {},
  address: string = home.all.config.deployment.auctionHouse,
): NewLog => {
  const { ann, all } = home;
  const topics = encodeEventTopics({
    abi: auctionHouseAbi,
    eventName: 'AuctionCreated',
    args: { auctionId: idOf(name), seller: ann.address },
  }) as Hex[];
  const inputs = getAbiItem({ abi: auctionHouseAbi, name: 'AuctionCreated' }).inputs.filter(
    (input) => !('indexed' in input && input.indexed),
  );
  const data = encodeAbiParameters(
    inputs as never,
    [
      idOf(`lot of ${name}`),
      terms.reservePrice ?? 10n ** 18n,
      idOf(`memo of ${name}`),
      {
        currency: all.config.deployment.weth,
        startsAt: terms.startsAt ?? 1_700_000_000,
        endsAt: terms.endsAt ?? UINT40,
        raiseBps: terms.raiseBps ?? 500,
      },
      {
        seller: ann.address,
        collection: token.contractAddress,
        kind: 0,
        tokenId: BigInt(token.tokenId),
        quantity: terms.quantity ?? 1n,
        feeRecipient: ann.address,
        feeBps: 250,
        royaltyReceiver: ann.address,
        royaltyBps: 500,
        nonce: 2n ** 64n - 1n,
      },
    ] as never,
  );
  return { address: address.toLowerCase() as Hex, topics, data };
};
const cancelled = (name: string): NewLog => ({
  address: home.all.config.deployment.auctionHouse,
  topics: encodeEventTopics({
    abi: auctionHouseAbi,
    eventName: 'AuctionCancelled',
    args: { auctionId: idOf(name) },
  }) as Hex[],
  data: '0x',
});
const read = (name: string) =>
  home.all.call<{ data: Offer & { auction: { highestBid: string | null } } }>(
    'GET',
    `/offer/${uuidOfAuction(idOf(name))}`,
    {
      as: home.bob,
    },
  );

describe('an auction created directly on the auction house', () => {
  it.each([
    ['that starts near 2^40', { startsAt: UINT40 - 1 }],
    ['that ends at 2^40 - 1', { endsAt: UINT40 }],
    ['with 2^256 - 1 units', { quantity: UINT256 }],
    ['with a reserve price of 2^256 - 1', { reservePrice: UINT256 }],
    ['with an extreme bid increment', { raiseBps: 65_535 }],
  ])('%s is recorded and shown, and the follower continues after it', async (name, terms) => {
    node.mine([created(name, terms)]);
    await catchUp();
    const { status, body } = await read(name);
    expect(status).toBe(200);
    expect(Date.parse(body.data.startsAt as string)).toBeLessThanOrEqual(Date.parse('9999-12-31T23:59:59Z'));
    expect(Date.parse(body.data.endsAt as string)).toBeGreaterThan(Date.now());
    expect(Number.isSafeInteger(body.data.quantity)).toBe(true);
    const seen = await home.show(token.uuid, home.bob);
    expect(seen.status).toBe(200);
    expect((await home.all.call('GET', `/token?search=${token.name}`)).status).toBe(200);
    for (const path of ['terms', 'history'])
      expect((await home.all.call('GET', `/offer/${uuidOfAuction(idOf(name))}/${path}`)).status).toBeLessThan(500);
    node.mine([cancelled(name)]);
    await catchUp();
    expect((await read(name)).body.data.status).toBe('CANCELLED');
  });

  it('shows an end in the year 36812 (after an edit, an extension and the highest possible bid) as 9999-12-31', async () => {
    node.mine([created('late')]);
    const topics = (eventName: 'AuctionEdited' | 'AuctionExtended' | 'BidPlaced', args: object) =>
      encodeEventTopics({
        abi: auctionHouseAbi,
        eventName,
        args: { auctionId: idOf('late'), ...args } as never,
      }) as Hex[];
    const address = home.all.config.deployment.auctionHouse;
    const words = (...values: bigint[]): Hex =>
      `0x${values.map((value) => numberToHex(value, { size: 32 }).slice(2)).join('')}`;
    node.mine([{ address, topics: topics('AuctionEdited', {}), data: words(UINT256, UINT256) }]);
    node.mine([{ address, topics: topics('BidPlaced', { bidder: home.bob.address }), data: words(UINT256) }]);
    node.mine([{ address, topics: topics('AuctionExtended', {}), data: words(UINT256) }]);
    await catchUp();
    const { status, body } = await read('late');
    expect(status).toBe(200);
    expect(body.data.endsAt).toBe('9999-12-31T23:59:59.000Z');
    expect((await home.show(token.uuid, home.bob)).status).toBe(200);
    node.mine([cancelled('late')]);
    await catchUp();
  });
});

describe('an auction with tens of thousands of bids, each a base unit higher', () => {
  it('is counted, and of its bids only the newest is read', async () => {
    const name = 'crowded';
    const house = home.all.config.deployment.auctionHouse;
    node.mine([created(name, { raiseBps: 1, reservePrice: 1n })]);
    const bid = (amount: bigint): NewLog => ({
      address: house,
      topics: encodeEventTopics({
        abi: auctionHouseAbi,
        eventName: 'BidPlaced',
        args: { auctionId: idOf(name), bidder: home.bob.address },
      }) as Hex[],
      data: numberToHex(amount, { size: 32 }),
    });
    node.mine([bid(1n)]);
    await catchUp();
    const { topics } = bid(1n);
    // In a block below those of the follower, and without data: whoever read one of them would fail.
    await home.all.sql`
      insert into chain_log (chain_id, block_number, log_index, block_hash, block_time, tx_hash, address, topics, data)
      select chain_id, 0, place, block_hash, block_time, tx_hash, address, topics, '0x'
      from chain_log, generate_series(2, 30000) as place where topics[1] = ${topics[0] as Hex} and topics[2] = ${topics[1] as Hex}`;
    node.mine([bid(30_000n)]);
    await catchUp();
    expect((await read(name)).body.data).toMatchObject({
      status: 'ACTIVE',
      auction: { highestBid: '0.00000000000003', bidCount: 30_001 },
    });
    await home.all.sql`delete from chain_log where block_number = 0`;
    node.mine([cancelled(name)]);
    await catchUp();
  });
});

describe('a log in the format of an auction house log', () => {
  it('creates no auction when another contract emits it', async () => {
    const { config } = home.all;
    for (const [name, address] of [
      ['unknown', `0x${'5a'.repeat(20)}`],
      ['collection', token.contractAddress],
      ['seaport', config.deployment.seaport],
      ['breeding', config.deployment.breeding],
    ] as const) {
      node.mine([created(name, {}, address), cancelled(name)]);
      await catchUp();
      expect((await read(name)).status).toBe(404);
    }
    const rows = await home.all
      .sql`select 1 from chain_log where topics[1] = ${created('x').topics[0] as Hex} and address <> ${config.deployment.auctionHouse}`;
    expect(rows).toHaveLength(0);
  });
});
