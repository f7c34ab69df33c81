import { collection1155Abi, collection721Abi, collectionFactoryAbi } from '@skarb/contracts/abi';
import type { SignatureStep, TransactionStep } from '@skarb/schema/primitive';
import type { Token, TokenDetail, TokenEvent } from '@skarb/schema/token';
import { keccak256, toHex, zeroAddress } from 'viem';
import { generatePrivateKey } from 'viem/accounts';
import { encodeFunctionData } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mintFailed } from './token.mint.ts';
import { type Catalogue, type Person, picture, startCatalogue } from './testing-catalogue.ts';

let all: Catalogue;
let ann: Person;
let bob: Person;
let home: { uuid: string };
beforeAll(async () => {
  all = await startCatalogue();
  [ann, bob] = await Promise.all([all.person(), all.person()]);
  home = await all.collection(ann, 'Home');
});
afterAll(() => all?.stop());

type Refusal = { statusCode: number; code: string; message: { property: string; constraints: Record<string, string> }[] | string };
type One = { data: TokenDetail };
const show = (uuid: string, as?: Person) => all.call<One & Refusal>('GET', `/token/${uuid}`, as ? { as } : {});
const create = async (wish: Record<string, string | { bytes: Buffer; name: string }>, as = ann, headers: Record<string, string> = {}) =>
  all.call<One & Refusal>('POST', '/token', { as, form: await all.tokenForm(home.uuid, wish), headers });

describe('a token, from form to chain', () => {
  it('is a draft of its creator, then minting, then minted and listed for everybody', async () => {
    const draft = await all.draft(ann, home.uuid, {
      royalty: '7.5',
      properties: JSON.stringify([
        { name: 'Mood', value: 'Calm' },
        { name: 'Year', value: '1991' },
      ]),
    });
    expect(draft).toMatchObject({ status: 'draft', type: 'ERC721', quantity: 1, royalty: 7.5, tokenId: '1', isFavorite: false, listing: null, offers: [] });
    expect(draft.metadata).toEqual([
      { name: 'Mood', value: 'Calm', isNumber: false },
      { name: 'Year', value: '1991', isNumber: true },
    ]);
    expect((await show(draft.uuid)).status).toBe(404);
    expect((await show(draft.uuid, bob)).status).toBe(404);
    expect((await all.call<{ data: Token[] }>('GET', `/token?creatorUuid=${ann.uuid}`, { as: ann })).body.data.map((token) => token.uuid)).toContain(draft.uuid);
    expect((await all.call<{ data: Token[] }>('GET', `/token?creatorUuid=${ann.uuid}`, { as: bob })).body.data).toEqual([]);

    await all.mintOnChain(ann, draft);
    expect((await show(draft.uuid)).body.data.status).toBe('minting');
    expect((await all.call<{ data: Token[] }>('GET', '/token')).body.data).toEqual([]);
    await all.follow();
    const shown = (await show(draft.uuid, bob)).body.data;
    expect(shown).toMatchObject({
      status: 'minted',
      ownerships: [{ owner: ann.address, ownerUuid: ann.uuid, quantity: 1 }],
      traits: [
        { name: 'Mood', count: 1, share: 1 },
        { name: 'Year', count: 1, share: 1 },
      ],
      chain: { chainId: all.config.chain.id, mintTxHash: expect.stringMatching(/^0x/), tokenUri: `ipfs://${shown.metadataHash}` },
    });
    const onChain = { address: shown.contractAddress as `0x${string}`, abi: collection721Abi } as const;
    expect(await all.context.chain.public.readContract({ ...onChain, functionName: 'tokenURI', args: [1n] })).toBe(shown.chain.tokenUri);
    expect(await all.context.chain.public.readContract({ ...onChain, functionName: 'royaltyInfo', args: [1n, 1000n] })).toEqual([ann.address, 75n]);
    const list = await all.call<{ data: Token[]; meta: unknown }>('GET', '/token', { as: bob });
    expect(list.body.data.map((token) => token.uuid)).toEqual([draft.uuid]);
    expect(list.body.meta).toEqual({ itemsPerPage: 12, totalItems: 1, currentPage: 1, totalPages: 1 });
    const story = await all.call<{ data: TokenEvent[] }>('GET', `/token/${draft.uuid}/history`);
    expect(story.body.data).toMatchObject([{ event: 'MINTED', to: ann.address, toUser: { uuid: ann.uuid }, quantity: 1, txHash: shown.chain.mintTxHash }]);
  });

  it('has a metadata document that wallets read, numbers as numbers, the same bytes as its digest on the chain', async () => {
    const token = await all.minted(ann, home.uuid, { type: 'ERC1155', quantity: '12', properties: JSON.stringify([{ name: 'Mood', value: 'Calm' }, { name: 'Ratio', value: '0,75' }, { name: 'Serial', value: '123456789012345678901' }]) });
    const document = await all.call<Record<string, unknown>>('GET', token.metadataUrl);
    expect(document.headers['content-type']).toMatch(/^application\/json/);
    expect(document.body).toEqual({
      name: 'A piece',
      description: 'Made by a test.',
      image: `ipfs://${token.imageHash}`,
      attributes: [
        { trait_type: 'Mood', value: 'Calm' },
        { trait_type: 'Ratio', value: 0.75 },
        { trait_type: 'Serial', value: '123456789012345678901' },
      ],
      type: 'ERC1155',
      categoryUuid: token.category.uuid,
      collectionUuid: home.uuid,
      networkUuid: all.networkUuid,
      imageHash: token.imageHash,
      royalty: 0,
      quantity: 12,
      ownerships: [{ owner: ann.address, ownerUuid: ann.uuid }],
      metadata: token.metadata,
    });
    const uri = await all.context.chain.public.readContract({ address: token.contractAddress as `0x${string}`, abi: collection1155Abi, functionName: 'uri', args: [BigInt(token.tokenId)] });
    expect(uri).toBe(`ipfs://${token.metadataHash}`);
    expect(token.ownerships).toMatchObject([{ owner: ann.address, quantity: 12 }]);
  });

  it('makes its creator a CREATOR', async () => {
    const eve = await all.person();
    await all.collection(eve);
    const [row] = await all.sql`select role from app_user where uuid = ${eve.uuid}`;
    expect(row?.role).toBe('CREATOR');
  });

  it('is minted by its creator himself where nobody pays for him', async () => {
    const draft = await all.draft(ann, home.uuid);
    const token = await (await import('./token.mint.ts')).findMintable(all.sql, draft.uuid);
    const [step] = (await import('./token.mint.ts')).mintSteps(all.config, token as never, false) as [TransactionStep];
    expect(step).toMatchObject({ kind: 'transaction', chainId: all.config.chain.id, value: '0' });
    await all.send(ann.key, step);
    await all.follow();
    expect((await show(draft.uuid)).body.data).toMatchObject({ status: 'minted', ownerships: [{ owner: ann.address, quantity: 1 }] });
  });

  it('that a repeated form with the same Idempotency-Key makes once', async () => {
    const form = await all.tokenForm(home.uuid, {});
    const headers = { 'idempotency-key': 'once-and-only-once' };
    const first = await all.call<One>('POST', '/token', { as: ann, form, headers });
    const again = await all.call<One>('POST', '/token', { as: ann, form, headers });
    expect([first.status, again.status, again.body.data.uuid]).toEqual([201, 201, first.body.data.uuid]);
  });

  it('gets ids of its own when many are made at once', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => all.draft(ann, home.uuid)));
    expect(new Set(made.map((token) => token.tokenId)).size).toBe(5);
    expect(new Set(made.map((token) => token.contractAddress)).size).toBe(1);
  });
});

describe('the mint request', () => {
  const put = (uuid: string, signature: string, as = ann) => all.call<One & Refusal>('PUT', `/token/${uuid}`, { as, json: { signature } });

  it('is taken from nobody but the creator, over nothing but this token', async () => {
    const [one, other] = [await all.draft(ann, home.uuid), await all.draft(ann, home.uuid)];
    const step = one.steps?.[0] as SignatureStep;
    expect(step).toMatchObject({ id: 'sign-mint', kind: 'signature', submit: { method: 'PUT', path: `/token/${one.uuid}`, field: 'signature' } });
    for (const signature of [await all.sign(bob.key, step), await all.sign(ann.key, other.steps?.[0] as SignatureStep), '0x', `0x${'11'.repeat(65)}`]) {
      const answer = await put(one.uuid, signature);
      expect(answer.status, signature).toBe(400);
      expect(answer.body.message).toMatchObject([{ property: 'signature' }]);
    }
    expect((await put(one.uuid, await all.sign(bob.key, step), bob)).status).toBe(404);
    expect((await put(one.uuid, 'no hex')).status).toBe(400);
    const [row] = await all.sql`select status from token where uuid = ${one.uuid}`;
    expect(row?.status).toBe('draft');
  });

  it('handed in twice is one task of the operator', async () => {
    const draft = await all.draft(ann, home.uuid);
    const signature = await all.sign(ann.key, draft.steps?.[0] as SignatureStep);
    expect((await put(draft.uuid, signature)).body.data).toMatchObject({ status: 'minting', steps: [] });
    expect((await put(draft.uuid, signature)).status).toBe(200);
    expect(await all.sql`select status from operator_task where kind = 'mint' and subject = ${draft.uuid}`).toEqual([{ status: 'pending' }]);
    expect((await put(draft.uuid, signature, bob)).status).toBe(403);
  });

  it('for a token that is minted is a conflict', async () => {
    const token = await all.minted(ann, home.uuid);
    expect((await put(token.uuid, '0x11')).status).toBe(409);
  });

  it('of a contract wallet is judged by the wallet’s own contract (ERC-1271)', async () => {
    const carl = await all.person();
    const collection = await all.collection(carl);
    const draft = await all.draft(carl, collection.uuid);
    // A wallet that takes every signature: PUSH4 0x1626ba7e, shifted to the left, returned.
    await all.chain.rpc('anvil_setCode', [carl.address, '0x631626ba7e60e01b60005260206000f3']);
    expect((await put(draft.uuid, '0x1234', carl)).status).toBe(200);
    await all.chain.rpc('anvil_setCode', [carl.address, '0x']);
  });

  it('may be signed again after the operator gave up, and under a new id where the old one is gone', async () => {
    const draft = await all.draft(ann, home.uuid);
    await put(draft.uuid, await all.sign(ann.key, draft.steps?.[0] as SignatureStep));
    await all.sql.begin((tx) => mintFailed(tx, draft.uuid));
    const failed = (await show(draft.uuid, ann)).body.data;
    expect(failed).toMatchObject({ status: 'failed', tokenId: draft.tokenId, steps: [{ id: 'sign-mint' }] });
    expect((await show(draft.uuid)).status).toBe(404);
    await put(draft.uuid, await all.sign(ann.key, failed.steps?.[0] as SignatureStep));
    // The creator mints something else under this id, past the marketplace.
    const request = { to: ann.address, tokenId: BigInt(draft.tokenId), quantity: 1n, digest: keccak256('0x01'), royaltyBps: 0, deadline: 2n ** 60n };
    await all.send(ann.key, { to: draft.contractAddress, data: encodeFunctionData({ abi: collection721Abi, functionName: 'mint', args: [request] }) });
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

describe('what a token’s form must hold', () => {
  const long = (length: number) => 'x'.repeat(length);
  const properties = (list: unknown) => ({ properties: JSON.stringify(list) });
  it.each<[string, Record<string, string>, string]>([
    ['a name', { name: '' }, 'name'],
    ['a name that is not only spaces', { name: '   ' }, 'name'],
    ['a name of at most 32 characters', { name: long(33) }, 'name'],
    ['a name without control characters', { name: 'a\u0000b' }, 'name'],
    ['a description', { description: '' }, 'description'],
    ['a description of at most 540 characters', { description: long(541) }, 'description'],
    ['a known kind', { type: 'ERC20' }, 'type'],
    ['a royalty that is a number', { royalty: 'ten' }, 'royalty'],
    ['a royalty not below 0', { royalty: '-1' }, 'royalty'],
    ['a royalty not above 50', { royalty: '50.01' }, 'royalty'],
    ['a royalty with at most two decimals', { royalty: '1.234' }, 'royalty'],
    ['one copy of a single piece', { quantity: '2' }, 'quantity'],
    ['a number of copies of an edition', { type: 'ERC1155' }, 'quantity'],
    ['at least two copies of an edition', { type: 'ERC1155', quantity: '1' }, 'quantity'],
    ['whole copies', { type: 'ERC1155', quantity: '2.5' }, 'quantity'],
    ['a bearable number of copies', { type: 'ERC1155', quantity: '1000001' }, 'quantity'],
    ['a network', { networkUuid: '' }, 'networkUuid'],
    ['the network of its collection', { networkUuid: '01900000-0000-7000-8000-000000000000' }, 'networkUuid'],
    ['a collection there is', { collectionUuid: '01900000-0000-7000-8000-000000000000' }, 'collectionUuid'],
    ['a category there is', { categoryUuid: '01900000-0000-7000-8000-000000000000' }, 'categoryUuid'],
    ['properties that are a list', { properties: '{"name":1}' }, 'properties'],
    ['properties that are JSON', { properties: '[{' }, 'properties'],
    ['at most 20 properties', properties(Array.from({ length: 21 }, () => ({ name: 'a', value: 'b' }))), 'properties'],
    ['properties with a name', properties([{ name: ' ', value: 'b' }]), 'properties.0.name'],
    ['properties with a value', properties([{ name: 'a', value: 'b' }, { name: 'a', value: '  ' }]), 'properties.1.value'],
  ])('%s', async (_, wish, property) => {
    const answer = await create(wish);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatchObject([{ property }]);
  });

  it('a file', async () => {
    const { file: _, ...form } = await all.tokenForm(home.uuid, {});
    const answer = await all.call<Refusal>('POST', '/token', { as: ann, form });
    expect(answer.body).toMatchObject({ statusCode: 400, message: [{ property: 'file', constraints: { isNotEmpty: 'required' } }] });
  });

  it('every field that is wrong is named at once', async () => {
    const answer = await create({ name: '', description: long(541), royalty: '99' });
    expect((answer.body.message as { property: string }[]).map((entry) => entry.property).toSorted()).toEqual(['description', 'name', 'royalty']);
  });

  it('the limits themselves are taken', async () => {
    const answer = await create({
      name: long(32),
      description: long(540),
      royalty: '50',
      type: 'ERC1155',
      quantity: '2',
      properties: JSON.stringify(Array.from({ length: 20 }, (_, index) => ({ name: `n${index}`, value: index }))),
    });
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({ royalty: 50, quantity: 2, type: 'ERC1155' });
    expect(answer.body.data.metadata).toHaveLength(20);
    expect(answer.body.data.metadata.every((property) => property.isNumber)).toBe(true);
  });

  it('comes from its collection’s creator, signed in, with the collection’s wallet', async () => {
    expect((await all.call('POST', '/token', { form: await all.tokenForm(home.uuid, {}) })).status).toBe(401);
    expect((await create({}, bob)).body).toMatchObject({ statusCode: 403, code: 'collection.notYours' });
    const dan = await all.person(false);
    const his = await all.collection(dan);
    const without = await all.call<Refusal>('POST', '/token', { as: dan, form: await all.tokenForm(his.uuid, {}) });
    expect(without.body).toMatchObject({ statusCode: 422, code: 'wallet.missing' });
    await all.sql`update app_user set metamask_wallet = ${dan.wallet} where uuid = ${dan.uuid}`;
    expect((await all.call('POST', '/token', { as: dan, form: await all.tokenForm(his.uuid, {}) })).status).toBe(201);
    await all.sql`update app_user set metamask_wallet = ${`0x${'d'.repeat(40)}`} where uuid = ${dan.uuid}`;
    const other = await all.call<Refusal>('POST', '/token', { as: dan, form: await all.tokenForm(his.uuid, {}) });
    expect(other.body).toMatchObject({ statusCode: 422, code: 'collection.otherWallet' });
  });
});

describe('favourites', () => {
  const count = async (uuid: string, as?: Person) => {
    const { favoriteCount, isFavorite } = (await show(uuid, as)).body.data;
    return { favoriteCount, isFavorite };
  };
  it('count people, however often and however many at once they press', async () => {
    const token = await all.minted(ann, home.uuid);
    const crowd = await Promise.all(Array.from({ length: 6 }, () => all.person()));
    const answers = await Promise.all(crowd.flatMap((as) => [1, 2, 3].map(() => all.call('POST', `/token/${token.uuid}/favorite`, { as }))));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([204]));
    expect(await count(token.uuid, crowd[0])).toEqual({ favoriteCount: 6, isFavorite: true });
    expect(await count(token.uuid)).toEqual({ favoriteCount: 6, isFavorite: false });
    await Promise.all(crowd.slice(0, 4).flatMap((as) => [1, 2].map(() => all.call('DELETE', `/token/${token.uuid}/favorite`, { as }))));
    expect(await count(token.uuid, crowd[0])).toEqual({ favoriteCount: 2, isFavorite: false });
    const mixed = await Promise.all(Array.from({ length: 10 }, (_, index) => all.call(index % 2 ? 'POST' : 'DELETE', `/token/${token.uuid}/favorite`, { as: crowd[5] as Person })));
    expect(mixed.every((answer) => answer.status === 204)).toBe(true);
    const [rows] = await all.sql`select count(*)::int as count from favorite where token_uuid = ${token.uuid}`;
    expect((await count(token.uuid)).favoriteCount).toBe(rows?.count);
    const liked = await all.call<{ data: Token[] }>('GET', `/token?favoritedByUuid=${crowd[4]?.uuid}`);
    expect(liked.body.data.map((one) => one.uuid)).toEqual([token.uuid]);
  });

  it('need a sign-in, and a token that one may see', async () => {
    const draft = await all.draft(ann, home.uuid);
    expect((await all.call('POST', `/token/${draft.uuid}/favorite`)).status).toBe(401);
    expect((await all.call('POST', `/token/${draft.uuid}/favorite`, { as: bob })).status).toBe(404);
    expect((await all.call('POST', '/token/01900000-0000-7000-8000-000000000000/favorite', { as: bob })).status).toBe(404);
    expect((await all.call('POST', '/token/7/favorite', { as: bob })).status).toBe(400);
  });
});

describe('reading anew', () => {
  const stand = async () => {
    const block = await all.context.chain.public.getBlock();
    await all.sql`
      insert into chain_cursor (chain_id, block_number, block_hash, block_time, head_number)
      values (${all.config.chain.id}, ${block.number.toString()}, ${block.hash}, now(), ${block.number.toString()})
      on conflict (chain_id) do update set block_number = excluded.block_number, block_hash = excluded.block_hash`;
  };
  const holders = (uuid: string) => all.sql`select owner, quantity::int from ownership where token_uuid = ${uuid} order by owner`;

  it('repairs a single piece’s holder, and counts with it', async () => {
    const eve = await all.person();
    const collection = await all.collection(eve);
    const token = await all.minted(eve, collection.uuid);
    await stand();
    await all.sql`update ownership set owner = ${bob.wallet} where token_uuid = ${token.uuid}`;
    await all.sql`update collection_owner set owner = ${bob.wallet} where collection_uuid = ${collection.uuid}`;
    expect((await all.call('POST', `/token/${token.uuid}/refresh`)).status).toBe(202);
    expect(await holders(token.uuid)).toEqual([{ owner: eve.wallet, quantity: 1 }]);
    expect(await all.sql`select owner, tokens from collection_owner where collection_uuid = ${collection.uuid}`).toEqual([{ owner: eve.wallet, tokens: 1 }]);
  });

  it('ends what was offered by somebody who does not hold it', async () => {
    const token = await all.minted(ann, home.uuid);
    await stand();
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

  it('repairs how many of an edition its holders have', async () => {
    const token = await all.minted(ann, home.uuid, { type: 'ERC1155', quantity: '10' });
    await stand();
    await all.sql`update ownership set quantity = 3 where token_uuid = ${token.uuid}`;
    await all.call('POST', `/token/${token.uuid}/refresh`);
    expect(await holders(token.uuid)).toEqual([{ owner: ann.wallet, quantity: 10 }]);
  });

  it('says so when the chain cannot be asked, and when there is no such token', async () => {
    expect((await all.call('POST', '/token/01900000-0000-7000-8000-000000000000/refresh')).status).toBe(404);
    const draft = await all.draft(ann, home.uuid);
    expect((await all.call('POST', `/token/${draft.uuid}/refresh`)).status).toBe(404);
  });
});

describe('a token’s story', () => {
  it('tells a transfer, but not the one that a sale in the same transaction explains', async () => {
    const token = await all.minted(ann, home.uuid);
    const move = (key: `0x${string}`, from: Person, to: Person) =>
      all.send(key, { to: token.contractAddress, data: encodeFunctionData({ abi: collection721Abi, functionName: 'transferFrom', args: [from.address, to.address, BigInt(token.tokenId)] }) });
    await move(ann.key, ann, bob);
    const sold = await move(bob.key, bob, ann);
    await all.follow();
    await all.sql`
      insert into history (uuid, token_uuid, event, price, currency_uuid, quantity, from_address, to_address, tx_hash)
      values (gen_random_uuid(), ${token.uuid}, 'SOLD', 1250000000000000000, ${(all.currencies[0] as { uuid: string }).uuid}, 1, ${bob.wallet}, ${ann.wallet}, ${sold})`;
    const { body } = await all.call<{ data: TokenEvent[]; meta: { totalItems: number } }>('GET', `/token/${token.uuid}/history`);
    expect(body.data.map((event) => event.event).toSorted()).toEqual(['MINTED', 'SOLD', 'TRANSFERRED']);
    expect(body.meta.totalItems).toBe(3);
    expect(body.data.find((event) => event.event === 'SOLD')).toMatchObject({ price: '1.25', currency: 'ETH', from: bob.address, to: ann.address, fromUser: { uuid: bob.uuid } });
    expect(body.data.find((event) => event.event === 'TRANSFERRED')).toMatchObject({ from: ann.address, to: bob.address });
  });
});

describe('a collection', () => {
  type Shown = { data: { uuid: string; name: string; contracts: { type: string; address: `0x${string}`; isDeployed: boolean }[]; stats: Record<string, unknown>; creator: { uuid: string }; imageUrl: string } };
  const open = async (as: Person | undefined, form: Record<string, string | { bytes: Buffer; name: string }>) => all.call<Shown & Refusal>('POST', '/collection', { ...(as ? { as } : {}), form });
  const file = async () => ({ bytes: await picture(), name: 'a.png' });

  it('shows where its contracts will stand, and then that they do', async () => {
    const eve = await all.person();
    const made = (await open(eve, { name: '  Вітер і скло ', file: await file() })).body.data;
    expect(made).toMatchObject({ name: 'Вітер і скло', creator: { uuid: eve.uuid }, stats: { items: 0, owners: 0, floorPrice: null, volume: '0', onSale: 0 } });
    expect(made.contracts.map((contract) => [contract.type, contract.isDeployed])).toEqual([
      ['ERC721', false],
      ['ERC1155', false],
    ]);
    const token = await all.minted(eve, made.uuid);
    expect(token.contractAddress).toBe(made.contracts[0]?.address);
    const shown = (await all.call<Shown>('GET', `/collection/${made.uuid}`)).body.data;
    expect(shown.contracts.map((contract) => contract.isDeployed)).toEqual([true, false]);
    expect(shown.stats).toMatchObject({ items: 1, owners: 1 });
    const name = await all.context.chain.public.readContract({ address: token.contractAddress as `0x${string}`, abi: collection721Abi, functionName: 'name' });
    expect(name).toBe('Вітер і скло');
  });

  it('needs no wallet until its first token, and belongs to the wallet of that moment', async () => {
    const dan = await all.person(false);
    const made = (await open(dan, { name: 'Later', file: await file() })).body.data;
    expect(made.contracts).toEqual([]);
    await all.sql`update app_user set metamask_wallet = ${dan.wallet} where uuid = ${dan.uuid}`;
    const token = await all.minted(dan, made.uuid);
    expect(token.ownerships).toMatchObject([{ owner: dan.address }]);
  });

  it.each<[string, Record<string, string>, string]>([
    ['without a name', { name: ' ' }, 'name'],
    ['with a name over 32 characters', { name: 'x'.repeat(33) }, 'name'],
    ['with a name a page cannot hold', { name: 'a\u0007' }, 'name'],
    ['on a network that is not ours', { name: 'x', networkUuid: '01900000-0000-7000-8000-000000000000' }, 'networkUuid'],
  ])('%s is refused', async (_, form, property) => {
    const answer = await open(ann, { ...form, file: await file() });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatchObject([{ property }]);
  });

  it('without a picture, or a sign-in, is refused', async () => {
    expect((await open(ann, { name: 'x' })).body.message).toEqual([{ property: 'file', constraints: { isNotEmpty: 'required' } }]);
    expect((await open(undefined, { name: 'x', file: await file() })).status).toBe(401);
    expect((await all.call('GET', '/collection/01900000-0000-7000-8000-000000000000')).status).toBe(404);
  });

  it('is found by name, by creator and in every order', async () => {
    const zoe = await all.person();
    for (const name of ['Amber', 'Cobalt', 'Birch']) await all.collection(zoe, name);
    await all.sql`update collection set floor_price = case name when 'Amber' then 5 when 'Cobalt' then 9 end, volume = length(name) where creator_uuid = ${zoe.uuid}`;
    const names = async (query: string) => (await all.call<{ data: { name: string }[] }>('GET', `/collection?creatorUuid=${zoe.uuid}&${query}`)).body.data.map((one) => one.name);
    expect(await names('sortBy=name:ASC')).toEqual(['Amber', 'Birch', 'Cobalt']);
    expect(await names('sortBy=name:DESC&limit=1&page=2')).toEqual(['Birch']);
    expect(await names('')).toEqual(['Birch', 'Cobalt', 'Amber']);
    expect(await names('sortBy=floorPrice:ASC')).toEqual(['Amber', 'Cobalt', 'Birch']);
    expect(await names('sortBy=floorPrice:DESC')).toEqual(['Cobalt', 'Amber', 'Birch']);
    expect((await names('sortBy=volume:DESC'))[0]).toBe('Cobalt');
    expect(await names('search=mbe')).toEqual(['Amber']);
    expect(await names('search=%25')).toEqual([]);
  });
});

describe('without an operator', () => {
  let alone: Catalogue;
  beforeAll(async () => {
    alone = await startCatalogue({ withOperator: false });
  });
  afterAll(() => alone?.stop());

  it('the creator’s own transaction mints, collection and all, and nobody else’s could', async () => {
    const eve = await alone.person();
    const collection = await alone.collection(eve);
    const draft = await alone.draft(eve, collection.uuid, { type: 'ERC1155', quantity: '5' });
    const step = draft.steps?.[0] as TransactionStep;
    expect(step).toMatchObject({ id: 'mint', kind: 'transaction' });
    await expect(alone.send(generatePrivateKey(), step)).rejects.toThrow();
    await alone.send(eve.key, step);
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
