import type { Work } from '@skarb/schema/primitive';
import { sha256, stringToBytes } from 'viem';

/**
 * Solves a proof of work: finds a number for which SHA-256 of (SHA-256 of the challenge, then the number in 8 bytes)
 * begins with `bits` zero bits, at most 32. Takes seconds, so it runs in a worker, not on the main thread.
 */
export const solveWork = ({ challenge, bits }: Work): string => {
  const bytes = new Uint8Array(40);
  bytes.set(sha256(stringToBytes(challenge), 'bytes'));
  const view = new DataView(bytes.buffer);
  for (let number = 0; number < 2 ** 32; number++) {
    view.setUint32(36, number);
    const [a = 0, b = 0, c = 0, d = 0] = sha256(bytes, 'bytes');
    if (Math.clz32((a << 24) | (b << 16) | (c << 8) | d) >= bits) return String(number);
  }
  throw new Error('no number solves the challenge');
};
