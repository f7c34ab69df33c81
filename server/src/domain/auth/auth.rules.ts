import { USERNAME_MAX } from '@skarb/schema/limits';
import { getAddress, type Address } from 'viem';
import { createSiweMessage, parseSiweMessage, type SiweMessage } from 'viem/siwe';

/** How long a sign-in message may be used: 10 minutes. */
export const SIWE_SECONDS = 600;
/** How long the link of a confirmation mail works: a day. */
export const CONFIRM_SECONDS = 24 * 3600;
/** How long the link to a new password works: an hour (API.md). */
export const RESET_SECONDS = 3600;
/** How long the code of an SMS works, and how often it may be tried. */
export const PHONE_CODE_SECONDS = 600;
export const PHONE_CODE_TRIES = 5;

// Usernames --------------------------------------------------------------------------------

const QUALITIES =
  'amber ancient autumn azure bold bright calm cedar clever coral crimson crystal dawn deep eager early ember fair gentle gilded golden grand hidden honest indigo ivory jade kind lilac lively lucky lunar mellow misty noble olive patient pearl quiet rapid rosy royal rustic scarlet serene silver silent solar starry steady summer swift tender velvet violet warm wild winter wise'.split(
    ' ',
  );
const THINGS =
  'acorn anchor arrow atlas bear beacon birch bison canvas castle clover comet crane cricket dolphin eagle easel falcon fern finch forest fox garden harbor hawk heron island juniper kite lantern lark linden lynx maple meadow moon mural oak orchard otter owl palette panther pine poppy raven reef river robin sail sparrow spruce stork stream swan thistle tide violin walnut willow wolf wren'.split(
    ' ',
  );

/** A readable name such as `amber_heron_42`. @param random gives a number in [0, 1) */
export const inventUsername = (random: () => number): string => {
  const pick = (words: string[]) => words[Math.floor(random() * words.length)];
  return `${pick(QUALITIES)}_${pick(THINGS)}_${10 + Math.floor(random() * 990)}`;
};

/** Names to try, in order: the wish, the wish with a number, then invented ones. */
export function* usernameCandidates(wish: string | null, random: () => number): Generator<string> {
  if (wish !== null) {
    yield wish;
    for (let number = 2; number < 6; number++) yield `${[...wish].slice(0, USERNAME_MAX - 2).join('')}_${number}`;
    const stem = wish.slice(0, USERNAME_MAX - 6);
    yield `${stem}_${10_000 + Math.floor(random() * 90_000)}`;
  }
  for (let tries = 0; tries < 20; tries++) yield inventUsername(random);
}

// Sign-in with Ethereum (EIP-4361) -----------------------------------------------------------

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The hosts (with port) that messages may name: the public one, and where that is this very machine,
 * its other names on the same port.
 */
export const siweHosts = (publicUrl: string): string[] => {
  const { host, hostname, port } = new URL(publicUrl);
  if (!LOOPBACK.includes(hostname)) return [host];
  return [host, ...LOOPBACK.map((name) => (port ? `${name}:${port}` : name)).filter((name) => name !== host)];
};

/** A message ready to sign, good for ten minutes. */
export const writeSiwe = (wanted: {
  address: Address;
  domain: string;
  origin: string;
  chainId: number;
  nonce: string;
  now: Date;
}): string =>
  createSiweMessage({
    address: getAddress(wanted.address),
    domain: wanted.domain,
    uri: wanted.origin,
    version: '1',
    chainId: wanted.chainId,
    nonce: wanted.nonce,
    issuedAt: wanted.now,
    expirationTime: new Date(wanted.now.getTime() + SIWE_SECONDS * 1000),
    statement: 'Sign in to Skarb. This costs nothing and sends no transaction.',
  });

export type SiweFailure = {
  code: `siwe.${'malformed' | 'domain' | 'chain' | 'expired' | 'nonce' | 'signature'}`;
  message: string;
};

/** What a message says, if it says it as EIP-4361 does. */
export type Siwe = Pick<SiweMessage, 'address' | 'domain' | 'uri' | 'chainId' | 'nonce'>;

/** Reads a sign-in message and decides whether it was meant for us, here and now. */
export const readSiwe = (
  message: string,
  { hosts, chainId, now }: { hosts: string[]; chainId: number; now: Date },
): { siwe: Siwe } | { failure: SiweFailure } => {
  const fail = (code: SiweFailure['code'], text: string) => ({ failure: { code, message: text } });
  const {
    address,
    domain,
    uri,
    version,
    chainId: chain,
    nonce,
    notBefore,
    expirationTime,
    issuedAt,
  } = parseSiweMessage(message);
  if (
    !address ||
    !domain ||
    !uri ||
    version !== '1' ||
    chain === undefined ||
    !nonce ||
    !issuedAt ||
    Number.isNaN(issuedAt.getTime())
  )
    return fail('siwe.malformed', 'This is not a sign-in message (EIP-4361)');
  if (!hosts.includes(domain.toLowerCase()) || !URL.canParse(uri) || !hosts.includes(new URL(uri).host))
    return fail('siwe.domain', 'The signed message is for another site');
  if (chain !== chainId) return fail('siwe.chain', 'The signed message is for another chain');
  const isLate =
    now.getTime() - issuedAt.getTime() > SIWE_SECONDS * 1000 || (expirationTime && !(now < expirationTime));
  // A minute of grace for a client's clock.
  const isEarly = issuedAt.getTime() - now.getTime() > 60_000 || (notBefore && !(now >= notBefore));
  if (isLate || isEarly) return fail('siwe.expired', 'The signed message has expired; ask for a new one');
  return { siwe: { address: getAddress(address), domain, uri, chainId: chain, nonce } };
};
