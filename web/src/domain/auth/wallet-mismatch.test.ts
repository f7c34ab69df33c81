import { expect, it } from 'vitest';
import { walletMismatch } from './wallet-mismatch.ts';

const own = '0xAbCdEf0000000000000000000000000000000001';
const fine = { own, address: own, chainId: 80001, chainIds: [80001] };

it('takes the same address in other letters for the account’s own', () => {
  expect(walletMismatch({ ...fine, address: own.toLowerCase() })).toBeNull();
  expect(walletMismatch({ ...fine, address: `0x${own.slice(2).toUpperCase()}` })).toBeNull();
});

it('names another account’s wallet, and one that is nobody’s yet', () => {
  expect(walletMismatch({ ...fine, address: '0xabcdef0000000000000000000000000000000002' })).toBe('foreign');
  expect(walletMismatch({ ...fine, own: '' })).toBe('unconnected');
});

it('names a network that is not traded on, once it knows which are', () => {
  expect(walletMismatch({ ...fine, chainId: 1 })).toBe('chain');
  expect(walletMismatch({ ...fine, chainId: 1, chainIds: [] })).toBeNull();
});

it('has nothing to say to visitors, or without a wallet', () => {
  expect(walletMismatch({ ...fine, own: null })).toBeNull();
  expect(walletMismatch({ ...fine, address: null })).toBeNull();
});
