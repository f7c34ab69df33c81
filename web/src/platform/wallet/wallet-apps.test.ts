import { expect, it } from 'vitest';
import { walletApps } from './wallet-apps.ts';

const linksAt = (url: string) =>
  Object.fromEntries(walletApps(new URL(url) as unknown as Location).map(({ name, link }) => [name, link]));

it('link to the current page in each app, with its filters', () => {
  expect(linksAt('https://skarb.example/nfts?price=1&type=ERC721#story')).toEqual({
    MetaMask: 'https://link.metamask.io/dapp/skarb.example/nfts?price=1&type=ERC721',
    'Trust Wallet':
      'https://link.trustwallet.com/open_url?coin_id=966&url=https%3A%2F%2Fskarb.example%2Fnfts%3Fprice%3D1%26type%3DERC721',
    'Coinbase Wallet (Base)':
      'https://go.cb-w.com/dapp?cb_url=https%3A%2F%2Fskarb.example%2Fnfts%3Fprice%3D1%26type%3DERC721',
    'OKX Wallet':
      'https://web3.okx.com/download?deeplink=okx%3A%2F%2Fwallet%2Fdapp%2Furl%3FdappUrl%3Dhttps%253A%252F%252Fskarb.example%252Fnfts%253Fprice%253D1%2526type%253DERC721',
    Phantom:
      'https://phantom.app/ul/browse/https%3A%2F%2Fskarb.example%2Fnfts%3Fprice%3D1%26type%3DERC721?ref=https%3A%2F%2Fskarb.example',
  });
  expect(linksAt('https://art.example:8443/offers/7').MetaMask).toBe(
    'https://link.metamask.io/dapp/art.example:8443/offers/7',
  );
});

it('do not exist for a page without https', () => {
  expect(linksAt('http://localhost:5173/nfts')).toEqual({});
});

it('say where to get each app, by https', () => {
  const apps = walletApps(new URL('https://skarb.example/') as unknown as Location);
  expect(apps).toHaveLength(5);
  for (const { get } of apps) expect(get).toMatch(/^https:\/\//);
});
