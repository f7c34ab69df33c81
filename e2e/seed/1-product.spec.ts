import { CHAIN_IDS, LANGUAGES, LANGUAGE_FALLBACK } from '@skarb/schema/limits';
import { expect } from '@playwright/test';
import * as collectionCalls from '@skarb/schema/calls/collection';
import * as referenceCalls from '@skarb/schema/calls/reference';
import * as tokenCalls from '@skarb/schema/calls/token';
import { call } from '../api.ts';
import { dialog, signInButton, test } from '../visitor.ts';
import { seededSale } from './works.ts';

test.describe('Section 1: what the product does and for whom', () => {
  test('users can browse and filter NFTs, collections and categories', async () => {
    const [collection] = (await call(collectionCalls.list)).data;
    const [category] = (await call(referenceCalls.categories)).data;
    const found = (query: { collectionUuid?: string; categoryUuid?: string }) =>
      call(tokenCalls.list, { query: { limit: 100, ...query } });
    const all = (await found({})).meta.totalItems;
    const inCollection = await found({ collectionUuid: collection?.uuid ?? '' });
    expect(inCollection.data.every((token) => token.collection.uuid === collection?.uuid)).toBe(true);
    expect(inCollection.meta.totalItems).toBeLessThan(all);
    const inCategory = await found({ categoryUuid: category?.uuid ?? '' });
    expect(inCategory.data.every((token) => token.category.uuid === category?.uuid)).toBe(true);
    expect(inCategory.meta.totalItems).toBeLessThan(all);
  });

  test('NFTs are of the types ERC721 and ERC1155, and can be bought from offers and favored; users can register and log in by e-mail and password or with a crypto wallet (MetaMask)', async ({
    page,
  }) => {
    for (const type of ['ERC721', 'ERC1155'] as const) {
      const { data } = await call(tokenCalls.list, { query: { type } });
      expect(data.length, type).toBeGreaterThan(0);
      expect(data.every((token) => token.type === type)).toBe(true);
    }
    const work = await seededSale();
    await page.goto(`/nfts/${work.uuid}`);
    await expect(page.getByRole('main').getByRole('button', { name: 'Buy now' })).toBeVisible();
    await expect(
      page
        .getByRole('main')
        .getByRole('button', { name: /favourite/i })
        .first(),
    ).toBeVisible();
    await signInButton(page).click();
    const login = dialog(page, 'Login');
    await expect(login.getByLabel('E-mail')).toBeVisible();
    await expect(login.getByLabel('Password', { exact: true })).toBeVisible();
    await expect(login.getByRole('button', { name: 'Register' })).toBeVisible();
    await expect(login.getByRole('button', { name: 'Sign in with a wallet' })).toBeVisible();
  });

  test('supported chains are 137 and 80001', async () => {
    expect(CHAIN_IDS).toEqual(expect.arrayContaining([137, 80001]));
    const { data } = await call(referenceCalls.networks);
    expect(data.map(({ chainId }) => chainId)).toContain(80001);
  });

  test('interface languages are en and ukr, fallback en', () => {
    expect(LANGUAGES).toEqual(['en', 'ukr']);
    expect(LANGUAGE_FALLBACK).toBe('en');
  });
});
