import { collection721Abi } from '@skarb/contracts/abi';
import type { Dashboard } from '@skarb/schema/admin';
import { collection, type Collection } from '@skarb/schema/collection';
import { nameKey } from '@skarb/schema/name-key';
import { getAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Catalogue, type Person, picture, startCatalogue } from '../token/testing-catalogue.ts';
import { until } from '../offer/testing-trade.ts';
import { rebuildCardsOf } from '../token/token.jobs.ts';

let all: Catalogue;
let ann: Person;
beforeAll(async () => {
  all = await startCatalogue();
  ann = await all.person();
});
afterAll(() => all?.stop());

type Refusal = {
  statusCode: number;
  code: string;
  message: { property: string; constraints: Record<string, string> }[] | string;
};

describe('a collection', () => {
  type Shown = {
    data: {
      uuid: string;
      name: string;
      contracts: { type: string; address: `0x${string}`; isDeployed: boolean }[];
      stats: Record<string, unknown>;
      creator: { uuid: string };
      imageUrl: string;
    };
  };
  const open = async (as: Person | undefined, form: Record<string, string | { bytes: Buffer; name: string }>) =>
    all.call<Shown & Refusal>('POST', '/collection', { ...(as ? { as } : {}), form });
  const file = async () => ({ bytes: await picture(), name: 'a.png' });

  it('shows the future addresses of its contracts, and later that they are deployed', async () => {
    const eve = await all.person();
    const made = (await open(eve, { name: '  Вітер і скло ', file: await file() })).body.data;
    expect(made).toMatchObject({
      name: 'Вітер і скло',
      creator: { uuid: eve.uuid },
      stats: { items: 0, owners: 0, floorPrice: null, volume: '0', onSale: 0 },
    });
    expect(made.contracts.map((contract) => [contract.type, contract.isDeployed])).toEqual([
      ['ERC721', false],
      ['ERC1155', false],
    ]);
    const token = await all.minted(eve, made.uuid);
    expect(token.contractAddress).toBe(made.contracts[0]?.address);
    const shown = (await all.call<Shown>('GET', `/collection/${made.uuid}`)).body.data;
    expect(shown.contracts.map((contract) => contract.isDeployed)).toEqual([true, false]);
    expect(shown.stats).toMatchObject({ items: 1, owners: 1 });
    const name = await all.context.chain.public.readContract({
      address: token.contractAddress as `0x${string}`,
      abi: collection721Abi,
      functionName: 'name',
    });
    expect(name).toBe('Вітер і скло');
  });

  it('is the same in a list as alone, with checksums in its addresses, whatever its texts and numbers', async () => {
    const eve = await all.person();
    const { uuid } = (await open(eve, { name: 'Said', file: await file() })).body.data;
    const said = '"address": "0xabababababababababababababababababababab" %s \\ 🌻';
    await all.sql`update collection set description = ${said}, floor_price = 1234567890.5, volume = 1e18 where uuid = ${uuid}`;
    const { body } = await all.call<{ data: Collection[] }>('GET', `/collection?creatorUuid=${eve.uuid}`);
    const alone = (await all.call<{ data: Collection }>('GET', `/collection/${uuid}`)).body.data;
    const [listed] = body.data;
    expect(collection.parse(alone)).toEqual(listed);
    expect(collection.parse(listed)).toEqual(listed);
    expect(listed).toMatchObject({ description: said, stats: { floorPrice: '0.00000000123456789', volume: '1' } });
    expect(listed?.contracts.map(({ address }) => address)).toEqual(
      alone.contracts.map(({ address }) => getAddress(address)),
    );
  });

  it('needs no wallet until its first token, and then uses the wallet of that moment', async () => {
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
    ['with a control character in its name', { name: 'a\u0007' }, 'name'],
    ['on an unknown network', { name: 'x', networkUuid: '01900000-0000-7000-8000-000000000000' }, 'networkUuid'],
  ])('%s is refused', async (_, form, property) => {
    const answer = await open(ann, { ...form, file: await file() });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatchObject([{ property }]);
  });

  it('without a name, a picture or a sign-in is refused', async () => {
    expect((await open(ann, { name: ' ' })).body.message).toEqual([
      { property: 'name', constraints: { isNotEmpty: 'required' } },
      { property: 'file', constraints: { isNotEmpty: 'required' } },
    ]);
    expect((await open(undefined, { name: 'x', file: await file() })).status).toBe(401);
    expect((await all.call('GET', '/collection/01900000-0000-7000-8000-000000000000')).status).toBe(404);
  });

  it('is found by name and by creator, in each sort order', async () => {
    const zoe = await all.person();
    for (const name of ['Amber', 'Cobalt', 'Birch']) await all.collection(zoe, name);
    await all.sql`update collection set floor_price = case name when 'Amber' then 5 when 'Cobalt' then 9 end, volume = length(name) where creator_uuid = ${zoe.uuid}`;
    const names = async (query: string) =>
      (
        await all.call<{ data: { name: string }[] }>('GET', `/collection?creatorUuid=${zoe.uuid}&${query}`)
      ).body.data.map((one) => one.name);
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

describe('a collection that its maker shapes', () => {
  type Detail = {
    uuid: string;
    name: string;
    contractName: string | null;
    description: string;
    text: { en: string | null; ukr: string | null };
    links: { kind: string; url: string }[];
    banner: string | null;
    order: string;
    pinned: string[];
    isVerified: boolean;
    imageHash: string;
    contracts: { address: string }[];
  };
  type List = {
    data: { uuid: string; collection: { name: string; isVerified: boolean } }[];
    meta: { totalItems: number };
  };
  const edit = (as: Person, uuid: string, form: Record<string, string | { bytes: Buffer; name: string }>) =>
    all.call<{ data: Detail } & Refusal>('PUT', `/collection/${uuid}`, { as, form });
  const shown = async (uuid: string, as?: Person) =>
    (await all.call<{ data: Detail }>('GET', `/collection/${uuid}`, as ? { as } : {})).body.data;
  const list = async (uuid: string, query: string) =>
    (await all.call<List>('GET', `/token?collectionUuid=${uuid}&${query}`)).body;
  const verify = (as: Person, subjectType: 'collection' | 'user', subjectUuid: string, isVerified = true) =>
    all.call<Refusal>('PUT', '/admin/verified', { as, json: { subjectType, subjectUuid, isVerified } });
  const lostMarks = async (as: Person) =>
    (await all.call<{ data: Dashboard }>('GET', '/admin/dashboard', { as })).body.data.lostMarks;
  const admin = async () => {
    const boss = await all.person();
    await all.sql`update app_user set role = 'ADMIN' where uuid = ${boss.uuid}`;
    return boss;
  };

  it('shows the new texts, links and pictures at once, and keeps what is left out', async () => {
    const mia = await all.person();
    const { uuid } = await all.collection(mia, 'Plain');
    const before = await shown(uuid);
    const answer = await edit(mia, uuid, {
      text: JSON.stringify({ en: ' Salt and light. ', ukr: 'Сіль і світло.' }),
      links: JSON.stringify([{ url: 'https://www.instagram.com/mia' }]),
      file: { bytes: await picture(), name: 'new.png' },
      banner: { bytes: await picture(96), name: 'wide.png' },
    });
    expect(answer.status).toBe(200);
    const after = await shown(uuid, mia);
    expect(after).toEqual(answer.body.data);
    expect(after).toMatchObject({
      name: 'Plain',
      contractName: null,
      description: 'Salt and light.',
      text: { en: 'Salt and light.', ukr: 'Сіль і світло.' },
      links: [{ kind: 'instagram', url: 'https://www.instagram.com/mia' }],
      order: 'newest',
      banner: expect.stringMatching(/^\/media\/.+\/1280\.webp$/),
    });
    expect(after.imageHash).not.toBe(before.imageHash);
    await edit(mia, uuid, { text: JSON.stringify({ en: '' }), banner: '' });
    expect(await shown(uuid)).toMatchObject({
      description: 'Сіль і світло.',
      text: { en: null, ukr: 'Сіль і світло.' },
      banner: null,
      links: after.links,
      imageHash: after.imageHash,
    });
  });

  it('takes a description from before for a text in the language of its letters', async () => {
    const { uuid } = await all.collection(ann, 'Old');
    await all.sql`update collection set description = 'Давній опис' where uuid = ${uuid}`;
    expect((await shown(uuid)).text).toEqual({ en: null, ukr: 'Давній опис' });
    await edit(ann, uuid, { text: JSON.stringify({ en: 'An old text' }) });
    expect((await shown(uuid)).text).toEqual({ en: 'An old text', ukr: 'Давній опис' });
  });

  it.each<[string, Record<string, string>, string]>([
    ['an empty name', { name: ' ' }, 'name'],
    ['a name over 32 characters', { name: 'x'.repeat(33) }, 'name'],
    ['a text over 2,000 characters', { text: JSON.stringify({ en: 'x'.repeat(2001) }) }, 'text.en'],
    ['a control character', { text: JSON.stringify({ ukr: 'a\u0000' }) }, 'text.ukr'],
    ['a link that is none', { links: JSON.stringify([{ url: 'javascript:alert(1)' }]) }, 'links.0.url'],
    ['an unknown order', { order: 'random' }, 'order'],
    ['a work of no collection', { pinned: '["01900000-0000-7000-8000-000000000000"]' }, 'pinned'],
  ])('refuses %s', async (_, form, property) => {
    const { uuid } = await all.collection(ann, 'Kept');
    const answer = await edit(ann, uuid, form);
    expect([answer.status, answer.body.message]).toMatchObject([400, [{ property }]]);
    expect((await shown(uuid)).name).toBe('Kept');
  });

  it('is changed by nobody else; hidden, others do not find it', async () => {
    const { uuid } = await all.collection(ann, 'Mine');
    const eve = await all.person();
    expect(await edit(eve, uuid, { name: 'Eve' })).toMatchObject({
      status: 403,
      body: { code: 'collection.notYours' },
    });
    await all.sql`update collection set is_hidden = true where uuid = ${uuid}`;
    await all.sql`insert into hidden (subject_type, subject_uuid, reason, note, admin_uuid) values ('collection', ${uuid}, 'OTHER', '', ${eve.uuid})`;
    expect((await edit(eve, uuid, { name: 'Eve' })).status).toBe(404);
    expect((await edit(ann, uuid, { name: 'Mine too' })).body.data).toMatchObject({ name: 'Mine too' });
  });

  it('keeps the name of its contracts, and mints on under it', async () => {
    const kim = await all.person();
    const { uuid } = await all.collection(kim, 'First draft');
    const [draft] = (await shown(uuid)).contracts;
    // Nothing is on the chain yet.
    const unminted = (await edit(kim, uuid, { name: 'First name' })).body.data;
    expect(unminted).toMatchObject({ name: 'First name', contractName: null });
    expect(unminted.contracts[0]?.address).not.toBe(draft?.address);
    const one = await all.minted(kim, uuid);
    expect(one.contractAddress).toBe(unminted.contracts[0]?.address);
    const renamed = (await edit(kim, uuid, { name: 'Quartz dawn' })).body.data;
    expect(renamed).toMatchObject({ name: 'Quartz dawn', contractName: 'First name' });
    expect(renamed.contracts.map(({ address }) => address)).toEqual(unminted.contracts.map(({ address }) => address));
    const two = await all.minted(kim, uuid);
    expect(two.contractAddress).toBe(one.contractAddress);
    // Cards have the new name at once, searches after the job.
    expect((await list(uuid, '')).data.map(({ collection }) => collection.name)).toEqual([
      'Quartz dawn',
      'Quartz dawn',
    ]);
    await rebuildCardsOf(all.context, { by: 'collection', uuid });
    const found = async (text: string) => (await list(uuid, `search=${text}`)).data.map((token) => token.uuid);
    expect(await found('quartz')).toEqual([two.uuid, one.uuid]);
    expect(await found('first')).toEqual([]);
    expect((await edit(kim, uuid, { name: 'First name' })).body.data).toMatchObject({ contractName: null });
  });

  it('shows its works in the order of its maker, on every page', async () => {
    const leo = await all.person();
    const { uuid } = await all.collection(leo, 'Ordered');
    const works: string[] = [];
    for (let count = 0; count < 5; count++) works.push((await all.minted(leo, uuid)).uuid);
    const [a, b, c, d, e] = works as [string, string, string, string, string];
    const page = async (query: string) => {
      const { data, meta } = await list(uuid, `sortBy=curated:ASC&${query}`);
      expect(meta.totalItems).toBe(5);
      return data.map((token) => token.uuid);
    };
    expect(await page('limit=5')).toEqual([e, d, c, b, a]);
    await edit(leo, uuid, { order: 'number' });
    expect(await page('limit=3')).toEqual([a, b, c]);
    expect(await page('limit=3&page=2')).toEqual([d, e]);
    await edit(leo, uuid, { order: 'own', pinned: JSON.stringify([b, d]) });
    expect(await shown(uuid)).toMatchObject({ order: 'own', pinned: [b, d] });
    expect(await page('limit=5')).toEqual([b, d, e, c, a]);
    expect(await page('limit=1&page=2')).toEqual([d]);
    expect(await page('limit=3')).toEqual([b, d, e]);
    expect(await page('limit=3&page=2')).toEqual([c, a]);
    expect(await page('limit=4&page=2')).toEqual([a]);
    expect(await page('limit=4&page=3')).toEqual([]);
    const hide = { subjectType: 'token', subjectUuid: b, reason: 'OTHER' };
    expect((await all.call('POST', '/admin/moderation/hide', { as: await admin(), json: hide })).status).toBe(200);
    expect((await list(uuid, 'sortBy=curated:ASC&limit=2')).data.map((token) => token.uuid)).toEqual([d, e]);
    const twice = await edit(leo, uuid, { pinned: JSON.stringify([a, a]) });
    expect([twice.status, (await shown(uuid)).pinned]).toEqual([400, [b, d]]);
    expect((await all.call<Refusal>('GET', '/token?sortBy=curated:ASC')).body.message).toMatchObject([
      { property: 'collectionUuid' },
    ]);
  });

  it('has the verified mark until its name changes, and nobody else takes a name that looks the same', async () => {
    const [boss, ola, eve] = [await admin(), await all.person(), await all.person()];
    const { uuid } = await all.collection(ola, 'Paris Rain');
    const token = await all.minted(ola, uuid);
    expect((await verify(ola, 'collection', uuid)).status).toBe(403);
    expect((await verify(boss, 'collection', uuid)).status).toBe(204);
    expect((await shown(uuid)).isVerified).toBe(true);
    expect((await list(uuid, '')).data).toMatchObject([{ uuid: token.uuid, collection: { isVerified: true } }]);
    // The first two letters are Cyrillic.
    const likeIt = { name: 'Раris raln', file: { bytes: await picture(), name: 'a.png' } };
    const refused = [
      await all.call<Refusal>('POST', '/collection', { as: eve, form: likeIt }),
      await edit(eve, (await all.collection(eve, 'Other')).uuid, { name: 'PARIS RAIN' }),
    ];
    for (const { status, body } of refused)
      expect([status, body.code, body.message]).toMatchObject([400, 'collection.nameVerified', [{ property: 'name' }]]);
    const unseen = await edit(eve, (await all.collection(eve, 'Another')).uuid, { name: 'Paris\u3164Snow' });
    expect([unseen.status, unseen.body.message]).toMatchObject([400, [{ property: 'name' }]]);
    // Nobody has verified the name of which this one is a copy; a word in each alphabet is no copy.
    const third = (await all.collection(eve, 'Kyiv Snow')).uuid;
    const mixed = await edit(eve, third, { name: 'Куiv Snow' });
    expect([mixed.status, mixed.body.message]).toMatchObject([
      400,
      [{ property: 'name', constraints: { isOneAlphabet: expect.any(String) } }],
    ]);
    expect((await edit(eve, third, { name: 'Київ Snow' })).status).toBe(200);
    const namesake = await all.collection(eve, 'Namesake');
    await all.sql`update collection set name = 'Paris  Rain' where uuid = ${namesake.uuid}`;
    expect(await verify(boss, 'collection', namesake.uuid)).toMatchObject({
      status: 409,
      body: { code: 'moderation.sameName' },
    });
    expect((await edit(ola, uuid, { name: 'Paris rain' })).body.data.isVerified).toBe(true);
    expect((await edit(ola, uuid, { name: 'London Rain' })).body.data.isVerified).toBe(false);
    const acts = await all.sql`select act, detail from audit_entry where subject_uuid = ${uuid} order by uuid`;
    expect(acts).toEqual([
      { act: 'moderation.verify', detail: { name: 'Paris Rain', isVerified: true } },
      { act: 'moderation.markLost', detail: { name: { from: 'Paris rain', to: 'London Rain' } } },
    ]);
    // Admins see it until one has decided.
    expect(await lostMarks(boss)).toMatchObject([
      { subjectType: 'collection', subjectUuid: uuid, name: 'London Rain', nameThen: 'Paris rain' },
    ]);
    expect((await verify(boss, 'collection', uuid)).status).toBe(204);
    expect(await lostMarks(boss)).toEqual([]);
  });

  it('shows the mark of a verified person with their name, until that changes', async () => {
    const [boss, ira, eve] = [await admin(), await all.person(), await all.person()];
    await all.sql`update app_user set name = 'Ira Lan' where uuid = ${ira.uuid}`;
    const { uuid } = await all.collection(ira, 'Of Ira');
    await verify(boss, 'user', ira.uuid);
    const creator = async () =>
      (await all.call<{ data: { creator: { isVerified: boolean } } }>('GET', `/collection/${uuid}`)).body.data.creator;
    expect((await creator()).isVerified).toBe(true);
    const rename = (as: Person, name: string) => all.call<Refusal>('PUT', '/auth/profile', { as, json: { name } });
    const taken = { status: 400, body: { code: 'auth.nameVerified' } };
    expect(await rename(eve, 'lra Lan')).toMatchObject(taken);
    // A page may show either name, so each is looked at alone.
    const called = { name: 'Eve', username: 'lra_Lan' };
    expect(await all.call<Refusal>('PUT', '/auth/profile', { as: eve, json: called })).toMatchObject(taken);
    expect(await rename(eve, 'Eve\u202eevE')).toMatchObject({ status: 400 });
    expect(await rename(eve, 'Еve')).toMatchObject({
      status: 400,
      body: { message: [{ property: 'name', constraints: { isOneAlphabet: expect.any(String) } }] },
    });
    expect((await rename(ira, 'Ira Lanova')).status).toBe(200);
    expect((await creator()).isVerified).toBe(false);
    expect(await lostMarks(boss)).toMatchObject([{ subjectType: 'user', name: 'Ira Lanova', nameThen: 'Ira Lan' }]);
    await verify(boss, 'user', ira.uuid);
    await verify(boss, 'user', ira.uuid, false);
    expect((await creator()).isVerified).toBe(false);
  });

  it('gives no mark to a name that its owner changes while an admin verifies another', async () => {
    const uma = await all.person();
    await all.sql`update app_user set name = 'Uma Volt' where uuid = ${uma.uuid}`;
    let renaming: Promise<unknown> | undefined;
    await all.sql.begin(async (tx) => {
      await tx`update app_user set verified_key = ${nameKey('Uma Volt')} where uuid = ${uma.uuid}`;
      renaming = all.call('PUT', '/auth/profile', { as: uma, json: { name: 'Someone Famous' } });
      await until('the rename to wait', async () => {
        const waiting = await all.sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%no key update%'`;
        return waiting.length > 0;
      });
    });
    expect(await renaming).toMatchObject({ status: 200 });
    const [{ name, verified_key } = {}] = await all.sql`
      select name, verified_key from app_user where uuid = ${uma.uuid}`;
    expect([name, verified_key]).toEqual(['Someone Famous', null]);
  });
});
