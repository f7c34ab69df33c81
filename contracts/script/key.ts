import { type Hex, isHex } from 'viem';

/** The private key in an environment variable. @throws Error that never contains the value */
export function keyFrom(name: string): Hex {
  const key = process.env[name];
  if (!key || !isHex(key) || key.length !== 66)
    throw new Error(`${name} must hold a private key: 0x and 64 hex digits.`);
  return key;
}
