import { expect, it } from 'vitest';
import { addressIn, feedOf, previewPictureOf } from './head-links.ts';

const UUID = '01a20468-c21b-71c9-a52c-0d3fd5c3322a';

it.each([
  [`/nfts/${UUID}`, `/og/nfts/${UUID}.ukr.jpg`, undefined],
  [`/offers/${UUID}`, `/og/offers/${UUID}.ukr.jpg`, undefined],
  [`/exhibitions/${UUID}`, `/og/exhibitions/${UUID}.ukr.jpg`, undefined],
  [`/collections/${UUID}?trait=a%3A1`, `/og/collections/${UUID}.ukr.jpg`, `/feed/collection/${UUID} lng=ukr`],
  [`/profile/${UUID}`, `/og/profile/${UUID}.ukr.jpg`, `/feed/profile/${UUID} lng=ukr`],
  [
    '/nfts?search=fox%22&sort=price%3AASC&page=2&collection=x',
    undefined,
    '/feed/works search=fox%22&collection=x&lng=ukr',
  ],
  [
    '/nfts?state=AUCTION&collection=x&range=Year%3A1%3A&maxRank=9&currency=EUR&minPrice=1',
    undefined,
    '/feed/works state=AUCTION&collection=x&range=Year%3A1%3A&maxRank=9&currency=EUR&minPrice=1&lng=ukr',
  ],
  ['/search?q=+night+owl&page=2', undefined, '/feed/works search=night+owl&lng=ukr'],
  ['/search?q=owl&kind=collections', undefined, undefined],
  ['/search?q=+', undefined, undefined],
  ['/profile', undefined, undefined],
  ['/nfts/1"><script>', undefined, undefined],
  ['/help', undefined, undefined],
])('%s has the picture %s and the feed %s', (address, picture, feed) => {
  const url = new URL(address, 'https://a.example');
  expect(previewPictureOf(url.pathname, 'ukr')).toBe(picture);
  const found = feedOf(url);
  expect(found && `${found.path} ${found.query('ukr')}`).toBe(feed);
});

it('the address in another language keeps its query', () => {
  expect(addressIn('ukr', 'https://a.example/search?q=night+owl')).toBe('https://a.example/search?q=night+owl&lng=ukr');
  expect(addressIn('en', 'https://a.example/nfts')).toBe('https://a.example/nfts?lng=en');
});
