import { expect, it } from 'vitest';
import { isPublicAddress, postPublic, PrivateAddressError } from './public-fetch.ts';

it.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fd00:ec2::254',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  'not an address',
])('%s is not a public address', (address) => expect(isPublicAddress(address)).toBe(false));

it.each(['1.1.1.1', '2606:4700:4700::1111', '::ffff:8.8.8.8'])('%s is a public address', (address) =>
  expect(isPublicAddress(address)).toBe(true),
);

it.each([
  'http://127.0.0.1:1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://[::1]:1/',
  'http://[::ffff:169.254.169.254]/latest/meta-data/',
  'https://169.254.169.254/',
])('%s is never requested', async (url) => {
  await expect(postPublic(url, '{}', 1000)).rejects.toBeInstanceOf(PrivateAddressError);
});

it('a name is refused when one of its addresses is private at the moment of the connection', async () => {
  const resolve = (_name: string, _options: object, done: (error: null, all: never) => void) =>
    done(null, [
      { address: '1.1.1.1', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ] as never);
  await expect(postPublic('http://node.example/', '{}', 1000, resolve as never)).rejects.toBeInstanceOf(
    PrivateAddressError,
  );
});
