import { expect, test } from '@playwright/test';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import * as authCalls from '@skarb/schema/calls/auth';
import * as collectionCalls from '@skarb/schema/calls/collection';
import * as offerCalls from '@skarb/schema/calls/offer';
import * as tokenCalls from '@skarb/schema/calls/token';
import type { ErrorBody } from '@skarb/schema/primitive';
import { attempt, call, callAs, signInByWallet } from '../api.ts';
import { newPerson, pictureFile, reference } from '../people.ts';

/**
 * Component tests fill in the forms (web/src/domain/create/create-forms.browser.test.tsx); here requests break the same
 * rules directly.
 */
let token: string;
let good: Record<string, string | Blob>;
test.beforeAll(async () => {
  token = (await signInByWallet(privateKeyToAccount(generatePrivateKey()))).accessToken;
  const { data: collection } = await callAs(token)(collectionCalls.create, {
    body: { name: 'Rules', file: await pictureFile() },
  });
  const { networkUuid, categoryUuid } = await reference(await newPerson());
  good = {
    name: 'A',
    description: 'B',
    networkUuid,
    categoryUuid,
    collectionUuid: collection.uuid,
    file: await pictureFile(),
  };
});
/** The refused fields, each with the message of its first constraint. */
const refused = (error: ErrorBody | undefined): Record<string, unknown> => {
  if (!error || typeof error.message === 'string') return {};
  return Object.fromEntries(
    error.message.map(({ property, constraints }) => [property, Object.values(constraints)[0]]),
  );
};
const create = (change: Record<string, string | Blob | undefined>) =>
  attempt(tokenCalls.create, { token, body: { ...good, ...change } });
const properties = (list: unknown[]) => ({ properties: JSON.stringify(list) });

test.describe('Section 5: validation rules', () => {
  test('create collection: file and name are required (message: required), name at most 32 characters', async () => {
    const empty = await attempt(collectionCalls.create, { token, body: { name: ' ' } });
    expect([empty.status, refused(empty.error)]).toEqual([400, { name: 'required', file: 'required' }]);
    const long = await attempt(collectionCalls.create, {
      token,
      body: { name: 'a'.repeat(33), file: await pictureFile() },
    });
    expect([long.status, Object.keys(refused(long.error))]).toEqual([400, ['name']]);
    expect(
      (await attempt(collectionCalls.create, { token, body: { name: 'a'.repeat(32), file: await pictureFile() } }))
        .status,
    ).toBe(201);
  });

  test('create NFT: the file, name, description and networkUuid are required, each with a message at its field', async () => {
    const { status, error } = await create({ file: undefined, name: '', description: '  ', networkUuid: undefined });
    expect(status).toBe(400);
    expect(refused(error)).toMatchObject({
      file: 'required',
      name: 'required',
      description: 'required',
      networkUuid: 'required',
    });
  });

  test('create NFT: description at most 540 characters, name at most 32', async () => {
    const { status, error } = await create({ name: 'n'.repeat(33), description: 'd'.repeat(541) });
    expect([status, Object.keys(refused(error)).sort()]).toEqual([400, ['description', 'name']]);
    expect((await create({ name: 'n'.repeat(32), description: 'd'.repeat(540) })).status).toBe(201);
  });

  test('create NFT: each property has a name and a value after trimming; at most 20', async () => {
    const blank = await create(properties([{ name: ' ', value: '\t' }]));
    expect([blank.status, Object.keys(refused(blank.error)).sort()]).toEqual([
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
    const { answer } = await create(properties(values.map((value, n) => ({ name: `p${n}`, value }))));
    expect(answer?.data.metadata.map(({ isNumber }) => isNumber)).toEqual([true, true, false, false, true]);
  });

  test('create NFT: for ERC1155 the quantity is a number of at least 2', async () => {
    for (const quantity of ['1', '0', '-3', 'two', '2.5'])
      expect([quantity, (await create({ type: 'ERC1155', quantity })).status]).toEqual([quantity, 400]);
    expect((await create({ type: 'ERC1155', quantity: '2' })).status).toBe(201);
  });

  test('profile: bio at most 256 characters; a nickname of digits, letters and underscores', async () => {
    const edit = (body: object) => attempt(authCalls.editProfile, { token, body });
    expect((await edit({ bio: 'b'.repeat(257) })).status).toBe(400);
    expect((await edit({ bio: 'b'.repeat(256) })).status).toBe(200);
    for (const username of ['with space', 'dash-ed', 'dot.ted'])
      expect([username, (await edit({ username })).status]).toEqual([username, 400]);
    expect((await edit({ username: `Ольга_${Date.now() % 1e6}` })).status).toBe(200);
  });

  test('a valid e-mail is required; a password has a least length; a price is greater than 0', async () => {
    const wrong = await attempt(authCalls.register, { body: { email: 'no address', password: 'short' } });
    expect([wrong.status, Object.keys(refused(wrong.error)).sort()]).toEqual([400, ['email', 'password']]);
    const { data } = await call(tokenCalls.list, { query: { limit: 1 } });
    for (const price of ['0', '0.0', '-1', '1e3', '1,5', 'NaN']) {
      const body = { type: 'SALE', price, currencyUuid: good.networkUuid };
      const { status, error } = await attempt(offerCalls.open, { params: { id: data[0]?.uuid ?? '' }, token, body });
      expect([price, status, Object.keys(refused(error))]).toEqual([price, 400, ['price']]);
    }
  });
});
