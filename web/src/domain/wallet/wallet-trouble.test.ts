import { expect, it } from 'vitest';
import { troubleOf } from './wallet-trouble.ts';

const own = '0xAbCdEf0000000000000000000000000000000001';
const fine = { own, address: own, chainId: 80001, chainIds: [80001] };

it('takes the same address in other letters for the account’s own', () => {
  expect(troubleOf({ ...fine, address: own.toLowerCase() })).toBeNull();
  expect(troubleOf({ ...fine, address: `0x${own.slice(2).toUpperCase()}` })).toBeNull();
});

it('names another account’s wallet, and one that is nobody’s yet', () => {
  expect(troubleOf({ ...fine, address: '0xabcdef0000000000000000000000000000000002' })).toBe('foreign');
  expect(troubleOf({ ...fine, own: '' })).toBe('unconnected');
});

it('names a network that is not traded on, once it knows which are', () => {
  expect(troubleOf({ ...fine, chainId: 1 })).toBe('chain');
  expect(troubleOf({ ...fine, chainId: 1, chainIds: [] })).toBeNull();
});

it('has nothing to say to visitors, or without a wallet', () => {
  expect(troubleOf({ ...fine, own: null })).toBeNull();
  expect(troubleOf({ ...fine, address: null })).toBeNull();
});
