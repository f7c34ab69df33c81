import { expect, test } from '@playwright/test';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { call, signInByWallet } from '../api.ts';
import { makeToken, picture, reference, someone } from '../people.ts';
import { aWorkOnSale } from './works.ts';

const file = async () => new File([new Uint8Array(await picture())], 'a.png', { type: 'image/png' });

test.describe('Section 3: entities and their fields', () => {
  test('User', async () => {
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

  test('Category, Collection, Network, Currency', async () => {
    const fields = {
      '/category': ['uuid', 'name'],
      '/collection': ['uuid', 'createdAt', 'updatedAt', 'name', 'networkUuid', 'creatorUuid', 'imageHash'],
      '/network': ['uuid', 'name', 'humanName'],
      '/currency': ['name'],
    };
    for (const [path, names] of Object.entries(fields)) {
      const [first] = (await call('GET', path)).body.data;
      for (const name of names) expect(first[name], `${path} ${name}`).toBeTruthy();
    }
  });

  test('Token: what the create payload names, ownerships and metadata entry by entry', async () => {
    const creator = await someone();
    const { uuid } = await makeToken(creator, { quantity: 3, royalty: 2.5 });
    const token = (await call('GET', `/token/${uuid}`)).body.data;
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

  test('Token create form and collection create form are multipart', async () => {
    const { accessToken: token } = await signInByWallet(privateKeyToAccount(generatePrivateKey()));
    const made = await call('POST', '/collection', { token, form: { name: 'Forms', file: await file() } });
    expect([made.status, made.body.data.name]).toEqual([201, 'Forms']);
    const { networkUuid, categoryUuid } = await reference(await someone());
    const { status, body } = await call('POST', '/token', {
      token,
      form: {
        royalty: '1',
        name: 'One of two',
        type: 'ERC1155',
        description: 'By a test.',
        file: await file(),
        networkUuid,
        quantity: '2',
        collectionUuid: made.body.data.uuid,
        categoryUuid,
        properties: JSON.stringify([{ name: 'Height', value: '12' }]),
      },
    });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.data).toMatchObject({ quantity: 2, royalty: 1, metadata: [{ isNumber: true }] });
  });

  test('Offer has a history list', async () => {
    const { listing } = await aWorkOnSale();
    const { data, meta } = (await call('GET', `/offer/${listing.offerUuid}/history`)).body;
    expect(data[0]).toMatchObject({ event: expect.any(String), createdAt: expect.any(String) });
    expect(meta.itemsPerPage).toBe(25);
  });

  test('Pagination meta: itemsPerPage, totalItems, currentPage, totalPages', async () => {
    const { meta } = (await call('GET', '/token?page=2&limit=5')).body;
    expect(meta).toMatchObject({ itemsPerPage: 5, currentPage: 2 });
    expect(meta.totalPages).toBe(Math.ceil(meta.totalItems / 5));
  });

  test('Profile edit: username, bio, avatar file, background file', async () => {
    const { accessToken: token } = await signInByWallet(privateKeyToAccount(generatePrivateKey()));
    const username = `u_${Date.now()}`;
    const { status, body } = await call('PUT', '/auth/profile', {
      token,
      form: {
        username,
        gameId: `G${Date.now()}`,
        bio: 'Paints rivers.',
        avatar: await file(),
        background: await file(),
      },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.data).toMatchObject({ username, bio: 'Paints rivers.' });
    for (const field of ['avatar', 'backgroundImg', 'gameId']) expect(body.data[field], field).toBeTruthy();
  });
});
