import { expect, it } from 'vitest';
import { pageUrlOf } from './page-url.ts';

it.each([
  ['/search?utm_source=x&q=owl&kind=collections', '/search?kind=collections&q=owl'],
  ['/activity?kind=SALE&kind=BID', '/activity?kind=BID&kind=SALE'],
  ['/profile/1?kind=SALE&show=activity', '/profile/1?kind=SALE&show=activity'],
  ['/nfts?currency=fiat&minPrice=1&search=', '/nfts?currency=fiat&minPrice=1'],
  ['/nfts?state=NEW&range=Year%3A1900%3A&state=AUCTION', '/nfts?range=Year%3A1900%3A&state=AUCTION&state=NEW'],
])('the server renders %s as %s', (given, rendered) => {
  expect(pageUrlOf(new URL(given, 'http://localhost'))).toBe(rendered);
});
