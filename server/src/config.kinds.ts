/** The kinds of values that settings have. A message never contains the value: it may hold a password or a key. */
import { parseEther } from 'viem';
import { z } from 'zod';

/**
 * An address with one of these protocols.
 * @param form what it must be, in words
 * @param isFit what else it needs
 */
export const url = (protocol: RegExp, form: string, isFit: (url: URL, text: string) => boolean = () => true) => {
  const error = `must be ${form}`;
  return z.url({ protocol, error, abort: true }).refine((text) => isFit(new URL(text), text), { error });
};

/** One address: a list of them is an address, too, with commas in its host or path. */
export const httpUrl = url(/^https?$/, 'an http:// or https:// address', (_url, text) => !text.includes(','));

/** Scheme and host as browsers write them: other code adds paths to it, and compares its beginning. */
export const origin = url(
  /^https?$/,
  'http:// or https:// and a host, without a path',
  ({ href, host, origin: whole }) => href === `${whole}/` && !host.includes(','),
).transform((text) => new URL(text).origin);

/**
 * Whether the parts of an address are those that its author meant: after a password that is not percent-encoded, a part of it
 * can count as the path or the fragment, and drivers cannot decode a lone percent sign.
 */
const isEncoded = (text: string): boolean => {
  try {
    decodeURIComponent(text);
  } catch {
    return false;
  }
  return /^[a-z]+:\/\/(?:[^/?#]*@)?[^@#]*$/i.test(text);
};
const ENCODED = 'percent-encode special characters of the password';
/** Without a host it is the server of this machine. */
export const databaseUrl = url(/^postgres(?:ql)?$/, `a postgres:// address; ${ENCODED}`, (_url, text) =>
  isEncoded(text),
);
export const smtpUrl = url(
  /^smtps?$/,
  `smtp:// or smtps:// with a host; ${ENCODED}`,
  ({ hostname }, text) => hostname !== '' && isEncoded(text),
);

export const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((text) => text.toLowerCase() as `0x${string}`);
export const bytes32 = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x and 64 hex digits')
  .transform((text) => text as `0x${string}`);
/** Of secp256k1: private keys are the numbers from 1 to below it. */
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
export const privateKey = bytes32.refine(
  (key) => BigInt(key) > 0n && BigInt(key) < CURVE_ORDER,
  'must be a private key: above 0 and below the order of secp256k1',
);
/** Spaces are kept, because what is encrypted already depends on them, but they do not count. */
export const secret = z.string().refine((text) => text.trim().length >= 32, 'must have at least 32 characters');

/** An amount of the chain's native coin, such as 0.5, in wei. */
export const coin = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,18})?$/, 'must be an amount such as 0.5')
  .transform((text) => parseEther(text));
export const flag = z.enum(['0', '1', 'true', 'false']).transform((text) => text === '1' || text === 'true');

/** The network of all addresses is refused, because every client would be a proxy. */
const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]).refine((text) => !text.endsWith('/0'));
/**
 * The proxies whose `X-Forwarded-For` is trusted. The client writes its leftmost entry itself, so proxies are counted
 * from the right, or given by network. `true` is one proxy.
 */
export const proxies = z.union(
  [
    z.enum(['true', 'false']).transform((text) => Number(text === 'true')),
    z
      .string()
      .trim()
      .regex(/^(?:\d|10)$/)
      .transform(Number),
    z
      .string()
      .transform((text) => text.split(',').map((part) => part.trim()))
      .pipe(z.array(network))
      .transform((networks) => networks.join(',')),
  ],
  'must be a count of proxies, at most 10, or their networks',
);
