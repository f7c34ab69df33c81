import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../config.ts';
import { hashCode } from './auth.seal.ts';

type Needs = Pick<Config, 'dataKey'>;

/** Lifetime of a challenge: two minutes. */
const CHALLENGE_MS = 120_000;

type Challenge = {
  /** The keyed hash of kind, subject and network address. */ for: string;
  bits: number;
  /** In milliseconds. */ until: number;
  random: string;
};

const sha256 = (...parts: (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** A challenge for one try of one kind at one subject from one network address. */
export const makeChallenge = (config: Needs, aim: string, bits: number, now = Date.now()): string => {
  const challenge: Challenge = {
    for: hashCode(config, 'work for', aim),
    bits,
    until: now + CHALLENGE_MS,
    random: randomBytes(9).toString('base64url'),
  };
  const text = Buffer.from(JSON.stringify(challenge)).toString('base64url');
  return `${text}.${hashCode(config, 'work', text)}`;
};

const leadingZeros = (bytes: Buffer): number => {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first < 0 ? bytes.length * 8 : first * 8 + Math.clz32(bytes[first] as number) - 24;
};

/**
 * Whether a number solves a challenge: SHA-256 of (SHA-256 of the challenge, then the number in 8 bytes) begins with at
 * least `bits` zero bits.
 */
export const isSolution = (challenge: string, bits: number, number: bigint): boolean => {
  const eight = Buffer.alloc(8);
  eight.writeBigUInt64BE(number);
  return leadingZeros(sha256(sha256(challenge), eight)) >= bits;
};

/**
 * Checks the proof of work of a call, in the form `<challenge>.<number>`.
 * @returns its hash and expiry, to store so that it is used once; undefined when it is forged, expired, for another
 * purpose or unsolved
 */
export const readProofOfWork = (
  config: Needs,
  aim: string,
  work: string | undefined,
  now = Date.now(),
): { hash: string; expiresAt: Date } | undefined => {
  const [, text, mac, number] = /^([\w-]{1,400})\.([0-9a-f]{64})\.(\d{1,18})$/.exec(work ?? '') ?? [];
  if (text === undefined || mac === undefined || number === undefined) return undefined;
  if (!timingSafeEqual(Buffer.from(mac), Buffer.from(hashCode(config, 'work', text)))) return undefined;
  // The HMAC is valid, so this server created it and it has this shape.
  const challenge = JSON.parse(Buffer.from(text, 'base64url').toString()) as Challenge;
  if (challenge.until < now || challenge.for !== hashCode(config, 'work for', aim)) return undefined;
  if (!isSolution(`${text}.${mac}`, challenge.bits, BigInt(number))) return undefined;
  return { hash: sha256(text).toString('hex'), expiresAt: new Date(challenge.until) };
};
