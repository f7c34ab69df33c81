import { SiweMessage } from 'siwe';
import { getAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { accountName, readSiwe, siweHosts, statementOf, writeSiwe, type SiwePurpose } from './siwe.rules.ts';

const wallet = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d');
const now = new Date('2026-03-04T05:06:07.089Z');
const origin = 'https://skarb.example';
const PURPOSES: SiwePurpose[] = ['signIn', 'link', 'stepUp', 'signInOrLink'];
const write = (purpose: SiwePurpose = 'signIn', more: { origin?: string; chainId?: number } = {}) =>
  writeSiwe({
    address: wallet.address,
    origin,
    chainId: 137,
    nonce: 'Nonce0123456789',
    statement: statementOf(purpose, 'amber_heron_42'),
    now,
    ...more,
  });
const read = (message: string, more: { publicUrl?: string; chainId?: number; now?: Date } = {}) =>
  readSiwe(message, { publicUrl: origin, chainId: 137, now, ...more });
/** Whether the parser of `siwe`, which is generated from the ABNF of EIP-4361, accepts a message. */
const isReference = (message: string): boolean => {
  try {
    return new SiweMessage(message).version === '1';
  } catch {
    return false;
  }
};
const codeOf = (message: string, more = {}) => {
  const answer = read(message, more);
  return 'failure' in answer ? answer.failure.code : null;
};

describe('a message written by this server', () => {
  it.each(PURPOSES)('for %s is accepted by this server and by the reference implementation', async (purpose) => {
    const message = write(purpose);
    expect(read(message)).toEqual({
      siwe: { address: wallet.address, nonce: 'Nonce0123456789', statement: statementOf(purpose, 'amber_heron_42') },
    });
    const reference = new SiweMessage(message);
    expect(reference.toMessage()).toBe(message);
    const signature = await wallet.signMessage({ message });
    const time = now.toISOString();
    const verified = await reference.verify({ signature, domain: 'skarb.example', nonce: 'Nonce0123456789', time });
    expect(verified.success).toBe(true);
  });

  it('has a different statement for each purpose, and names the account', () => {
    expect(new Set(PURPOSES.map((purpose) => statementOf(purpose, 'amber_heron_42'))).size).toBe(PURPOSES.length);
    for (const purpose of ['link', 'stepUp'] as const) expect(write(purpose)).toContain('amber_heron_42');
  });

  it('identifies an account by its id when its username is not ASCII', () => {
    const uuid = '0199a0b1-0000-7000-8000-000000000000';
    expect(accountName({ username: 'Олена', uuid })).toBe(uuid);
    expect(accountName({ username: null, uuid })).toBe(uuid);
    expect(isReference(write('link').replace('amber_heron_42', uuid))).toBe(true);
  });

  it.each(siweHosts('http://localhost:3000'))(
    'may name the host %s if the marketplace runs on this machine',
    (host) => {
      const message = write('signIn', { origin: `http://${host}` });
      expect(isReference(message)).toBe(true);
      expect(codeOf(message, { publicUrl: 'http://localhost:3000' })).toBeNull();
    },
  );
});

const CHANGES: [string, (message: string) => string, string][] = [
  ['another domain', (m) => m.replace('skarb.example wants', 'evil.example wants'), 'siwe.domain'],
  ['another port', (m) => m.replace('skarb.example wants', 'skarb.example:8443 wants'), 'siwe.domain'],
  ['a domain in capitals', (m) => m.replace('skarb.example wants', 'SKARB.example wants'), 'siwe.domain'],
  ['a user before the domain', (m) => m.replace('skarb.example wants', 'a@skarb.example wants'), 'siwe.malformed'],
  ['another scheme before the domain', (m) => `http://${m}`, 'siwe.domain'],
  ['another host in the URI', (m) => m.replace(`URI: ${origin}`, 'URI: https://evil.example'), 'siwe.domain'],
  ['another scheme in the URI', (m) => m.replace(`URI: ${origin}`, 'URI: http://skarb.example'), 'siwe.domain'],
  ['a longer host in the URI', (m) => m.replace(`URI: ${origin}`, `URI: ${origin}.evil.example`), 'siwe.domain'],
  ['a user in the URI', (m) => m.replace(`URI: ${origin}`, 'URI: https://skarb.example@evil.example'), 'siwe.domain'],
  ['no URI', (m) => m.replace(`URI: ${origin}`, 'URI: '), 'siwe.malformed'],
  ['a URI without a scheme', (m) => m.replace(`URI: ${origin}`, 'URI: skarb.example'), 'siwe.domain'],
  ['version 2', (m) => m.replace('Version: 1', 'Version: 2'), 'siwe.malformed'],
  ['another chain', (m) => m.replace('Chain ID: 137', 'Chain ID: 1'), 'siwe.chain'],
  ['a chain with a leading zero', (m) => m.replace('Chain ID: 137', 'Chain ID: 0137'), 'siwe.malformed'],
  ['a nonce of 7 characters', (m) => m.replace('Nonce0123456789', 'Nonce01'), 'siwe.malformed'],
  ['a nonce with a sign', (m) => m.replace('Nonce0123456789', 'Nonce-0123456789'), 'siwe.malformed'],
  ['an address without its checksum', (m) => m.replace(wallet.address, wallet.address.toLowerCase()), 'siwe.malformed'],
  ['an address that is too short', (m) => m.replace(wallet.address, wallet.address.slice(0, -1)), 'siwe.malformed'],
  ['no statement', (m) => m.replace(`${statementOf('signIn')}\n`, ''), 'siwe.malformed'],
  ['a statement of two lines', (m) => m.replace('This costs', '\nThis costs'), 'siwe.malformed'],
  ['a statement that is not ASCII', (m) => m.replace('Skarb.', 'Скарб.'), 'siwe.malformed'],
  ['no time of issue', (m) => m.replace(/\nIssued At: .*/, ''), 'siwe.malformed'],
  ['a day that does not exist', (m) => m.replace('Issued At: 2026-03-04', 'Issued At: 2026-02-30'), 'siwe.malformed'],
  ['a time in words', (m) => m.replace(/Issued At: .*/, 'Issued At: now'), 'siwe.malformed'],
  ['no expiration time', (m) => m.replace(/\nExpiration Time: .*/, ''), 'siwe.malformed'],
  [
    'an expiration time in the past',
    (m) => m.replace(/(Expiration Time: ).*/, '$12026-03-04T05:06:07Z'),
    'siwe.expired',
  ],
  ['a time before which it is not valid', (m) => `${m}\nNot Before: 2026-03-04T05:07:00Z`, 'siwe.expired'],
  ['lines in another order', (m) => m.replace(/(Version: 1)\n(Chain ID: 137)/, '$2\n$1'), 'siwe.malformed'],
  ['a line twice', (m) => m.replace('Version: 1', 'Version: 1\nVersion: 1'), 'siwe.malformed'],
  ['a line break at its end', (m) => `${m}\n`, 'siwe.malformed'],
  ['a line before it', (m) => `\n${m}`, 'siwe.malformed'],
  ['line breaks of Windows', (m) => m.replaceAll('\n', '\r\n'), 'siwe.malformed'],
  ['text before the message', (m) => `evil.example wants nothing. ${m}`, 'siwe.malformed'],
  ['a second message after it', (m) => `${m}\n\n${m}`, 'siwe.malformed'],
  ['resources', (m) => `${m}\nResources:\n- https://evil.example`, 'siwe.malformed'],
  ['a request id', (m) => `${m}\nRequest ID: 1`, 'siwe.malformed'],
];

describe('a modified message', () => {
  it.each(CHANGES)('by %s is refused', (_by, change, code) => {
    const message = change(write());
    expect(message).not.toBe(write());
    expect(codeOf(message)).toBe(code);
  });

  it('is accepted with the site’s scheme before the domain or a path in the URI', () => {
    expect(codeOf(`https://${write()}`)).toBeNull();
    expect(codeOf(write().replace(`URI: ${origin}`, `URI: ${origin}/login?a=b`))).toBeNull();
  });

  it('is refused at an age of ten minutes, or from a clock more than a minute ahead', () => {
    const at = (ms: number) => ({ now: new Date(now.getTime() + ms) });
    expect(codeOf(write(), at(599_999))).toBeNull();
    expect(codeOf(write(), at(600_000))).toBe('siwe.expired');
    expect(codeOf(write(), at(-60_000))).toBeNull();
    expect(codeOf(write(), at(-60_001))).toBe('siwe.expired');
    const long = write().replace(/(Expiration Time: ).*/, '$12026-03-05T00:00:00Z');
    expect(codeOf(long, at(600_001))).toBe('siwe.expired');
  });

  it('is never accepted here when the reference refuses it: 4,000 messages with changed characters', () => {
    const signs = ' \n\r\t0aA1.:/-@#?[]%"<é Ttz';
    // A seeded generator, so that failures are reproducible.
    let seed = 4361;
    const below = (limit: number) => (seed = (seed * 48_271) % 2_147_483_647) % limit;
    let taken = 0;
    for (let turn = 0; turn < 4000; turn++) {
      let message = write(PURPOSES[below(PURPOSES.length)]);
      for (let times = 1 + below(2); times > 0; times--) {
        const place = below(message.length);
        const sign = signs[below(signs.length)] as string;
        const kind = below(3);
        message = message.slice(0, place) + (kind === 0 ? '' : sign) + message.slice(kind === 1 ? place : place + 1);
      }
      if (codeOf(message) !== null) continue;
      taken++;
      expect(isReference(message), JSON.stringify(message)).toBe(true);
      const said = new SiweMessage(message);
      expect([said.address, said.domain, said.chainId]).toEqual([getAddress(wallet.address), 'skarb.example', 137]);
    }
    expect(taken).toBeGreaterThan(200);
  });
});
