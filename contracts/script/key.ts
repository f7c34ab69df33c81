import { type Hex, isHex } from 'viem';

/** The private key that an environment variable holds. @throws without ever saying what it holds */
export function keyFrom(name: string): Hex {
  const key = process.env[name];
  if (!key || !isHex(key) || key.length !== 66)
    throw new Error(`${name} must hold a private key: 0x and 64 hex digits.`);
  return key;
}
