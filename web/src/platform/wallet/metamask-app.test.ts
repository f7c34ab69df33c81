import { expect, it } from 'vitest';
import { metaMaskAppLink } from './metamask-app.ts';

const at = (url: string) => metaMaskAppLink(new URL(url) as unknown as Location);

it('links to the current page in the app, with its filters', () => {
  expect(at('https://skarb.example/nfts?price=1&type=ERC721')).toBe(
    'https://link.metamask.io/dapp/skarb.example/nfts?price=1&type=ERC721',
  );
  expect(at('https://art.example:8443/offers/7#story')).toBe('https://link.metamask.io/dapp/art.example:8443/offers/7');
});

it('has no link for a page without https', () => {
  expect(at('http://localhost:5173/nfts')).toBeNull();
});
