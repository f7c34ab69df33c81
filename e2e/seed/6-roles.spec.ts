import { expect, test } from '@playwright/test';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import * as authCalls from '@skarb/schema/calls/auth';
import * as collectionCalls from '@skarb/schema/calls/collection';
import * as offerCalls from '@skarb/schema/calls/offer';
import * as tokenCalls from '@skarb/schema/calls/token';
import { attempt, call, callAs, signInByWallet } from '../api.ts';
import { pictureFile, purchaseSteps, reference, sell } from '../people.ts';
import { ownerOfToken, seededSale } from './works.ts';

test.describe('Section 6: roles and permissions', () => {
  test('a user starts as USER and is a CREATOR after the first creation', async () => {
    const { accessToken: token, user } = await signInByWallet(privateKeyToAccount(generatePrivateKey()));
    expect(user.role).toBe('USER');
    const file = await pictureFile();
    await callAs(token)(collectionCalls.create, { body: { name: 'First', file } });
    expect((await callAs(token)(authCalls.me)).data.role).toBe('CREATOR');
  });

  test('wallet addresses are compared case-insensitively', async () => {
    const account = privateKeyToAccount(generatePrivateKey());
    const first = await signInByWallet(account);
    for (const written of [account.address.toLowerCase(), `0x${account.address.slice(2).toUpperCase()}`]) {
      const { message } = (await call(authCalls.walletNonce, { query: { address: written } })).data;
      const signature = await account.signMessage({ message });
      const { data } = await call(authCalls.loginWallet, { body: { message, signature } });
      expect(data.user.uuid).toBe(first.user.uuid);
    }
  });

  test('calls that act for a user answer 401 without a valid token', async () => {
    const { uuid } = await seededSale();
    for (const token of [undefined, 'nonsense', `${btoa('{"alg":"none"}')}.${btoa('{"sub":"x"}')}.`]) {
      for (const guarded of [authCalls.me, tokenCalls.favorite, authCalls.editProfile, collectionCalls.create]) {
        const { status, error } = await attempt(guarded, { params: { id: uuid }, token });
        expect([guarded.path, status]).toEqual([guarded.path, 401]);
        expect(error).toMatchObject({ statusCode: 401, error: 'Unauthorized' });
      }
    }
  });

  test('calls on objects of other users answer 403', async () => {
    const [owner, outsider] = [await ownerOfToken(), await signInByWallet(privateKeyToAccount(generatePrivateKey()))];
    const token = outsider.accessToken;
    const { currency, networkUuid, categoryUuid } = await reference(owner.person);
    const sale = { type: 'SALE', price: '1', currencyUuid: currency('WETH').uuid };
    const listing = await sell(owner.person, owner.token, '1');
    const { collection } = (await call(tokenCalls.show, { params: { id: owner.token } })).data;
    const file = await pictureFile();
    const refused: [string, number][] = [
      ['sell', (await attempt(offerCalls.open, { params: { id: owner.token }, token, body: sale })).status],
      [
        'edit',
        (await attempt(offerCalls.edit, { params: { id: listing.uuid }, token, body: { price: '0.01' } })).status,
      ],
      ['cancel', (await attempt(offerCalls.cancel, { params: { id: listing.uuid }, token })).status],
      [
        'add to a collection',
        (
          await attempt(tokenCalls.create, {
            token,
            body: { name: 'A', description: 'B', networkUuid, categoryUuid, collectionUuid: collection.uuid, file },
          })
        ).status,
      ],
    ];
    expect(refused).toEqual(refused.map(([what]) => [what, 403]));
    const own = purchaseSteps(owner.person, listing.uuid);
    await expect(own).rejects.toMatchObject({ status: 403 });
  });
});
