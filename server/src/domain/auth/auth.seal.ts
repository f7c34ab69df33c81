import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Config } from '../../config.ts';

type Needs = Pick<Config, 'dataKey'>;

const keyOf = (config: Needs, use: 'seal' | 'code') =>
  Buffer.from(hkdfSync('sha256', config.dataKey, '', `skarb ${use}`, 32));

/** Encrypts a text that the server must read again (AES-256-GCM), so that a stolen database does not reveal it. */
export const seal = (config: Needs, text: string): string => {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(config, 'seal'), nonce);
  const closed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), closed]).toString('base64url');
};

/** The text; undefined when it was encrypted with another key, or modified. */
export const unseal = (config: Needs, sealed: string): string | undefined => {
  try {
    const bytes = Buffer.from(sealed, 'base64url');
    const cipher = createDecipheriv('aes-256-gcm', keyOf(config, 'seal'), bytes.subarray(0, 12));
    cipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
};

/**
 * The keyed hash of a code too short for a plain hash: without the server's key nobody can try all codes.
 * @param scope the owner of the code, so that equal codes of two users have different hashes
 */
export const hashCode = (config: Needs, scope: string, code: string): string =>
  createHmac('sha256', keyOf(config, 'code')).update(`${scope} ${code}`).digest('hex');
