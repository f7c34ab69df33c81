import { expect, test } from '@playwright/test';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { call, signedMessage, signInByWallet } from '../api.ts';
import { picture, reference } from '../people.ts';
import { aDrawer, aWorkOnSale } from './works.ts';

test.describe('Section 6: roles and permissions', () => {
  test('a user starts as USER and is a CREATOR after the first creation', async () => {
    const { accessToken: token, user } = await signInByWallet(privateKeyToAccount(generatePrivateKey()));
    expect(user.role).toBe('USER');
    const file = new File([new Uint8Array(await picture())], 'a.png', { type: 'image/png' });
    expect((await call('POST', '/collection', { token, form: { name: 'First', file } })).status).toBe(201);
    expect((await call('GET', '/auth/me', { token })).body.data.role).toBe('CREATOR');
  });

  test('wallet ownership is compared without letter case', async () => {
    const account = privateKeyToAccount(generatePrivateKey());
    const first = await signInByWallet(account);
    for (const written of [account.address.toLowerCase(), `0x${account.address.slice(2).toUpperCase()}`]) {
      const { message } = (await call('GET', `/auth/wallet/nonce?address=${written}`)).body.data;
      const signature = await account.signMessage({ message });
      const { body } = await call('POST', '/auth/login/wallet', { json: { message, signature } });
      expect(body.data.user.uuid).toBe(first.user.uuid);
    }
  });

  test('calls that act for somebody answer 401 without a good token', async () => {
    const { uuid } = await aWorkOnSale();
    for (const token of [undefined, 'nonsense', `${btoa('{"alg":"none"}')}.${btoa('{"sub":"x"}')}.`]) {
      for (const [method, path] of [
        ['GET', '/auth/me'],
        ['POST', `/token/${uuid}/favorite`],
        ['PUT', '/auth/profile'],
        ['POST', '/collection'],
      ] as const) {
        const { status, body } = await call(method, path, { token, ...(method === 'GET' ? {} : { json: {} }) });
        expect([method, path, status]).toEqual([method, path, 401]);
        expect(body).toMatchObject({ statusCode: 401, error: 'Unauthorized' });
      }
    }
  });

  test('other people’s things answer 403', async () => {
    const [drawer, stranger] = [await aDrawer(), await signInByWallet(privateKeyToAccount(generatePrivateKey()))];
    const token = stranger.accessToken;
    const { currency, networkUuid, categoryUuid } = await reference(drawer.person);
    const sale = { type: 'SALE', price: '1', currencyUuid: currency('WETH').uuid };
    const listing = (await drawer.person.post(`/offer/${drawer.single}`, sale)) as {
      uuid: string;
      steps: Parameters<typeof drawer.person.run>[0];
    };
    await drawer.person.run(listing.steps);
    const { collection } = (await drawer.person.get(`/token/${drawer.single}`)) as { collection: { uuid: string } };
    const file = new File([new Uint8Array(await picture())], 'a.png', { type: 'image/png' });
    const refused: [string, number][] = [
      ['sell', (await call('POST', `/offer/${drawer.single}`, { token, json: sale })).status],
      ['edit', (await call('PUT', `/offer/${listing.uuid}`, { token, json: { price: '0.01' } })).status],
      ['cancel', (await call('DELETE', `/offer/${listing.uuid}`, { token })).status],
      [
        'add to a collection',
        (
          await call('POST', '/token', {
            token,
            form: { name: 'A', description: 'B', networkUuid, categoryUuid, collectionUuid: collection.uuid, file },
          })
        ).status,
      ],
    ];
    expect(refused).toEqual(refused.map(([what]) => [what, 403]));
    const own = drawer.person.post(`/offer/${listing.uuid}/purchase`, { quantity: 1 });
    await expect(own).rejects.toMatchObject({ status: 403 });
  });

  test('a wallet belongs to one account', async () => {
    const [mine, other] = [privateKeyToAccount(generatePrivateKey()), privateKeyToAccount(generatePrivateKey())];
    const { accessToken: token } = await signInByWallet(mine);
    await signInByWallet(other);
    expect((await call('POST', '/auth/connect-metamask', { token, json: await signedMessage(other) })).status).toBe(
      409,
    );
  });
});
