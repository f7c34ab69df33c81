import { passkeyKey } from '@skarb/contracts/account';
import { generateKeyPairSync } from 'node:crypto';
import { getAddress } from 'viem';
import { expect, it } from 'vitest';

// The settings compare the key that a browser remembers with those that the API lists.
it('a new passkey has its key in lower case, as the API writes it', () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const verifier = getAddress(`0x${'ab'.repeat(20)}`);
  expect(verifier).not.toBe(verifier.toLowerCase());
  expect(passkeyKey(verifier, spki, 'localhost')).toMatch(/^0x(ab){20}[0-9a-f]+$/);
});
