import type { CollectionHolder, CollectionTrait } from '@skarb/schema/collection';
import type { SearchFound } from '@skarb/schema/search';
import type { Token } from '@skarb/schema/token';
import { keccak256, toHex } from 'viem';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { listen } from '../../platform/db/listen.ts';
import { addressOf, insertCollection, placeContracts, takeTokenId } from '../collection/collection.store.ts';
import { advanceProperties } from '../token/property.jobs.ts';
import { insertDraft, refreshTokens } from '../token/store/token.store.ts';
import { moveOwnership } from '../token/store/ownership.store.ts';
import { sweepWords, forgetWordsOf } from '../token/store/word.store.ts';
import { type Catalogue, type One, type Person, startCatalogue } from '../token/testing-catalogue.ts';

let all: Catalogue;
let ann: Person;
let bob: Person;
const birds = uuidv7();
const IMAGE = `bafkrei${'a'.repeat(52)}`;
const NAMES = ['Peacock at noon', 'Quiet owl', 'Stork', 'Павич у саду'];
const tokens: { uuid: string; name: string }[] = [];

type Properties = Record<string, string>;
/** Their words in Ukrainian, which the first work has. */
const UKRAINIAN: Properties = { Colour: 'Колір', grey: 'сірий' };
const make = async (name: string, properties: Properties, owner: Person): Promise<string> => {
  const uuid = uuidv7();
  const metadata = Object.entries(properties).map(([key, value]) => ({
    name: key,
    value,
    isNumber: /^\d+$/.test(value),
  }));
  const inUkrainian = metadata.map((one) => ({
    ...one,
    name: UKRAINIAN[one.name] ?? one.name,
    value: UKRAINIAN[one.value] ?? one.value,
  }));
  await all.sql.begin(async (tx) => {
    await insertDraft(tx, {
      uuid,
      name,
      description: 'Drawn by hand',
      type: 'ERC721',
      imageHash: IMAGE,
      posterHash: null,
      metadataHash: IMAGE,
      metadataDigest: keccak256(toHex(uuid)),
      royaltyBps: 0,
      quantity: 1,
      categoryUuid: all.categories[0] as string,
      collectionUuid: birds,
      networkUuid: all.networkUuid,
      creatorUuid: ann.uuid,
      creatorAddress: ann.wallet,
      chainId: all.config.chain.id,
      contractAddress: await addressOf(tx, birds, 'ERC721'),
      tokenId: (await takeTokenId(tx, birds, 'ERC721')) as bigint,
      mintDeadline: new Date(2e12),
      metadata,
      localization:
        tokens.length > 0
          ? undefined
          : {
              default: 'en',
              texts: [{ locale: 'uk', name, description: '', metadata: inUkrainian }],
              folderHash: IMAGE,
            },
    });
    await tx`update token set status = 'minted' where uuid = ${uuid}`;
    await moveOwnership(tx, [{ tokenUuid: uuid, owner: owner.wallet, by: 1n }]);
    await refreshTokens(tx, [uuid]);
  });
  tokens.push({ uuid, name });
  return uuid;
};

const sell = async (uuid: string, eth: number): Promise<void> => {
  await all.sql.begin(async (tx) => {
    await tx`
      insert into offer (uuid, type, status, token_uuid, collection_uuid, category_uuid, network_uuid, currency_uuid, maker_uuid, maker, price, price_eth, quantity, quantity_left, marketplace_bps, royalty_bps)
      values (${uuidv7()}, 'SALE', 'ACTIVE', ${uuid}, ${birds}, ${all.categories[0] as string}, ${all.networkUuid}, ${(all.currencies[0] as { uuid: string }).uuid},
        ${ann.uuid}, ${ann.wallet}, ${`${eth}${'0'.repeat(18)}`}::numeric, ${`${eth}${'0'.repeat(18)}`}::numeric, 1, 1, 1000, 0)`;
    await refreshTokens(tx, [uuid]);
  });
};

/** What a worker does some seconds after a change. */
const derive = async () => {
  await all.sql`update property_change set due_at = now()`;
  await all.sql`update collection_property set rests_until = now()`;
  return advanceProperties(all.context);
};
const search = async (q: string, as?: Person): Promise<SearchFound> => {
  const { status, body } = await all.call<{ data: SearchFound }>(
    'GET',
    `/search?q=${encodeURIComponent(q)}`,
    as ? { as } : {},
  );
  expect(status, q).toBe(200);
  return body.data;
};
const namesOf = (found: SearchFound) => found.tokens.map(({ name }) => name);

beforeAll(async () => {
  all = await startCatalogue();
  [ann, bob] = await Promise.all([all.person(), all.person()]);
  await all.sql`update app_user set role = 'CREATOR', name = 'Тарас Гуцуляк', username = 'taras_h' where uuid = ${ann.uuid}`;
  await all.sql`update app_user set is_wallet_public = true where uuid = ${bob.uuid}`;
  await all.sql`insert into media (cid, kind, mime_type, bytes, width, height, thumbhash) values (${IMAGE}, 'image', 'image/png', 1, 1, 1, '')`;
  await all.sql.begin(async (tx) => {
    await insertCollection(tx, {
      uuid: birds,
      name: 'Watercolours',
      description: '',
      networkUuid: all.networkUuid,
      creatorUuid: ann.uuid,
      imageHash: IMAGE,
    });
    await placeContracts(tx, all.config, { uuid: birds, name: 'Watercolours' }, ann.wallet);
  });
  // 20 works: 16 grey, 3 gold, 1 without a colour; one year each, and one has a frame.
  for (let at = 0; at < 20; at++)
    await make(
      NAMES[at] ?? `Bird ${at}`,
      {
        ...(at < 16 ? { Colour: 'grey' } : at < 19 ? { Colour: 'gold' } : {}),
        Year: String(1900 + at),
        Genes: `0x${toHex(at + 1, { size: 32 }).slice(2)}`,
        ...(at === 18 ? { Frame: 'oak', Sign: 'left' } : { Frame: 'none', Sign: at < 10 ? 'left' : 'right' }),
      },
      at < 15 ? ann : bob,
    );
});
afterAll(() => all?.stop());

describe('a search', () => {
  it('finds Ukrainian words with an apostrophe, in quotes or with a stress mark, however they are written', async () => {
    const { description } =
      (
        await all.sql<
          { description: string }[]
        >`select description from token where uuid = ${tokens[3]?.uuid as string}`
      )[0] ?? {};
    const write = (text: string | undefined) =>
      all.sql.begin(async (tx) => {
        await tx`update token set description = ${text as string} where uuid = ${tokens[3]?.uuid as string}`;
        await refreshTokens(tx, [tokens[3]?.uuid as string]);
      });
    await write('Про пам’ять: «веснянку» та за\u0301мок Ghost-3');
    for (const q of [
      'пам’ять',
      "пам'ять",
      'памʼять',
      'память',
      'веснянку',
      '«веснянку»',
      'за\u0301мок',
      'замок',
      'ghost 3',
      'ghost-3',
    ])
      expect(await search(q), q).toMatchObject({
        corrected: null,
        tokens: [{ uuid: tokens[3]?.uuid, matched: { by: 'description' } }],
      });
    await write(description);
    const folk = await all.collection(bob, 'Пам’ять роду');
    for (const q of ["пам'ять роду", 'памʼять', 'пам’ят'])
      expect(
        (await search(q)).collections.map(({ uuid }) => uuid),
        q,
      ).toEqual([folk.uuid]);
  });

  it('finds works by the beginning of a word in either alphabet and says what matched', async () => {
    expect(namesOf(await search('peac'))).toEqual(['Peacock at noon']);
    expect((await search('пав')).tokens[0]).toMatchObject({
      name: 'Павич у саду',
      matched: { by: 'name', text: null },
    });
    expect((await search('gold')).tokens[0]?.matched).toEqual({ by: 'property', text: 'Colour: gold' });
    expect((await search('drawn')).tokens[0]?.matched).toEqual({ by: 'description', text: null });
    // The first work is the only one that has a property in Ukrainian.
    expect((await search('сірий')).tokens.map(({ uuid, matched }) => [uuid, matched])).toEqual([
      [
        tokens[0]?.uuid,
        { by: 'property', text: 'Colour: grey', localization: [{ locale: 'uk', text: 'Колір: сірий' }] },
      ],
    ]);
  });

  it('finds an artist, and their works by their name and nickname, also in the gallery', async () => {
    for (const name of ['гуцуляк', 'Тарас Гуц', 'taras_h']) {
      const found = await search(name);
      expect(found.people.map(({ uuid, works }) => [uuid, works])).toEqual([[ann.uuid, 20]]);
      expect(found.tokens).toHaveLength(5);
      expect(found.tokens[0]?.matched).toEqual({ by: 'artist', text: 'Тарас Гуцуляк' });
      const list = await all.call<{ meta: { totalItems: number } }>('GET', `/token?search=${encodeURIComponent(name)}`);
      expect(list.body.meta.totalItems).toBe(20);
    }
  });

  it('finds an artist by their nickname without its underscore, and by the beginning of that', async () => {
    await all.sql`update app_user set username = 'taras_haiduk' where uuid = ${ann.uuid}`;
    for (const typed of ['tarash', 'TarasHaid', 'tarashaiduk']) {
      const { corrected, people, tokens: works } = await search(typed);
      expect([corrected, people.map(({ uuid }) => uuid), works.length], typed).toEqual(['taras haiduk', [ann.uuid], 5]);
    }
    await all.sql`update app_user set username = 'taras_h' where uuid = ${ann.uuid}`;
    // Nobody is found by the nickname of an account without a public wallet.
    await all.sql`update app_user set username = 'hidden_heron', is_wallet_public = false where uuid = ${bob.uuid}`;
    expect(await search('hiddenheron')).toMatchObject({ corrected: null, people: [] });
    await all.sql`update app_user set username = null, is_wallet_public = true where uuid = ${bob.uuid}`;
  });

  it('finds collections by their name', async () => {
    const { collections, tokens: works } = await search('watercol');
    expect(collections.map(({ name }) => name)).toEqual(['Watercolours']);
    expect(works[0]?.matched).toEqual({ by: 'collection', text: 'Watercolours' });
  });

  it('finds collections by their texts in every language, after those that are named so', async () => {
    const mountains = await all.collection(bob, 'Highlands');
    await all.collection(bob, 'Ridges of paper');
    await all.sql`update collection set description = 'Ridges', text = ${all.sql.json({ en: 'Ridges', ukr: 'Паперові Карпати' })} where uuid = ${mountains.uuid}`;
    const found = async (q: string) => (await search(q)).collections.map(({ name }) => name);
    expect(await found('ridges')).toEqual(['Ridges of paper', 'Highlands']);
    for (const q of ['Карпати', 'карп', 'Karpaty']) expect(await found(q), q).toEqual(['Highlands']);
  });

  it('finds the works of a collection whose text alone has the words', async () => {
    await all.sql`update collection set text = ${all.sql.json({ ukr: 'Пернаті на папері' })} where uuid = ${birds}`;
    const { tokens: works, collections, areTokensListed } = await search('пернаті');
    await all.sql`update collection set text = '{}' where uuid = ${birds}`;
    expect(collections.map(({ name }) => name)).toEqual(['Watercolours']);
    expect(works.length).toBeGreaterThan(1);
    expect(new Set(works.map(({ matched }) => JSON.stringify(matched)))).toEqual(
      new Set([JSON.stringify({ by: 'collection', text: 'Watercolours' })]),
    );
    expect(areTokensListed).toBe(false);
  });

  it.each([
    ['peacok', 'peacock', 'Peacock at noon'],
    ['павмч', 'павич', 'Павич у саду'],
    ['qiuet owl', 'quiet owl', 'Quiet owl'],
    ['quite owi', 'quiet owl', 'Quiet owl'],
    ['quiet qwl', 'quiet', 'Quiet owl'],
    ['zzyzx peacok', 'peacock', 'Peacock at noon'],
    ['Pavych zzyzx', 'павич', 'Павич у саду'],
  ])('finds %j as %j', async (typed, corrected, name) => {
    const found = await search(typed);
    expect([found.corrected, namesOf(found)[0]]).toEqual([corrected, name]);
  });

  it('corrects the name of a collection and of an artist', async () => {
    expect(await search('watercolurs')).toMatchObject({ corrected: 'watercolours' });
    expect((await search('Гуцулак')).people[0]?.uuid).toBe(ann.uuid);
  });

  it('keeps the words of the alphabet in which more of a text is known', async () => {
    await all.sql`update app_user set name = 'Céleste Moreau', username = 'celeste_m' where uuid = ${bob.uuid}`;
    expect(await search('Селеста Пав')).toMatchObject({ corrected: 'celeste', people: [{ uuid: bob.uuid }] });
    // Nothing has both words: the Cyrillic one, which a work has, says less of the text than the name.
    expect(await search('Селеста Саду')).toMatchObject({ corrected: 'celeste', people: [{ uuid: bob.uuid }] });
    expect(await search('Ззюзикс Павич')).toMatchObject({ corrected: 'павич' });
    await all.sql`update app_user set name = null, username = null where uuid = ${bob.uuid}`;
  });

  it('finds a name that is written in the other alphabet', async () => {
    expect(await search('Hutsuliak')).toMatchObject({ corrected: 'гуцуляк', people: [{ uuid: ann.uuid }] });
    expect(await search('Hutsulak')).toMatchObject({ corrected: 'гуцуляк', people: [{ uuid: ann.uuid }] });
    expect(await search('Pavych')).toMatchObject({ corrected: 'павич', tokens: [{ matched: { by: 'name' } }] });
  });

  it('leads straight to what an id names', async () => {
    const { uuid, name } = tokens[0] as (typeof tokens)[0];
    const { contractAddress, tokenId, localization } = (await all.call<One>('GET', `/token/${uuid}`)).body.data;
    const texts = localization?.texts.map((text) => ({ locale: text.locale, name: text.name }));
    const exact = { kind: 'token', uuid, name, localization: { default: 'en', texts } };
    expect(texts).toHaveLength(1);
    expect((await search(uuid)).exact).toEqual(exact);
    expect((await search(`${contractAddress}/${tokenId}`)).exact).toEqual(exact);
    expect((await search(contractAddress)).exact).toEqual({ kind: 'collection', uuid: birds, name: 'Watercolours' });
    expect((await search(ann.address)).exact).toEqual({ kind: 'person', uuid: ann.uuid, name: 'Тарас Гуцуляк' });
    expect((await search(uuidv7())).exact).toBeNull();
    expect((await search(`#${tokenId}`)).exact).toEqual(exact);
    const other = await all.minted(bob, (await all.collection(bob, 'Harbour')).uuid, { name: 'Quay' });
    await all.sql`update token set token_id = ${tokenId} where uuid = ${other.uuid}`;
    expect((await search(`#${tokenId}`)).exact).toBeNull();
  });

  it('leads from a transaction to the work that it minted', async () => {
    const token = await all.minted(bob, (await all.collection(bob, 'Harbour 2')).uuid, { name: 'Ferry' });
    // The follower's, which this test does not run.
    await all.sql`
      insert into chain_log (chain_id, block_number, log_index, block_hash, block_time, tx_hash, address, topics, data)
      select chain_id, block_number, log_index, block_hash, created_at, tx_hash, ${bob.wallet}, '{}', '0x' from history where token_uuid = ${token.uuid}`;
    expect((await search(token.chain.mintTxHash as string)).exact).toEqual({
      kind: 'token',
      uuid: token.uuid,
      name: 'Ferry',
    });
  });

  it('names all works of one transaction, in its order', async () => {
    const { uuid } = await all.collection(bob, 'Harbour 3');
    const works = [];
    for (const name of ['Tug', 'Barge', 'Dinghy']) works.push(await all.minted(bob, uuid, { name }));
    const hash = works[0]?.chain.mintTxHash as string;
    for (const [index, work] of works.entries())
      await all.sql`update history set log_index = ${index} where token_uuid = ${work.uuid}`;
    await all.sql`
      insert into chain_log (chain_id, block_number, log_index, block_hash, block_time, tx_hash, address, topics, data)
      select chain_id, block_number, log_index, block_hash, created_at, ${hash}, ${bob.wallet}, '{}', '0x'
      from history where token_uuid = any(${works.map((work) => work.uuid)}::uuid[])`;
    const found = await search(hash);
    expect([found.exact, ...found.tokens.map(({ name }) => name)]).toEqual([null, 'Tug', 'Barge', 'Dinghy']);
    await all.sql`update token set is_counted = false where uuid = ${works[1]?.uuid as string}`;
    expect((await search(hash, bob)).tokens.map(({ name }) => name)).toEqual(['Tug', 'Dinghy']);
  });

  it('shows neither a wallet that is not public nor its account', async () => {
    const quiet = await all.person();
    await all.sql`update app_user set name = 'Silent Reader' where uuid = ${quiet.uuid}`;
    expect((await search(quiet.address)).exact).toBeNull();
    expect((await search('silent')).people).toEqual([]);
  });

  it('forgets the words of a name with its account, unless a work has them', async () => {
    const left = await all.person();
    await all.sql`update app_user set name = 'Zephyrine Peacock', is_wallet_public = true where uuid = ${left.uuid}`;
    const words = () => all.sql`select word from search_word where word in ('zephyrine', 'peacock') order by word`;
    expect(await words()).toEqual([{ word: 'peacock' }, { word: 'zephyrine' }]);
    await forgetWordsOf(all.sql, left.uuid);
    expect(await words()).toEqual([{ word: 'peacock' }]);
    await all.sql`update app_user set name = null where uuid = ${left.uuid}`;
  });

  it('forgets words that nothing has any more, some at a time', async () => {
    const before = new Set((await all.sql`select word from search_word`).map((row) => row.word as string));
    await all.sql`insert into search_word select 'qqunused' || chr(97 + n / 26) || chr(97 + n % 26) from generate_series(0, 119) n`;
    let at = '';
    do at = await sweepWords(all.sql, at);
    while (at !== '');
    const left = (await all.sql`select word from search_word`).map((row) => row.word as string);
    expect(left.filter((word) => !before.has(word))).toEqual([]);
    // Of a work, a person and a collection.
    expect(left).toEqual(expect.arrayContaining(['peacock']));
  });

  it.each(["'; drop table token; --", '%', '\\', ':*&|!()', '"', '🌻', '\u0000', 'a'.repeat(100), "''' & '=CREATOR"])(
    'takes %j literally',
    async (q) => {
      const { status } = await all.call('GET', `/search?q=${encodeURIComponent(q)}`);
      expect([200, 400]).toContain(status);
    },
  );

  it('refuses an empty text and one of more than 100 characters', async () => {
    for (const q of ['', '  ', 'a'.repeat(101)])
      expect((await all.call('GET', `/search?q=${encodeURIComponent(q)}`)).status).toBe(400);
  });
});

describe('the properties of a collection', () => {
  const read = async () =>
    (
      await all.call<{ data: CollectionTrait[]; meta: { names: number } }>('GET', `/collection/${birds}/trait`, {
        as: bob,
      })
    ).body;

  it('have counts, floor prices and ranges some seconds after a change', async () => {
    await sell((tokens[16] as { uuid: string }).uuid, 7);
    await sell((tokens[17] as { uuid: string }).uuid, 3);
    await derive();
    const { data, meta } = await read();
    expect(meta).toEqual({ names: 5, ranked: 20 });
    const named = (name: string) => data.find((one) => one.name === name);
    expect(named('Colour')).toEqual({
      name: 'Colour',
      localization: [{ locale: 'uk', name: 'Колір' }],
      isNumber: false,
      min: null,
      max: null,
      count: 19,
      valueCount: 2,
      values: [
        { value: 'grey', localization: [{ locale: 'uk', value: 'сірий' }], count: 16, floorPrice: null },
        { value: 'gold', count: 3, floorPrice: '3' },
      ],
    });
    expect(named('Year')).toMatchObject({ isNumber: true, min: 1900, max: 1919, valueCount: 20 });
    expect(named('Genes')).toMatchObject({ valueCount: 20, values: [] });
    const { body } = await all.call<One>('GET', `/token/${tokens[18]?.uuid}`);
    expect(body.data.traits[0]).toMatchObject({ name: 'Colour', value: 'gold', count: 3, floorPrice: '3' });
  });

  it('lead to the works that have one, by its name in any language', async () => {
    const [first] = tokens as [(typeof tokens)[0]];
    const like = (count: number) => all.sql`update token set favorite_count = ${count} where uuid = ${first.uuid}`;
    await like(1);
    for (const [typed, name] of [
      ['colo', 'Colour'],
      ['колір', 'Colour'],
      ['Kolir', 'Colour'],
      ['frame', 'Frame'],
    ] as const) {
      const { tokens: works, areTokensListed } = await search(typed);
      expect(works, typed).toHaveLength(5);
      expect(areTokensListed, typed).toBe(false);
      for (const { metadata, matched } of works) {
        const value = metadata.find((property) => property.name === name)?.value;
        expect(matched).toMatchObject({ by: 'property', text: `${name}: ${value}` });
      }
      // The first work alone has its properties in Ukrainian.
      expect([works[0]?.uuid, works[0]?.matched?.localization], typed).toEqual([
        first.uuid,
        [{ locale: 'uk', text: name === 'Colour' ? 'Колір: сірий' : 'Frame: none' }],
      ]);
    }
    expect(namesOf(await search('quiet'))).toEqual(['Quiet owl']);
    await like(0);
  });

  it('lead to works before a description that has the word', async () => {
    const { uuid } = tokens[19] as { uuid: string };
    const describe = (text: string) =>
      all.sql.begin(async (tx) => {
        await tx`update token set description = ${text} where uuid = ${uuid}`;
        await refreshTokens(tx, [uuid]);
      });
    await describe('Drawn in colour');
    const { tokens: works, areTokensListed } = await search('colour');
    expect(works.map(({ matched }) => matched?.by)).toEqual(Array.from({ length: 5 }, () => 'property'));
    expect(areTokensListed).toBe(true);
    await describe('Drawn by hand');
  });

  it('lose the floor price when the cheapest work is no longer on sale, which is announced once', async () => {
    const heard: { kind?: string; uuid?: string; isPublic?: boolean; alsoOf?: string[] }[] = [];
    const unlisten = listen(all.context.config.database.url, {
      change: (payload) => payload && heard.push(JSON.parse(payload)),
    });
    const said = async (words: string) => {
      await all.sql`select pg_notify('change', ${JSON.stringify({ kind: words })})`;
      return expect.poll(() => heard.at(-1)?.kind, { timeout: 20_000 }).toBe(words);
    };
    await expect
      .poll(() => all.sql`select pg_notify('change', '{"kind":"here"}')`.then(() => heard.length), { timeout: 20_000 })
      .toBeGreaterThan(0);
    onTestFinished(unlisten);
    await all.sql`update offer set status = 'CANCELLED' where token_uuid = ${tokens[17]?.uuid as string}`;
    await all.sql.begin((tx) => refreshTokens(tx, [tokens[17]?.uuid as string]));
    await derive();
    expect((await read()).data.find(({ name }) => name === 'Colour')?.values[1]?.floorPrice).toBe('7');
    await all.sql.begin((tx) => refreshTokens(tx, [tokens[17]?.uuid as string]));
    await derive();
    await said('end');
    const news = heard.filter(({ kind }) => kind === 'collection');
    expect(news).toMatchObject([{ uuid: birds, isPublic: true, alsoOf: [`properties ${birds}`] }]);
  });

  it('are derived only after a change', async () => {
    await derive();
    expect(await derive()).toBe(0);
  });

  it('of one collection that fail delay no other', async () => {
    const { sql, networkUuid } = all;
    const other = uuidv7();
    await sql.begin((tx) =>
      insertCollection(tx, {
        uuid: other,
        name: 'Etchings',
        description: '',
        networkUuid,
        creatorUuid: ann.uuid,
        imageHash: IMAGE,
      }),
    );
    await sql`update collection_property set rests_until = now()`;
    await sql`alter table collection_property add constraint fails check (collection_uuid <> ${sql.unsafe(`'${birds}'`)}) not valid`;
    await sql`insert into property_change (collection_uuid, has_other_tokens, due_at) values
      (${birds}, true, now() - interval '2 minutes'), (${other}, true, now() - interval '1 minute')
      on conflict (collection_uuid) do update set due_at = excluded.due_at`;
    try {
      await expect(advanceProperties(all.context)).rejects.toThrow(birds);
      expect(await sql`select collection_uuid as uuid from property_change where due_at > now()`).toMatchObject([
        { uuid: birds },
      ]);
      expect(await sql`select 1 from property_change where collection_uuid = ${other}`).toHaveLength(0);
    } finally {
      await sql`alter table collection_property drop constraint fails`;
      await derive();
    }
  });
});

describe('the rarity of works', () => {
  const list = async (query: string) =>
    (await all.call<{ data: Token[] }>('GET', `/token?collectionUuid=${birds}&limit=100&${query}`, { as: bob })).body
      .data;

  it('ranks by information content: the only frame before the only work without a colour', async () => {
    await derive();
    const ranked = await list('sortBy=rarity:ASC');
    expect(ranked).toHaveLength(20);
    // Oak: log2(20/1), gold: log2(20/3), left: log2(20/11).
    expect(ranked[0]).toMatchObject({ uuid: tokens[18]?.uuid, rarity: { rank: 1, of: 20 } });
    // No colour: log2(20/1), no other frame, right: log2(20/9).
    expect(ranked[1]).toMatchObject({ uuid: tokens[19]?.uuid, rarity: { rank: 2, of: 20 } });
    // Gold and right; the two are alike.
    expect(ranked.slice(2, 4).map(({ rarity }) => rarity?.rank)).toEqual([3, 3]);
    expect(ranked[4]?.rarity?.rank).toBe(5);
    expect((await list('maxRarity=3')).length).toBe(4);
    expect((await list('minRarity=2&maxRarity=3')).length).toBe(3);
    expect((await all.call<One>('GET', `/token/${ranked[0]?.uuid}`)).body.data.rarity).toEqual({ rank: 1, of: 20 });
  });

  it('is left out in a collection that becomes too small', async () => {
    const last = tokens[0]?.uuid as string;
    await all.sql`update token set status = 'draft' where uuid = ${last}`;
    await all.sql.begin((tx) => refreshTokens(tx, [last]));
    await derive();
    const ranked = await list('sortBy=rarity:ASC');
    expect([ranked.length, ranked.filter(({ rarity }) => rarity).length]).toEqual([19, 0]);
    await all.sql`update token set status = 'minted' where uuid = ${last}`;
    await all.sql.begin((tx) => refreshTokens(tx, [last]));
  });
});

it('the holders of a collection come by count, with their share', async () => {
  const { body } = await all.call<{ data: CollectionHolder[]; meta: { totalItems: number } }>(
    'GET',
    `/collection/${birds}/holder`,
  );
  expect(body.data.map(({ owner, count, share, user }) => [owner, count, share, user?.uuid])).toEqual([
    [ann.address, 15, 0.75, ann.uuid],
    [bob.address, 5, 0.25, bob.uuid],
  ]);
  expect(body.meta.totalItems).toBe(2);
});

it('the holders of a collection are listed without hidden works', async () => {
  const works = (owner: string, limit: number) => all.sql<{ uuid: string }[]>`
    select uuid from token join ownership o on o.token_uuid = uuid
    where collection_uuid = ${birds} and is_counted and o.owner = ${owner.toLowerCase()} limit ${limit}`;
  const hidden = [...(await works(ann.address, 1)), ...(await works(bob.address, 5))].map(({ uuid }) => uuid);
  const refresh = () => all.sql.begin((tx) => refreshTokens(tx, hidden));
  await all.sql`insert into hidden (subject_type, subject_uuid, reason) select 'token', unnest(${hidden}::uuid[]), 'test'`;
  await refresh();
  // Another page size than in the test above, whose answer is cached.
  const { body } = await all.call<{ data: CollectionHolder[] }>('GET', `/collection/${birds}/holder?limit=12`);
  expect(body.data.map(({ owner, count }) => [owner, count])).toEqual([[ann.address, 14]]);
  await all.sql`delete from hidden where subject_uuid = any(${hidden}::uuid[])`;
  await refresh();
});

it('a search begins with the work that is called so, of many whose names begin so', async () => {
  for (let number = 101; number <= 114; number++) {
    const uuid = await make(`Number ${number}`, {}, ann);
    await all.sql`update token set favorite_count = 9 where uuid = ${uuid}`;
  }
  await make('Number 10', {}, ann);
  for (const text of ['Number 10', 'number 10']) expect(namesOf(await search(text))[0]).toBe('Number 10');
});
