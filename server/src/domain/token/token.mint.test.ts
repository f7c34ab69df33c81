import { collection721Abi, collectionFactoryAbi } from '@skarb/contracts/abi';
import type { Profile } from '@skarb/schema/auth';
import type { ListMeta, SignatureStep, TransactionStep } from '@skarb/schema/primitive';
import { uuidv7 } from 'uuidv7';
import { createWalletClient, encodeFunctionData, http, keccak256, toHex, zeroAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dropTasks } from '../media/media.drop.ts';
import { deleteUnpublishedOf } from './store/token.store.ts';
import { buildMintCall, mintFailed } from './token.mint.ts';
import { type Catalogue, type Home, type One, type Refusal, startCatalogue, startHome } from './testing-catalogue.ts';

let { all, ann, bob, home, show } = {} as Home;
beforeAll(async () => {
  ({ all, ann, bob, home, show } = await startHome());
});
afterAll(() => all?.stop());

describe('the mint request', () => {
  const put = (uuid: string, signature: string, as = ann) =>
    all.call<One & Refusal>('PUT', `/token/${uuid}`, { as, json: { signature } });

  it('is accepted only from the creator, and only for this token', async () => {
    const [one, other] = [await all.draft(ann, home.uuid), await all.draft(ann, home.uuid)];
    const step = one.steps?.[0] as SignatureStep;
    expect(step).toMatchObject({
      id: 'sign-mint',
      kind: 'signature',
      submit: { method: 'PUT', path: `/token/${one.uuid}`, field: 'signature' },
    });
    for (const signature of [
      await all.sign(bob.key, step),
      await all.sign(ann.key, other.steps?.[0] as SignatureStep),
      '0x',
      `0x${'11'.repeat(65)}`,
    ]) {
      const answer = await put(one.uuid, signature);
      expect(answer.status, signature).toBe(400);
      expect(answer.body.message).toMatchObject([{ property: 'signature' }]);
    }
    expect((await put(one.uuid, await all.sign(bob.key, step), bob)).status).toBe(404);
    expect((await put(one.uuid, 'no hex')).status).toBe(400);
    const [row] = await all.sql`select status from token where uuid = ${one.uuid}`;
    expect(row?.status).toBe('draft');
  });

  it('submitted twice creates one operator task', async () => {
    const draft = await all.draft(ann, home.uuid);
    const signature = await all.sign(ann.key, draft.steps?.[0] as SignatureStep);
    expect((await put(draft.uuid, signature)).body.data).toMatchObject({ status: 'minting', steps: [] });
    expect((await put(draft.uuid, signature)).status).toBe(200);
    expect(await all.sql`select status from operator_task where kind = 'mint' and subject = ${draft.uuid}`).toEqual([
      { status: 'pending' },
    ]);
    expect((await put(draft.uuid, signature, bob)).status).toBe(403);
  });

  it('for a minted token is a conflict', async () => {
    const token = await all.minted(ann, home.uuid);
    expect((await put(token.uuid, '0x11')).status).toBe(409);
  });

  it("of a contract wallet is checked by the wallet's own contract (ERC-1271)", async () => {
    const carl = await all.person();
    const collection = await all.collection(carl);
    const draft = await all.draft(carl, collection.uuid);
    // A wallet that accepts every signature: PUSH4 0x1626ba7e, shifted to the left, returned.
    await all.chain.rpc('anvil_setCode', [carl.address, '0x631626ba7e60e01b60005260206000f3']);
    expect((await put(draft.uuid, '0x1234', carl)).status).toBe(200);
    await all.chain.rpc('anvil_setCode', [carl.address, '0x']);
  });

  it('is counted among the works of its maker as it is listed: to them alone', async () => {
    const eve = await all.person();
    const collection = await all.collection(eve);
    await all.draft(eve, collection.uuid);
    type Answer = { data: Profile } & { meta: ListMeta };
    const counted = async (viewer: typeof ann) => [
      (await all.call<Answer>('GET', `/auth/profile/${eve.uuid}`, { as: viewer })).body.data.counts.created,
      (await all.call<Answer>('GET', `/token?creatorUuid=${eve.uuid}`, { as: viewer })).body.meta.totalItems,
    ];
    expect([await counted(eve), await counted(bob)]).toEqual([
      [1, 1],
      [0, 0],
    ]);
  });

  it('can be signed again after the operator failed, and gets a new token id when the old one is taken', async () => {
    const draft = await all.draft(ann, home.uuid);
    await put(draft.uuid, await all.sign(ann.key, draft.steps?.[0] as SignatureStep));
    await all.sql.begin((tx) => mintFailed(tx, draft.uuid));
    const failed = (await show(draft.uuid, ann)).body.data;
    expect(failed).toMatchObject({ status: 'failed', tokenId: draft.tokenId, steps: [{ id: 'sign-mint' }] });
    expect((await show(draft.uuid)).status).toBe(404);
    await put(draft.uuid, await all.sign(ann.key, failed.steps?.[0] as SignatureStep));
    // The creator mints another token under this id, without the marketplace.
    const request = {
      to: ann.address,
      tokenId: BigInt(draft.tokenId),
      quantity: 1n,
      digest: keccak256('0x01'),
      royaltyBps: 0,
      deadline: 2n ** 60n,
    };
    await all.send(ann.key, {
      to: draft.contractAddress,
      data: encodeFunctionData({ abi: collection721Abi, functionName: 'mint', args: [request] }),
    });
    await all.follow();
    expect((await show(draft.uuid)).body.data).toMatchObject({ status: 'minting', ownerships: [] });
    await all.sql.begin((tx) => mintFailed(tx, draft.uuid, true));
    const moved = (await show(draft.uuid, ann)).body.data;
    expect(moved.tokenId).not.toBe(draft.tokenId);
    await all.mintOnChain(ann, moved);
    await all.follow();
    expect((await show(draft.uuid)).body.data.status).toBe('minted');
  });
});

describe('a draft', () => {
  const remove = (uuid: string, as = ann) => all.call<Refusal>('DELETE', `/token/${uuid}`, { as });
  const works = async () =>
    (await all.call<{ meta: ListMeta }>('GET', `/token?creatorUuid=${ann.uuid}`, { as: ann })).body.meta.totalItems;

  it('is deleted by its maker alone, and nobody else learns that it exists', async () => {
    const before = await works();
    const draft = await all.draft(ann, home.uuid, {
      properties: JSON.stringify([{ name: 'Mood', value: 'dim' }]),
    });
    expect(await works()).toBe(before + 1);
    const [foreign, unknown] = [await remove(draft.uuid, bob), await remove(uuidv7(), bob)];
    expect(foreign).toMatchObject({ status: 404, body: unknown.body });
    expect((await all.call('DELETE', `/token/${draft.uuid}`)).status).toBe(401);
    expect((await remove(draft.uuid)).status).toBe(204);
    expect((await show(draft.uuid, ann)).status).toBe(404);
    expect(await works()).toBe(before);
    expect((await remove(draft.uuid)).status).toBe(404);
  });

  it('is deleted with its files, its metadata too', async () => {
    const draft = await all.draft(ann, home.uuid, {
      localization: JSON.stringify({
        default: 'en',
        texts: [{ locale: 'uk', name: 'Чернетка', description: 'Приватне.' }],
      }),
    });
    const [{ files }] = await all.sql<[{ files: string[] }]>`
      select array[image_hash, metadata_hash, folder_hash] || (select array_agg(cid) from media_folder_file where folder_cid = folder_hash) as files
      from token join token_localization l on l.token_uuid = token.uuid where uuid = ${draft.uuid}`;
    const kept = async () => (await all.sql`select cid from media where cid = any(${files}::text[])`).length;
    expect(await kept()).toBe(files.length);
    expect((await remove(draft.uuid)).status).toBe(204);
    for (const { payload } of await all.sql<{ payload: { cids: string[] } }[]>`
      select payload from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
      where task.identifier = 'drop-media'`)
      await dropTasks(all.context)['drop-media']?.(payload);
    expect(await kept()).toBe(0);
    const signature = await all.sign(ann.key, draft.steps?.[0] as SignatureStep);
    expect((await all.call('PUT', `/token/${draft.uuid}`, { as: ann, json: { signature } })).status).toBe(404);
  });

  it('stays once its mint is signed, also after the operator has failed', async () => {
    const draft = await all.draft(ann, home.uuid);
    const signature = await all.sign(ann.key, draft.steps?.[0] as SignatureStep);
    await all.call('PUT', `/token/${draft.uuid}`, { as: ann, json: { signature } });
    expect(await remove(draft.uuid)).toMatchObject({ status: 409, body: { code: 'token.signed' } });
    expect(await remove(draft.uuid, bob)).toMatchObject({ status: 403 });
    await all.sql.begin((tx) => mintFailed(tx, draft.uuid));
    expect(await remove(draft.uuid)).toMatchObject({ status: 409, body: { code: 'token.signed' } });
    expect((await show(draft.uuid, ann)).body.data.status).toBe('failed');
    const minted = await all.minted(ann, home.uuid);
    expect(await remove(minted.uuid)).toMatchObject({ status: 409, body: { code: 'token.minted' } });
  });

  it('stays while a transaction or an operation of its maker is on its way, which may mint it', async () => {
    const carl = await all.person();
    const draft = await all.draft(carl, (await all.collection(carl)).uuid);
    await all.chain.fund(carl.address, 10n ** 18n);
    const account = privateKeyToAccount(carl.key);
    const wallet = createWalletClient({ account, transport: http(all.chain.rpcUrl) });
    await all.chain.rpc('evm_setAutomine', [false]);
    try {
      await wallet.sendTransaction({ chain: null, to: carl.address });
      expect(await remove(draft.uuid, carl)).toMatchObject({ status: 409, body: { code: 'token.onItsWay' } });
    } finally {
      await all.chain.rpc('evm_setAutomine', [true]);
      await all.chain.rpc('anvil_mine', []);
    }
    const [task] = await all.sql<{ uuid: string }[]>`
      insert into operator_task (uuid, chain_id, kind, subject, account_uuid)
      values (gen_random_uuid(), ${all.config.chain.id}, 'operation', ${keccak256('0x02')}, ${carl.uuid}) returning uuid`;
    expect(await remove(draft.uuid, carl)).toMatchObject({ status: 409, body: { code: 'token.onItsWay' } });
    await all.sql`delete from operator_task where uuid = ${(task as { uuid: string }).uuid}`;
    expect((await remove(draft.uuid, carl)).status).toBe(204);
  });

  it('stays when offers refer to it, because a reorg removed its mint', async () => {
    const draft = await all.draft(ann, home.uuid);
    await all.sql`
      insert into offer (uuid, type, status, token_uuid, collection_uuid, category_uuid, network_uuid, currency_uuid, maker_uuid, maker, price, price_eth, quantity, quantity_left, marketplace_bps, royalty_bps)
      values (${draft.uuid}, 'BID', 'CANCELLED', ${draft.uuid}, ${home.uuid}, ${draft.category.uuid}, ${all.networkUuid}, ${(all.currencies[0] as { uuid: string }).uuid}, ${bob.uuid}, ${bob.wallet}, 5, 5, 1, 1, 1000, 0)`;
    expect(await remove(draft.uuid)).toMatchObject({ status: 409, body: { code: 'token.signed' } });
    expect((await show(draft.uuid, ann)).body.data.status).toBe('draft');
    // The deletion of its maker's account passes it over.
    const other = await all.draft(ann, home.uuid);
    await all.sql.begin((tx) => deleteUnpublishedOf(tx, ann.uuid));
    expect((await show(draft.uuid, ann)).body.data.status).toBe('draft');
    expect((await show(other.uuid, ann)).status).toBe(404);
  });
});

describe("the operator's mint", () => {
  it('calls the collection once it is deployed, and the factory after a reorg removed the collection', async () => {
    const collection = await all.collection(ann);
    const [first, second] = [await all.draft(ann, collection.uuid), await all.draft(ann, collection.uuid)];
    const signature = await all.sign(ann.key, second.steps?.[0] as SignatureStep);
    await all.call('PUT', `/token/${second.uuid}`, { as: ann, json: { signature } });
    const call = () => buildMintCall(all.sql, all.config, second.uuid);
    const factory = all.config.deployment.collectionFactory;
    expect((await call())?.to).toBe(factory);

    await all.follow();
    const head = async () => Number(await all.chain.rpc('eth_blockNumber'));
    const before = await head();
    await all.mintOnChain(ann, first);
    const logs = await all.follow();
    expect((await call())?.to).toBe(second.contractAddress.toLowerCase());

    const blocks = (await head()) - before;
    await all.chain.rpc('anvil_rollback', [blocks]);
    await all.feed(logs, 'undo');
    expect((await call())?.to).toBe(factory);

    await all.chain.rpc('anvil_mine', [toHex(blocks)]);
    await all.send(ann.key, (await call())!);
    await all.follow();
    expect((await show(second.uuid)).body.data.status).toBe('minted');
    // The collection is deployed again: the other token is minted directly on it.
    const again = await buildMintCall(all.sql, all.config, first.uuid);
    expect(again?.to).toBe(second.contractAddress.toLowerCase());
    await all.send(ann.key, again!);
    await all.follow();
    expect((await show(first.uuid)).body.data.status).toBe('minted');
  });
});

describe('without an operator', () => {
  let alone: Catalogue;
  beforeAll(async () => {
    alone = await startCatalogue({ withOperator: false });
  });
  afterAll(() => alone?.stop());

  it("the creator's own transaction deploys the collection and mints, and no other account can send it", async () => {
    const eve = await alone.person();
    const collection = await alone.collection(eve);
    const draft = await alone.draft(eve, collection.uuid, { type: 'ERC1155', quantity: '5' });
    const step = draft.steps?.[0] as TransactionStep;
    expect(step).toMatchObject({ id: 'mint', kind: 'transaction' });
    await expect(alone.send(generatePrivateKey(), step)).rejects.toThrow();
    await alone.send(eve.key, step);
    // Mined, but not read yet: it cannot be deleted any more.
    const deleted = await alone.call<Refusal>('DELETE', `/token/${draft.uuid}`, { as: eve });
    expect(deleted).toMatchObject({ status: 409, body: { code: 'token.onItsWay' } });
    await alone.follow();
    const shown = (await alone.call<One>('GET', `/token/${draft.uuid}`)).body.data;
    expect(shown).toMatchObject({ status: 'minted', ownerships: [{ owner: eve.address, quantity: 5 }] });
    const made = await alone.context.chain.public.readContract({
      address: alone.config.deployment.collectionFactory,
      abi: collectionFactoryAbi,
      functionName: 'predict',
      args: [1, eve.address, 'Test', keccak256(toHex(collection.uuid))],
    });
    expect(shown.contractAddress).toBe(made);
    expect(made).not.toBe(zeroAddress);
  });
});
