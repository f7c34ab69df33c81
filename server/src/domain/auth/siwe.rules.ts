/** Sign-in with Ethereum (EIP-4361): the messages that wallets sign, and what each of them permits. */
import { getAddress, type Address } from 'viem';

/** Lifetime of a message: 10 minutes. */
export const SIWE_SECONDS = 600;
/** How far a client's clock may be ahead of the server's. */
const CLOCK_SKEW_MS = 60_000;

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The hosts (with port) that messages may name: the public one; if that is the local machine, also its other loopback
 * names on the same port.
 */
export const siweHosts = (publicUrl: string): string[] => {
  const { host, hostname, port } = new URL(publicUrl);
  if (!LOOPBACK.includes(hostname)) return [host];
  return [host, ...LOOPBACK.map((name) => (port ? `${name}:${port}` : name)).filter((name) => name !== host)];
};

/**
 * The purpose of a signature. `signInOrLink` is for clients that name no purpose: its message mentions both, so that
 * the signer knows; the web app always names one.
 */
export type SiwePurpose = 'signIn' | 'link' | 'stepUp' | 'addKey' | 'signInOrLink';

/**
 * The statement that the wallet shows for a purpose. ASCII only, as EIP-4361 requires.
 * @param account the account that the statement names
 */
export const statementOf = (purpose: SiwePurpose, account = ''): string => {
  const acts = {
    signIn: 'Sign in to Skarb.',
    link: `Connect this wallet to the Skarb account ${account}: from then on it signs in to that account.`,
    stepUp: `Confirm that the Skarb account ${account} is yours, to change how it is signed in to or what it holds.`,
    addKey: `Make this wallet a key of the Skarb account ${account}: from then on it can use everything that the account holds.`,
    signInOrLink: 'Sign in to Skarb, or connect this wallet to your Skarb account.',
  };
  return `${acts[purpose]} This costs nothing and sends no transaction.`;
};

/** The name of an account in a message: its username if that is ASCII, otherwise its id. */
export const accountName = ({ username, uuid }: { username: string | null; uuid: string }): string =>
  username !== null && /^\w+$/.test(username) ? username : uuid;

/**
 * A message ready to sign, valid for ten minutes.
 * @param origin the scheme and host of the site, without a final slash
 */
export const writeSiwe = (wanted: {
  address: Address;
  origin: string;
  chainId: number;
  nonce: string;
  statement: string;
  now: Date;
}): string =>
  `${new URL(wanted.origin).host} wants you to sign in with your Ethereum account:
${getAddress(wanted.address)}

${wanted.statement}

URI: ${wanted.origin}
Version: 1
Chain ID: ${wanted.chainId}
Nonce: ${wanted.nonce}
Issued At: ${wanted.now.toISOString()}
Expiration Time: ${new Date(wanted.now.getTime() + SIWE_SECONDS * 1000).toISOString()}`;

export type SiweFailure = {
  code: `siwe.${'malformed' | 'domain' | 'chain' | 'expired' | 'nonce' | 'purpose' | 'signature'}`;
  message: string;
};

/** The checked fields of a message; `address` is checksummed. */
export type Siwe = { address: Address; nonce: string; statement: string };

/**
 * All lines of a message, in order. Stricter than EIP-4361: a statement and an expiration time are required; a request
 * id and resources are refused, since this server never writes them.
 */
const LINES = [
  /^(?:(?<scheme>[A-Za-z][A-Za-z0-9+.-]*):\/\/)?(?<domain>[A-Za-z0-9.:[\]-]+) wants you to sign in with your Ethereum account:$/,
  /^(?<address>0x[0-9A-Fa-f]{40})$/,
  /^$/,
  /^(?<statement>[A-Za-z0-9 :/?#[\]@!$&'()*+,;=._~-]+)$/,
  /^$/,
  /^URI: (?<uri>[A-Za-z0-9:/?#[\]@!$&'()*+,;=._~-]+)$/,
  /^Version: 1$/,
  /^Chain ID: (?<chainId>[1-9]\d*)$/,
  /^Nonce: (?<nonce>[A-Za-z0-9]{8,})$/,
  /^Issued At: (?<issuedAt>[0-9TZ:.-]+)$/,
  /^Expiration Time: (?<expirationTime>[0-9TZ:.-]+)$/,
];
const NOT_BEFORE = /^Not Before: (?<notBefore>[0-9TZ:.-]+)$/;

type Fields = Record<
  'domain' | 'address' | 'statement' | 'uri' | 'chainId' | 'nonce' | 'issuedAt' | 'expirationTime',
  string
> & { scheme?: string; notBefore?: string };

const fieldsOf = (message: string): Fields | null => {
  const said = message.split('\n');
  const lines = said.length === LINES.length + 1 ? [...LINES, NOT_BEFORE] : LINES;
  if (said.length !== lines.length) return null;
  const fields: Record<string, string> = {};
  for (const [index, line] of lines.entries()) {
    const match = line.exec(said[index] as string);
    if (!match) return null;
    Object.assign(fields, match.groups);
  }
  return fields as Fields;
};

/** Parses an existing UTC time in RFC 3339 format (not 30 February); otherwise null. */
const readTime = (text: string): Date | null => {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/.test(text)) return null;
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString().slice(0, 19) === text.slice(0, 19) ? time : null;
};

/**
 * Parses a message and checks that it is meant for this site and chain, and currently valid. The caller must check its
 * nonce, statement and signature.
 */
export const readSiwe = (
  message: string,
  { publicUrl, chainId, now }: { publicUrl: string; chainId: number; now: Date },
): { siwe: Siwe } | { failure: SiweFailure } => {
  const fail = (code: SiweFailure['code'], text: string) => ({ failure: { code, message: text } });
  const malformed = fail('siwe.malformed', 'This is not a sign-in message (EIP-4361)');
  const said = fieldsOf(message);
  if (!said) return malformed;
  const address = said.address as Address;
  const [issuedAt, expirationTime] = [readTime(said.issuedAt), readTime(said.expirationTime)];
  const notBefore = said.notBefore === undefined ? undefined : readTime(said.notBefore);
  // EIP-55; an all-lower-case address has no valid checksum.
  if (!issuedAt || !expirationTime || notBefore === null || getAddress(address.toLowerCase()) !== address)
    return malformed;
  const { protocol } = new URL(publicUrl);
  const origin = `${protocol}//${said.domain}`;
  const isOurs =
    siweHosts(publicUrl).includes(said.domain) &&
    (said.scheme === undefined || `${said.scheme}:` === protocol) &&
    (said.uri === origin || said.uri.startsWith(`${origin}/`));
  if (!isOurs) return fail('siwe.domain', 'The signed message is for another site');
  if (said.chainId !== String(chainId)) return fail('siwe.chain', 'The signed message is for another chain');
  const isLate = now.getTime() - issuedAt.getTime() > SIWE_SECONDS * 1000 || now >= expirationTime;
  const isEarly = issuedAt.getTime() - now.getTime() > CLOCK_SKEW_MS || (notBefore && now < notBefore);
  if (isLate || isEarly) return fail('siwe.expired', 'The signed message has expired; ask for a new one');
  return { siwe: { address, nonce: said.nonce, statement: said.statement } };
};
