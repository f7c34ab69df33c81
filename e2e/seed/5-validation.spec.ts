import { expect, test } from '@playwright/test';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { call, signInByWallet, type Json } from '../api.ts';
import { picture, reference, someone } from '../people.ts';

/** Component tests fill in the forms (web/src/domain/create/create-forms.browser.test.tsx); here requests break the same rules. */
let token: string;
let good: Record<string, string | Blob>;
const file = async () => new File([new Uint8Array(await picture())], 'a.png', { type: 'image/png' });
test.beforeAll(async () => {
  token = (await signInByWallet(privateKeyToAccount(generatePrivateKey()))).accessToken;
  const collection = await call('POST', '/collection', { token, form: { name: 'Rules', file: await file() } });
  const { networkUuid, categoryUuid } = await reference(await someone());
  good = {
    name: 'A',
    description: 'B',
    networkUuid,
    categoryUuid,
    collectionUuid: collection.body.data.uuid,
    file: await file(),
  };
});
/** The fields that were refused, each with its first constraint's message. */
const refused = (body: Json): Record<string, unknown> =>
  Object.fromEntries(body.message.map(({ property, constraints }: Json) => [property, Object.values(constraints)[0]]));
const create = (change: Record<string, string | Blob | undefined>) =>
  call('POST', '/token', {
    token,
    form: Object.fromEntries(
      Object.entries({ ...good, ...change }).filter(
        (entry): entry is [string, string | Blob] => entry[1] !== undefined,
      ),
    ),
  });
const properties = (list: unknown[]) => ({ properties: JSON.stringify(list) });

test.describe('Section 5: validation rules', () => {
  test('create collection: file and name are required (message: required), name at most 32 characters', async () => {
    const empty = await call('POST', '/collection', { token, form: { name: ' ' } });
    expect([empty.status, refused(empty.body)]).toEqual([400, { name: 'required', file: 'required' }]);
    const long = await call('POST', '/collection', { token, form: { name: 'a'.repeat(33), file: await file() } });
    expect([long.status, Object.keys(refused(long.body))]).toEqual([400, ['name']]);
    expect(
      (await call('POST', '/collection', { token, form: { name: 'a'.repeat(32), file: await file() } })).status,
    ).toBe(201);
  });

  test('create NFT: the file, name, description and networkUuid are required, each told beside its field', async () => {
    const { status, body } = await create({ file: undefined, name: '', description: '  ', networkUuid: undefined });
    expect(status).toBe(400);
    expect(refused(body)).toMatchObject({
      file: 'required',
      name: 'required',
      description: 'required',
      networkUuid: 'required',
    });
  });

  test('create NFT: description at most 540 characters, name at most 32', async () => {
    const { status, body } = await create({ name: 'n'.repeat(33), description: 'd'.repeat(541) });
    expect([status, Object.keys(refused(body)).sort()]).toEqual([400, ['description', 'name']]);
    expect((await create({ name: 'n'.repeat(32), description: 'd'.repeat(540) })).status).toBe(201);
  });

  test('create NFT: each property has a name and a value after trimming; at most 20', async () => {
    const blank = await create(properties([{ name: ' ', value: '\t' }]));
    expect([blank.status, Object.keys(refused(blank.body)).sort()]).toEqual([
      400,
      ['properties.0.name', 'properties.0.value'],
    ]);
    const many = (count: number) =>
      properties(Array.from({ length: count }, (_, n) => ({ name: `p${n}`, value: 'v' })));
    expect((await create(many(21))).status).toBe(400);
    expect((await create(many(20))).status).toBe(201);
  });

  test('create NFT: isNumber is true when the value is numeric', async () => {
    const values = ['7', '-1.5', 'seven', '7a', '', ' 8 '].filter(Boolean);
    const { body } = await create(properties(values.map((value, n) => ({ name: `p${n}`, value }))));
    expect(body.data.metadata.map(({ isNumber }: Json) => isNumber)).toEqual([true, true, false, false, true]);
  });

  test('create NFT: for ERC1155 the quantity is a number of at least 2', async () => {
    for (const quantity of ['1', '0', '-3', 'two', '2.5'])
      expect([quantity, (await create({ type: 'ERC1155', quantity })).status]).toEqual([quantity, 400]);
    expect((await create({ type: 'ERC1155', quantity: '2' })).status).toBe(201);
  });

  test('profile: bio at most 256 characters; a nickname of digits, letters and underscores', async () => {
    const edit = (form: Record<string, string>) => call('PUT', '/auth/profile', { token, form });
    expect((await edit({ bio: 'b'.repeat(257) })).status).toBe(400);
    expect((await edit({ bio: 'b'.repeat(256) })).status).toBe(200);
    for (const username of ['with space', 'dash-ed', 'dot.ted'])
      expect([username, (await edit({ username })).status]).toEqual([username, 400]);
    expect((await edit({ username: `Ольга_${Date.now() % 1e6}` })).status).toBe(200);
  });

  test('a valid e-mail is required; a password has a least length; a price is greater than 0', async () => {
    const wrong = await call('POST', '/auth/register/email', { json: { email: 'no address', password: 'short' } });
    expect([wrong.status, Object.keys(refused(wrong.body)).sort()]).toEqual([400, ['email', 'password']]);
    const { data } = (await call('GET', '/token?limit=1')).body;
    for (const price of ['0', '0.0', '-1', '1e3', '1,5', 'NaN']) {
      const json = { type: 'SALE', price, currencyUuid: good.networkUuid };
      const { status, body } = await call('POST', `/offer/${data[0].uuid}`, { token, json });
      expect([price, status, Object.keys(refused(body))]).toEqual([price, 400, ['price']]);
    }
  });
});
