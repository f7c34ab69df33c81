import { expect, it } from 'vitest';
import { walletMismatch } from './wallet-mismatch.ts';

const own = '0xAbCdEf0000000000000000000000000000000001';
const fine = { own, address: own, chainId: 80001, ownChainId: 80001 };

it('compares addresses without letter case', () => {
  expect(walletMismatch({ ...fine, address: own.toLowerCase() })).toBeNull();
  expect(walletMismatch({ ...fine, address: `0x${own.slice(2).toUpperCase()}` })).toBeNull();
});

it('reports the wallet of another account, and a wallet without an account', () => {
  expect(walletMismatch({ ...fine, address: '0xabcdef0000000000000000000000000000000002' })).toBe('foreign');
  expect(walletMismatch({ ...fine, own: '' })).toBe('unconnected');
});

it('reports another network than that of the marketplace, once that is known', () => {
  expect(walletMismatch({ ...fine, chainId: 1 })).toBe('chain');
  expect(walletMismatch({ ...fine, chainId: 1, ownChainId: undefined })).toBeNull();
});

it('reports nothing to visitors, or without a wallet', () => {
  expect(walletMismatch({ ...fine, own: null })).toBeNull();
  expect(walletMismatch({ ...fine, address: null })).toBeNull();
});
