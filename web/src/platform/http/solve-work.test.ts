import { expect, it } from 'vitest';
import { solveWork } from './solve-work.ts';

/** Computes the hash with another implementation: SHA-256 of (SHA-256 of the challenge, then the number in 8 bytes). */
const bitsOf = async (challenge: string, number: string): Promise<string> => {
  const digest = async (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const bytes = new Uint8Array(40);
  bytes.set(await digest(new TextEncoder().encode(challenge)));
  new DataView(bytes.buffer).setBigUint64(32, BigInt(number));
  return [...(await digest(bytes))].map((byte) => byte.toString(2).padStart(8, '0')).join('');
};

it.each([
  ['a challenge', 1],
  ['eyJmb3IiOiJ4In0.0123', 9],
  ['another', 12],
])('finds a number for %j whose hash begins with %i zero bits', async (challenge, bits) => {
  const number = solveWork({ challenge, bits });
  expect(await bitsOf(challenge, number)).toMatch(new RegExp(`^0{${bits}}`));
});
