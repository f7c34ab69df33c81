import { expect, it } from 'vitest';
import { withPictureUrls } from './json-ld.ts';

it('data of a page has absolute addresses of pictures, and a name that looks like a path stays a name', () => {
  const work = { name: '/abc', image: '/media/owl.webp', creator: { name: '/me', image: undefined } };
  expect(withPictureUrls(work, 'https://market.test')).toEqual({
    name: '/abc',
    image: 'https://market.test/media/owl.webp',
    creator: { name: '/me' },
  });
});
