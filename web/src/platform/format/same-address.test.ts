import { expect, it } from 'vitest';
import { sameAddress } from './same-address.ts';

const ADDRESS = '0xAbCdEf0000000000000000000000000000000001';

it('ignores letter case', () => {
  expect(sameAddress(ADDRESS, ADDRESS.toLowerCase())).toBe(true);
  expect(sameAddress(`0x${ADDRESS.slice(2).toUpperCase()}`, ADDRESS)).toBe(true);
});

it('is false for another address and for one that is missing', () => {
  expect(sameAddress(ADDRESS, ADDRESS.replace('1', '2'))).toBe(false);
  expect(sameAddress(ADDRESS, null)).toBe(false);
  expect(sameAddress(undefined, undefined)).toBe(false);
  expect(sameAddress('', '')).toBe(false);
});
