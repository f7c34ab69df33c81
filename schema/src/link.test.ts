import { expect, it } from 'vitest';
import { readLink } from './link.ts';

it.each([
  ['https://www.instagram.com/olha', 'instagram'],
  ['https://twitter.com/olha', 'x'],
  ['https://x.com/olha', 'x'],
  ['https://t.me/olha', 'telegram'],
  ['https://m.facebook.com/olha', 'facebook'],
  ['https://youtu.be/abc', 'youtube'],
  ['https://olha.art', 'website'],
  // A site of one's own is not named after the network that its address contains.
  ['https://instagram.com.olha.art/login', 'website'],
  ['https://xinstagram.com/olha', 'website'],
  ['https://ольга.укр/', 'website'],
])('%s is a link of the kind %s', (text, kind) => expect(readLink(text)?.kind).toBe(kind));

it('keeps a link in its normal form', () => {
  expect(readLink(' HTTPS://Olha.Art/Works?a=1#top ')).toEqual({
    kind: 'website',
    url: 'https://olha.art/Works?a=1#top',
  });
});

it.each([
  'http://olha.art',
  'javascript:alert(1)',
  'data:text/html,hi',
  'olha.art',
  '//olha.art',
  'https://',
  'https://localhost/x',
  'https://router.local',
  'https://10.0.0.1',
  'https://0x7f.1',
  'https://[::1]/',
  'https://name:secret@olha.art',
  'https://olha.art:8443/',
  'https://olha',
  `https://olha.art/${'x'.repeat(190)}`,
])('%s is no link for a profile', (text) => expect(readLink(text)).toBeUndefined());
