import { collection1155Abi, collection721Abi } from '@skarb/contracts/abi';
import type { TransactionStep } from '@skarb/schema/primitive';
import type { Token, TokenEvent } from '@skarb/schema/token';
import { encodeFunctionData } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findMintable, mintSteps } from './token.mint.ts';
import { type Home, type One, type Person, startHome } from './testing-catalogue.ts';

let { all, ann, bob, home, show } = {} as Home;
beforeAll(async () => {
  ({ all, ann, bob, home, show } = await startHome());
});
afterAll(() => all?.stop());

describe('a token, from form to chain', () => {
  it('is a draft of its creator, then minting, then minted and listed for everyone', async () => {
    const draft = await all.draft(ann, home.uuid, {
      royalty: '7.5',
      properties: JSON.stringify([
        { name: 'Mood', value: 'Calm' },
        { name: 'Year', value: '1991' },
      ]),
    });
    expect(draft).toMatchObject({
      status: 'draft',
      type: 'ERC721',
      quantity: 1,
      royalty: 7.5,
      tokenId: '1',
      isFavorite: false,
      listing: null,
      offers: [],
    });
    expect(draft.metadata).toEqual([
      { name: 'Mood', value: 'Calm', isNumber: false },
      { name: 'Year', value: '1991', isNumber: true },
    ]);
    expect((await show(draft.uuid)).status).toBe(404);
    expect((await show(draft.uuid, bob)).status).toBe(404);
    expect(
      (await all.call<{ data: Token[] }>('GET', `/token?creatorUuid=${ann.uuid}`, { as: ann })).body.data.map(
        (token) => token.uuid,
      ),
    ).toContain(draft.uuid);
    expect((await all.call<{ data: Token[] }>('GET', `/token?creatorUuid=${ann.uuid}`, { as: bob })).body.data).toEqual(
      [],
    );

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
      chain: {
        chainId: all.config.chain.id,
        mintTxHash: expect.stringMatching(/^0x/),
        tokenUri: `ipfs://${shown.metadataHash}`,
      },
    });
    const onChain = { address: shown.contractAddress as `0x${string}`, abi: collection721Abi } as const;
    expect(await all.context.chain.public.readContract({ ...onChain, functionName: 'tokenURI', args: [1n] })).toBe(
      shown.chain.tokenUri,
    );
    expect(
      await all.context.chain.public.readContract({ ...onChain, functionName: 'royaltyInfo', args: [1n, 1000n] }),
    ).toEqual([ann.address, 75n]);
    const list = await all.call<{ data: Token[]; meta: unknown }>('GET', '/token', { as: bob });
    expect(list.body.data.map((token) => token.uuid)).toEqual([draft.uuid]);
    expect(list.body.meta).toEqual({ itemsPerPage: 12, totalItems: 1, currentPage: 1, totalPages: 1 });
    const story = await all.call<{ data: TokenEvent[] }>('GET', `/token/${draft.uuid}/history`);
    expect(story.body.data).toMatchObject([
      { event: 'MINTED', to: ann.address, toUser: { uuid: ann.uuid }, quantity: 1, txHash: shown.chain.mintTxHash },
    ]);
  });

  it('has a metadata document with numbers as numbers, whose bytes match the digest on chain', async () => {
    const token = await all.minted(ann, home.uuid, {
      type: 'ERC1155',
      quantity: '12',
      properties: JSON.stringify([
        { name: 'Mood', value: 'Calm' },
        { name: 'Ratio', value: '0,75' },
        { name: 'Serial', value: '123456789012345678901' },
      ]),
    });
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
    const uri = await all.context.chain.public.readContract({
      address: token.contractAddress as `0x${string}`,
      abi: collection1155Abi,
      functionName: 'uri',
      args: [BigInt(token.tokenId)],
    });
    expect(uri).toBe(`ipfs://${token.metadataHash}`);
    expect(token.ownerships).toMatchObject([{ owner: ann.address, quantity: 12 }]);
  });

  it('gives its creator the role CREATOR', async () => {
    const eve = await all.person();
    await all.collection(eve);
    const [row] = await all.sql`select role from app_user where uuid = ${eve.uuid}`;
    expect(row?.role).toBe('CREATOR');
  });

  it("is minted by the creator's own transaction when the operator does not pay", async () => {
    const draft = await all.draft(ann, home.uuid);
    const token = await findMintable(all.sql, draft.uuid);
    const [step] = mintSteps(all.config, token as never, 'operator.off') as [TransactionStep];
    expect(step).toMatchObject({ kind: 'transaction', chainId: all.config.chain.id, value: '0' });
    await all.send(ann.key, step);
    await all.follow();
    expect((await show(draft.uuid)).body.data).toMatchObject({
      status: 'minted',
      ownerships: [{ owner: ann.address, quantity: 1 }],
    });
  });

  it('is created once when a form is repeated with the same Idempotency-Key', async () => {
    const form = await all.tokenForm(home.uuid, {});
    const headers = { 'idempotency-key': 'once-and-only-once' };
    const first = await all.call<One>('POST', '/token', { as: ann, form, headers });
    const again = await all.call<One>('POST', '/token', { as: ann, form, headers });
    expect([first.status, again.status, again.body.data.uuid]).toEqual([201, 201, first.body.data.uuid]);
  });

  it('gets its own token id when many are created at once', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => all.draft(ann, home.uuid)));
    expect(new Set(made.map((token) => token.tokenId)).size).toBe(5);
    expect(new Set(made.map((token) => token.contractAddress)).size).toBe(1);
  });
});

describe('favourites', () => {
  const count = async (uuid: string, as?: Person) => {
    const { favoriteCount, isFavorite } = (await show(uuid, as)).body.data;
    return { favoriteCount, isFavorite };
  };
  it('count users, however often and however many at once they press', async () => {
    const token = await all.minted(ann, home.uuid);
    const crowd = await Promise.all(Array.from({ length: 6 }, () => all.person()));
    const answers = await Promise.all(
      crowd.flatMap((as) => [1, 2, 3].map(() => all.call('POST', `/token/${token.uuid}/favorite`, { as }))),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([204]));
    expect(await count(token.uuid, crowd[0])).toEqual({ favoriteCount: 6, isFavorite: true });
    expect(await count(token.uuid)).toEqual({ favoriteCount: 6, isFavorite: false });
    await Promise.all(
      crowd.slice(0, 4).flatMap((as) => [1, 2].map(() => all.call('DELETE', `/token/${token.uuid}/favorite`, { as }))),
    );
    expect(await count(token.uuid, crowd[0])).toEqual({ favoriteCount: 2, isFavorite: false });
    const mixed = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        all.call(index % 2 ? 'POST' : 'DELETE', `/token/${token.uuid}/favorite`, { as: crowd[5] as Person }),
      ),
    );
    expect(mixed.every((answer) => answer.status === 204)).toBe(true);
    const [rows] = await all.sql`select count(*)::int as count from favorite where token_uuid = ${token.uuid}`;
    expect((await count(token.uuid)).favoriteCount).toBe(rows?.count);
    const liked = await all.call<{ data: Token[] }>('GET', `/token?favoritedByUuid=${crowd[4]?.uuid}`);
    expect(liked.body.data.map((one) => one.uuid)).toEqual([token.uuid]);
  });

  it('need a sign-in, and a token that the user may see', async () => {
    const draft = await all.draft(ann, home.uuid);
    expect((await all.call('POST', `/token/${draft.uuid}/favorite`)).status).toBe(401);
    expect((await all.call('POST', `/token/${draft.uuid}/favorite`, { as: bob })).status).toBe(404);
    expect((await all.call('POST', '/token/01900000-0000-7000-8000-000000000000/favorite', { as: bob })).status).toBe(
      404,
    );
    expect((await all.call('POST', '/token/7/favorite', { as: bob })).status).toBe(400);
  });
});

describe("a token's history", () => {
  it('shows a transfer, but not the transfer that belongs to a sale in the same transaction', async () => {
    const token = await all.minted(ann, home.uuid);
    const move = (key: `0x${string}`, from: Person, to: Person) =>
      all.send(key, {
        to: token.contractAddress,
        data: encodeFunctionData({
          abi: collection721Abi,
          functionName: 'transferFrom',
          args: [from.address, to.address, BigInt(token.tokenId)],
        }),
      });
    await move(ann.key, ann, bob);
    const sold = await move(bob.key, bob, ann);
    await all.follow();
    // As the sale's own records do.
    await all.sql`update app_user set is_wallet_public = true where uuid = ${bob.uuid}`;
    await all.sql`
      insert into history (uuid, token_uuid, event, price, currency_uuid, quantity, from_address, to_address, tx_hash)
      values (gen_random_uuid(), ${token.uuid}, 'SOLD', 1250000000000000000, ${(all.currencies[0] as { uuid: string }).uuid}, 1, ${bob.wallet}, ${ann.wallet}, ${sold})`;
    const { body } = await all.call<{ data: TokenEvent[]; meta: { totalItems: number } }>(
      'GET',
      `/token/${token.uuid}/history`,
    );
    expect(body.data.map((event) => event.event).toSorted()).toEqual(['MINTED', 'SOLD', 'TRANSFERRED']);
    expect(body.meta.totalItems).toBe(3);
    expect(body.data.find((event) => event.event === 'SOLD')).toMatchObject({
      price: '1.25',
      currency: 'ETH',
      from: bob.address,
      to: ann.address,
      fromUser: { uuid: bob.uuid },
    });
    expect(body.data.find((event) => event.event === 'TRANSFERRED')).toMatchObject({
      from: ann.address,
      to: bob.address,
    });
  });
});

describe('a token in two languages', () => {
  const localization = {
    default: 'en',
    texts: [
      {
        locale: 'uk',
        name: 'Тиха заплава',
        description: 'Вода після дощу.',
        properties: [
          { name: 'Настрій', value: 'Спокій' },
          { name: 'Рік', value: '1991' },
        ],
      },
    ],
  };
  const form = {
    name: 'Silent floodplain',
    description: 'Water after the rain.',
    properties: JSON.stringify([
      { name: 'Mood', value: 'Calm' },
      { name: 'Year', value: '1991' },
    ]),
  };

  it('has its texts in its metadata, its answers, searches, feeds and cards, each in the language of its reader', async () => {
    const plain = await all.draft(ann, home.uuid, form);
    expect(plain.localization).toBeUndefined();
    const { uuid } = await all.minted(ann, home.uuid, { ...form, localization: JSON.stringify(localization) });
    const work = (await show(uuid)).body.data;
    const [text] = localization.texts;
    expect(work).toMatchObject({ name: form.name, description: form.description });
    expect(work.localization).toEqual({
      default: 'en',
      texts: [
        {
          locale: 'uk',
          name: text?.name,
          description: text?.description,
          metadata: text?.properties.map((property, at) => ({ ...property, isNumber: at === 1 })),
        },
      ],
    });

    // EIP-1155: {locale} in the address is replaced with each of `locales`. One work without languages has none of it.
    const read = async (path: string) => (await all.call<Record<string, unknown>>('GET', path)).body;
    const document = await read(work.metadataUrl);
    expect(Object.keys(document)).toEqual([...Object.keys(await read(plain.metadataUrl)), 'localization']);
    expect(document.localization).toMatchObject({ default: 'en', locales: ['en', 'uk'] });
    const { uri } = document.localization as { uri: string };
    expect(uri).toMatch(/^ipfs:\/\/bafybei[a-z2-7]{52}\/\{locale\}\.json$/);
    const [english, ukrainian] = ['en', 'uk'].map((locale) =>
      uri.replace('ipfs:/', '/media').replace('{locale}', locale),
    );
    expect(await read(english as string)).toMatchObject({ name: form.name, image: document.image });
    expect(await read(ukrainian as string)).toEqual({
      name: text?.name,
      description: text?.description,
      image: document.image,
      attributes: [
        { trait_type: 'Настрій', value: 'Спокій' },
        { trait_type: 'Рік', value: 1991 },
      ],
    });
    const { headers } = await all.call('GET', ukrainian as string);
    expect(headers['cache-control']).toContain('immutable');
    const folder = (ukrainian as string).slice(0, -'/uk.json'.length);
    for (const path of [folder, `${folder}/de.json`, `${folder}/640.webp`])
      expect((await all.call('GET', path)).status, path).toBe(404);

    const found = async (search: string) =>
      (await all.call<{ data: Token[] }>('GET', `/token?${new URLSearchParams({ search })}`)).body.data;
    for (const search of ['floodplain', 'заплава', 'тиха запл', 'спокій', 'дощу'])
      expect(
        (await found(search)).map((one) => one.uuid),
        search,
      ).toEqual([uuid]);
    expect((await found('заплава'))[0]?.localization).toEqual({
      default: 'en',
      texts: [{ locale: 'uk', name: text?.name }],
    });
    const suggested = await all.call<{ data: { tokens: object[] } }>(
      'GET',
      `/search?${new URLSearchParams({ q: 'заплва' })}`,
    );
    expect(suggested.body.data).toMatchObject({ corrected: 'заплава', tokens: [{ uuid, matched: { by: 'name' } }] });

    const page = async (url: string) => (await all.app.inject({ method: 'GET', url })).body;
    expect(await page(`/embed/nfts/${uuid}?lng=ukr`)).toContain(`>${text?.name}</a>`);
    expect(await page(`/embed/nfts/${uuid}?lng=en`)).toContain(`>${form.name}</a>`);
    const feed = await page(`/feed/works.json?search=floodplain&lng=ukr`);
    expect(JSON.parse(feed)).toMatchObject({
      items: [{ title: text?.name, content_text: expect.stringContaining('Вода') }],
    });
  });
});

describe('a backup', () => {
  it('can be restored: what computes columns, indexes and checks finds its functions without a search path', async () => {
    await all.minted(ann, home.uuid, { properties: JSON.stringify([{ name: 'Mood', value: 'calm' }]) });
    const tables = await all.sql<{ name: string; columns: string[] }[]>`
      select c.relname as name, (select array_agg(quote_ident(a.attname) order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = '') as columns
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`;
    const restored = new Map<string, number>();
    await all.sql
      .begin(async (tx) => {
        // As pg_dump writes at the head of each file.
        await tx`select pg_catalog.set_config('search_path', '', false)`;
        for (const { name, columns } of tables) {
          await tx.unsafe(`create table public.restored (like public."${name}" including all)`);
          const { count } = await tx.unsafe(
            `insert into public.restored (${columns.join()}) select ${columns.join()} from public."${name}"`,
          );
          restored.set(name, count);
          await tx.unsafe('drop table public.restored');
        }
        throw new Error('rolled back');
      })
      .catch((error: Error) => expect(error.message).toBe('rolled back'));
    expect(restored.get('token')).toBeGreaterThan(0);
    expect(restored.get('collection')).toBeGreaterThan(0);
  });
});
