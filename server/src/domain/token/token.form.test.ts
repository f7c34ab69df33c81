import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Home, type One, picture, type Refusal, startHome } from './testing-catalogue.ts';

let { all, ann, bob, home } = {} as Home;
beforeAll(async () => {
  ({ all, ann, bob, home } = await startHome());
});
afterAll(() => all?.stop());
const create = async (
  fields: Record<string, string | { bytes: Buffer; name: string }>,
  as = ann,
  headers: Record<string, string> = {},
) => all.call<One & Refusal>('POST', '/token', { as, form: await all.tokenForm(home.uuid, fields), headers });

describe('the token form requires', () => {
  const long = (length: number) => 'x'.repeat(length);
  const properties = (list: unknown) => ({ properties: JSON.stringify(list) });
  it.each<[string, Record<string, string>, string]>([
    ['a name', { name: '' }, 'name'],
    ['a name that is not blank', { name: '   ' }, 'name'],
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
    ['a number of copies in digits', { type: 'ERC1155', quantity: 'two' }, 'quantity'],
    ['whole copies', { type: 'ERC1155', quantity: '2.5' }, 'quantity'],
    ['at most the maximum of copies', { type: 'ERC1155', quantity: '1000001' }, 'quantity'],
    ['a network', { networkUuid: '' }, 'networkUuid'],
    ['the network of its collection', { networkUuid: '01900000-0000-7000-8000-000000000000' }, 'networkUuid'],
    ['an existing collection', { collectionUuid: '01900000-0000-7000-8000-000000000000' }, 'collectionUuid'],
    ['an existing category', { categoryUuid: '01900000-0000-7000-8000-000000000000' }, 'categoryUuid'],
    ['properties that are a list', { properties: '{"name":1}' }, 'properties'],
    ['properties that are JSON', { properties: '[{' }, 'properties'],
    ['at most 20 properties', properties(Array.from({ length: 21 }, () => ({ name: 'a', value: 'b' }))), 'properties'],
    ['properties with a name', properties([{ name: ' ', value: 'b' }]), 'properties.0.name'],
    [
      'properties with a value',
      properties([
        { name: 'a', value: 'b' },
        { name: 'a', value: '  ' },
      ]),
      'properties.1.value',
    ],
  ])('%s', async (_, fields, property) => {
    const answer = await create(fields);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatchObject([{ property }]);
  });

  const text = { locale: 'uk', name: 'Річка', description: 'Після дощу.' };
  const mood = { name: 'Mood', value: 'calm' };
  const year = { name: 'Year', value: '1991' };
  it.each<[string, unknown, string]>([
    ['in JSON', '{', 'localization'],
    ['in a language of its own', { default: 'uk', texts: [text] }, 'localization.texts'],
    ['in a known language', { default: 'en', texts: [{ ...text, locale: 'ukr' }] }, 'localization.texts.0.locale'],
    ['once for each language', { default: 'en', texts: [text, text] }, 'localization.texts'],
    ['with a name', { default: 'en', texts: [{ ...text, name: ' ' }] }, 'localization.texts.0.name'],
    [
      'of at most 540 characters',
      { default: 'en', texts: [{ ...text, description: long(541) }] },
      'localization.texts.0.description',
    ],
    [
      'with all properties',
      { default: 'en', texts: [{ ...text, properties: [mood] }] },
      'localization.texts.0.properties',
    ],
    [
      'with the same numbers',
      { default: 'en', texts: [{ ...text, properties: [mood, { ...year, value: '1992' }] }] },
      'localization.texts.0.properties',
    ],
  ])('a text in another language %s', async (_, localization, property) => {
    const answer = await create({
      properties: JSON.stringify([mood, year]),
      localization: typeof localization === 'string' ? localization : JSON.stringify(localization),
    });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatchObject([{ property }]);
  });

  it('a file, a name, a description and a network, each with a message at its field', async () => {
    const { file: _, networkUuid: __, ...form } = await all.tokenForm(home.uuid, { name: '', description: '  ' });
    const answer = await all.call<Refusal>('POST', '/token', { as: ann, form });
    const message = answer.body.message as { property: string; constraints: Record<string, string> }[];
    expect(answer.status).toBe(400);
    expect(Object.fromEntries(message.map((entry) => [entry.property, Object.values(entry.constraints)]))).toEqual({
      file: ['required'],
      name: ['required'],
      description: ['required'],
      networkUuid: ['required'],
    });
  });

  it('all fields to be valid, and names each invalid one at once', async () => {
    const answer = await create({ name: '', description: long(541), royalty: '99' });
    expect((answer.body.message as { property: string }[]).map((entry) => entry.property).toSorted()).toEqual([
      'description',
      'name',
      'royalty',
    ]);
  });

  it('at most the limits: values equal to a limit pass', async () => {
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

  it("the collection's creator, signed in, with the collection's wallet", async () => {
    expect((await all.call('POST', '/token', { form: await all.tokenForm(home.uuid, {}) })).status).toBe(401);
    expect((await create({}, bob)).body).toMatchObject({ statusCode: 403, code: 'collection.notYours' });
    const dan = await all.person(false);
    const own = await all.collection(dan);
    const without = await all.call<Refusal>('POST', '/token', { as: dan, form: await all.tokenForm(own.uuid, {}) });
    expect(without.body).toMatchObject({ statusCode: 422, code: 'wallet.missing' });
    await all.sql`update app_user set metamask_wallet = ${dan.wallet} where uuid = ${dan.uuid}`;
    expect((await all.call('POST', '/token', { as: dan, form: await all.tokenForm(own.uuid, {}) })).status).toBe(201);
    await all.sql`update app_user set metamask_wallet = ${`0x${'d'.repeat(40)}`} where uuid = ${dan.uuid}`;
    const files = () => all.sql`select cid from media`;
    const before = await files();
    const file = { bytes: await picture(), name: 'a.png' };
    const other = await all.call<Refusal>('POST', '/token', { as: dan, form: await all.tokenForm(own.uuid, { file }) });
    expect(other.body).toMatchObject({ statusCode: 422, code: 'collection.otherWallet' });
    expect(await files(), 'nothing of a refused form is stored').toHaveLength(before.length);
  });
});
