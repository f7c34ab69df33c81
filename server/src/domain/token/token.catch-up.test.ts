import { collection721Abi } from '@skarb/contracts/abi';
import { encodeEventTopics, type Address, type Hex } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { followerOf } from '../../worker.ts';
import { listen } from '../../platform/db/listen.ts';
import { createTestNode, type NewLog, type TestNode } from '../../platform/chain/testing-node.ts';
import { lower } from '../../platform/chain/address.ts';
import { startHome, type Home } from './testing-catalogue.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };
/** More blocks than a follower near the head reads at once. */
const MANY = 200;
/** More blocks than two minutes of the chain have: no range of the blocks before them begins near the head. */
const QUIET = 80;

let home: Home;
let node: TestNode;
let token: { uuid: string; contract: Address; id: bigint };
let holder: Address;
const heard: string[] = [];
let unlisten: () => Promise<void>;
beforeAll(async () => {
  home = await startHome();
  const { all, ann } = home;
  const minted = await all.minted(ann, home.home.uuid);
  token = { uuid: minted.uuid, contract: lower(minted.contractAddress), id: BigInt(minted.tokenId) };
  holder = ann.wallet;
  node = createTestNode({ id: all.config.chain.id, startBlock: all.config.deployment.blockNumber });
  node.mine();
  let isOpen = () => {};
  const open = new Promise<void>((resolve) => (isOpen = resolve));
  unlisten = listen(all.config.database.url, {
    change: (payload) => (payload === undefined ? isOpen() : void heard.push(payload)),
  });
  await open;
});
afterAll(async () => {
  await unlisten?.();
  await home?.all.stop();
});

const move = (to: Address): NewLog[] => {
  const topics = encodeEventTopics({
    abi: collection721Abi,
    eventName: 'Transfer',
    args: { from: holder, to, id: token.id } as never,
  });
  holder = to;
  return [{ address: token.contract, topics: topics as Hex[], data: '0x' }];
};
const addressOf = (number: number): Address => `0x${(number + 1).toString(16).padStart(40, '0')}`;
const follower = (options = {}) => followerOf({ ...home.all.context, chain: node.client as never }, silent, options);
/** Reads the chain to its head, and waits until everything that it announced has arrived. */
const follow = async () => {
  heard.length = 0;
  const { all } = home;
  await follower().catchUp();
  await all.sql`select pg_notify('change', 'end')`;
  while (heard.at(-1) !== 'end') await new Promise((resolve) => setTimeout(resolve, 5));
  return heard.slice(0, -1);
};
const state = async () => {
  const [row] = await home.all.sql`
    select version, (select string_agg(owner, ' ') from ownership where token_uuid = t.uuid) as owners,
      (select count(*)::int from history where token_uuid = t.uuid and event = 'TRANSFERRED') as transfers,
      (select owners from collection c where c.uuid = t.collection_uuid) as of_collection
    from token t where t.uuid = ${token.uuid}`;
  return row as unknown as { version: number; owners: string; transfers: number; of_collection: number };
};

it('far behind the head, no change is announced by itself, and the end of it makes every page read again', async () => {
  const before = await state();
  for (let number = 0; number < MANY; number++) node.mine(move(addressOf(number)));
  for (let number = 0; number < QUIET; number++) node.mine();
  expect(await follow()).toEqual(['']);
  expect(await state()).toEqual({
    version: before.version,
    owners: holder,
    transfers: before.transfers + MANY,
    of_collection: 1,
  });
});

it('near the head each change is announced', async () => {
  const before = await state();
  node.mine(move(addressOf(1000)));
  const changes = (await follow()).map((change) => JSON.parse(change));
  // The transfer is also an entry of lists of activity.
  expect(changes).toMatchObject([
    { kind: 'activity', version: 1 },
    { kind: 'token', uuid: token.uuid, version: before.version + 1 },
  ]);
  expect(await state()).toMatchObject({ owners: holder, transfers: before.transfers + 1 });
});

it('pages read again first if the head goes back before the follower has caught up, also by another worker', async () => {
  const before = await state();
  for (let number = 0; number < MANY; number++) node.mine(move(addressOf(2000 + number)));
  await follower({ maxRange: 100 }).step();
  const [cursor] = await home.all.sql<{ block_number: string }[]>`select block_number from chain_cursor`;
  node.drop(node.head() - Number(cursor?.block_number) - 2);
  const [again, ...more] = await follow();
  expect(again).toBe('');
  const changes = more.map((change) => JSON.parse(change) as { kind: string; uuid: string });
  // Besides these come messages for lists of activity.
  expect(changes.filter(({ kind }) => kind !== 'activity').map(({ uuid }) => uuid)).toEqual([token.uuid, token.uuid]);
  expect((await state()).transfers).toBeGreaterThan(before.transfers + 2);
  node.mine();
  expect(await follow()).toEqual([]);
});
