import type { BodyOf } from '@skarb/client';
import { expect, test } from '@playwright/test';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import * as authCalls from '@skarb/schema/calls/auth';
import * as collectionCalls from '@skarb/schema/calls/collection';
import * as offerCalls from '@skarb/schema/calls/offer';
import * as referenceCalls from '@skarb/schema/calls/reference';
import * as tokenCalls from '@skarb/schema/calls/token';
import { call, callAs, signInByWallet } from '../api.ts';
import { makeToken, newPerson, pictureFile, reference } from '../people.ts';
import { seededSale } from './works.ts';

test.describe('Section 3: entities and their fields', () => {
  test('a user has all fields', async () => {
    const { user } = await signInByWallet(privateKeyToAccount(generatePrivateKey()));
    for (const field of [
      'uuid',
      'role',
      'username',
      'gameId',
      'email',
      'isEmailConfirmed',
      'isTwoFactorAuthenticationEnabled',
      'googleId',
      'phoneNumber',
      'isPhoneNumberConfirmed',
      'metamaskWallet',
      'name',
      'avatar',
      'bio',
      'backgroundImg',
    ])
      expect(user, field).toHaveProperty(field);
  });

  test('categories, collections, networks and currencies have all fields', async () => {
    const [category] = (await call(referenceCalls.categories)).data;
    const [collection] = (await call(collectionCalls.list)).data;
    const [network] = (await call(referenceCalls.networks)).data;
    const [currency] = (await call(referenceCalls.currencies)).data;
    const fields: [row: object | undefined, names: string[]][] = [
      [category, ['uuid', 'name']],
      [collection, ['uuid', 'createdAt', 'updatedAt', 'name', 'networkUuid', 'creatorUuid', 'imageHash']],
      [network, ['uuid', 'name', 'humanName']],
      [currency, ['name']],
    ];
    for (const [row, names] of fields)
      for (const name of names) expect((row as Record<string, unknown>)[name], name).toBeTruthy();
  });

  test('a token has the fields of its create form, its ownerships and its metadata', async () => {
    const creator = await newPerson();
    const { uuid } = await makeToken(creator, { quantity: 3, royalty: 2.5 });
    const token = (await call(tokenCalls.show, { params: { id: uuid } })).data;
    expect(token).toMatchObject({
      name: expect.any(String),
      description: expect.any(String),
      category: { uuid: expect.any(String) },
      collection: { uuid: expect.any(String) },
      network: { uuid: expect.any(String) },
      imageHash: expect.stringMatching(/^b/),
      royalty: 2.5,
      quantity: 3,
      type: 'ERC1155',
      ownerships: [{ owner: creator.address, ownerUuid: creator.uuid }],
      metadata: [{ name: 'Mood', value: 'Calm', isNumber: false }],
    });
  });

  test('the create forms of tokens and collections are multipart', async () => {
    const { accessToken: token } = await signInByWallet(privateKeyToAccount(generatePrivateKey()));
    const made = (await callAs(token)(collectionCalls.create, { body: { name: 'Forms', file: await pictureFile() } }))
      .data;
    expect(made.name).toBe('Forms');
    const { networkUuid, categoryUuid } = await reference(await newPerson());
    const { data } = await callAs(token)(tokenCalls.create, {
      body: {
        royalty: '1',
        name: 'One of two',
        type: 'ERC1155',
        description: 'By a test.',
        file: await pictureFile(),
        networkUuid,
        quantity: '2',
        collectionUuid: made.uuid,
        categoryUuid,
        properties: JSON.stringify([{ name: 'Height', value: '12' }]),
      } as BodyOf<typeof tokenCalls.create>,
    });
    expect(data).toMatchObject({ quantity: 2, royalty: 1, metadata: [{ isNumber: true }] });
  });

  test('an offer has a list of history events', async () => {
    const { listing } = await seededSale();
    const { data, meta } = await call(offerCalls.history, { params: { id: listing.offerUuid } });
    expect(data[0]).toMatchObject({ event: expect.any(String), createdAt: expect.any(String) });
    expect(meta.itemsPerPage).toBe(25);
  });

  test('the meta of a list has itemsPerPage, totalItems, currentPage and totalPages', async () => {
    const { meta } = await call(tokenCalls.list, { query: { page: 2, limit: 5 } });
    expect(meta).toMatchObject({ itemsPerPage: 5, currentPage: 2 });
    expect(meta.totalPages).toBe(Math.ceil(meta.totalItems / 5));
  });

  test('a profile edit takes a username, a bio, an avatar file and a background file', async () => {
    const { accessToken: token } = await signInByWallet(privateKeyToAccount(generatePrivateKey()));
    const username = `u_${Date.now()}`;
    const { data } = await callAs(token)(authCalls.editProfile, {
      body: {
        username,
        gameId: `G${Date.now()}`,
        bio: 'Paints rivers.',
        avatar: await pictureFile(),
        background: await pictureFile(),
      },
    });
    expect(data).toMatchObject({ username, bio: 'Paints rivers.' });
    expect([data.avatar, data.backgroundImg, data.gameId].every(Boolean)).toBe(true);
  });
});
