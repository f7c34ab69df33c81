import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { zeroAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { environment, loadConfig } from './config.ts';

const runbook = readFileSync(new URL('../../docs/runbook.md', import.meta.url), 'utf8');
const rows = [...runbook.matchAll(/^\| `([A-Z][A-Z0-9_]+)` \|([^|]+)\|([^|]+)\|([^|]*)\|$/gm)].map(
  ([, name = '', what = '', usual = '']) => ({ name, what: what.trim(), usual: usual.trim() }),
);

describe("the runbook's settings", () => {
  it('are exactly the settings that the server reads, each once', () => {
    expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(environment.shape).toSorted());
  });

  it('have a description', () => {
    expect(rows.filter(({ what }) => what.length < 5)).toEqual([]);
  });

  it('name the actual defaults', () => {
    const wrong = rows.filter(({ name, usual }) => {
      const taken = environment.shape[name as keyof typeof environment.shape].safeParse(undefined).data;
      // A missing default, or one that derives from other settings, is described in words.
      if (taken === undefined) return /^`[^A-Z]/.test(usual) && !name.endsWith('SOURCES') && name !== 'PUBLIC_URL';
      const text = typeof taken === 'boolean' ? String(Number(taken)) : String(taken);
      return usual !== `\`${text}\``;
    });
    expect(wrong).toEqual([]);
  });
});

it('.env.example lists only settings of the runbook, and the one of compose.yaml', () => {
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
  const named = [...example.matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name);
  expect(named.filter((name) => name !== 'POSTGRES_PASSWORD' && !rows.some((row) => row.name === name))).toEqual([]);
});

const CONTRACTS = 'seaport collectionFactory offerZone auctionHouse breeding weth usdc feeRecipient operator'.split(
  ' ',
);
const deployment = {
  chainId: 137,
  blockNumber: 0,
  ...Object.fromEntries(CONTRACTS.map((name) => [name, zeroAddress])),
};
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'skarb-config-'));
  writeFileSync(join(folder, 'deployment.json'), JSON.stringify(deployment));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (env: NodeJS.ProcessEnv) =>
  loadConfig({
    DATABASE_URL: 'postgres://skarb:secret@db/skarb',
    CHAIN_ID: '137',
    CHAIN_RPC_URL: 'https://rpc.example',
    DEPLOYMENT_FILE: join(folder, 'deployment.json'),
    JWT_SECRET: 'a secret of this test that is long enough',
    ...env,
  });
/** What a process prints that ends with the error of these settings: also the fields of the error, and its causes. */
const refusalOf = (env: NodeJS.ProcessEnv): string => {
  try {
    read(env);
  } catch (error) {
    return inspect(error, { depth: 9, compact: false }).replace(/^ +at .*\n/gm, '');
  }
  return 'accepted';
};

const HTTP_SETTINGS = [
  'CHAIN_RPC_URL',
  'CHAIN_RPC_PUBLIC_URL',
  'CHAIN_EXPLORER_URL',
  'BUNDLER_URL',
  'PAYMASTER_URL',
  'GOOGLE_ISSUER',
  'IPFS_API_URL',
  'ONRAMP_BASE_URL',
  'MEDIA_S3_ENDPOINT',
];
const DATABASE_SETTINGS = ['DATABASE_URL', 'DATABASE_URL_WORKER', 'DATABASE_URL_MIGRATE', 'DATABASE_READ_URL'];

describe('PUBLIC_URL', () => {
  it.each([
    ['https://market.example', 'https://market.example'],
    ['https://market.example/', 'https://market.example'],
    ['HTTPS://Market.example:443/', 'https://market.example'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ])('%s is taken as %s', (PUBLIC_URL, origin) => {
    expect(read({ PUBLIC_URL }).publicUrl).toBe(origin);
  });

  it('in capitals turns on HSTS as well', () => {
    expect(read({ PUBLIC_URL: 'HTTPS://market.example' }).hstsSeconds).toBeGreaterThan(0);
  });

  it.each([
    'market.example:443',
    'localhost:3000',
    'market.example',
    'http:market.example',
    'https://market.example/shop',
    'https://market.example/?a=1',
    'https://market.example/#top',
    'https://ann:word@market.example',
    'https://market.example,www.market.example',
    'https://a.example,https://b.example',
    '"https://market.example"',
    'ftp://market.example',
    'javascript:alert(1)',
  ])('is refused with its name: %s', (PUBLIC_URL) => {
    expect(refusalOf({ PUBLIC_URL })).toMatch(/^ {2}PUBLIC_URL: must be http/m);
  });
});

describe('the address of a database', () => {
  it.each([
    'postgres://skarb@db/skarb',
    'postgresql://skarb:p%2Fw%23@db:5432/skarb',
    'postgres://skarb:at@home@db/skarb',
    'postgres:///skarb?host=/var/run/postgresql',
    'postgres://skarb:word@db/skarb?host=%2Fvar%2Frun%2Fpostgresql&options=-c%20jit%3Doff',
  ])('is accepted: %s', (url) => {
    for (const name of DATABASE_SETTINGS) expect(refusalOf({ [name]: url })).toBe('accepted');
    expect(read({ DATABASE_URL: url }).database.url).toBe(url);
  });

  it.each([
    ['a slash in the password', 'postgres://skarb:hid/den@db/skarb'],
    ['a slash in a password that begins like a port', 'postgres://skarb:12/hidden@db/skarb'],
    ['a hash in the password', 'postgres://skarb:hid#den@db/skarb'],
    ['a hash in a password that begins like a port', 'postgres://skarb:12#hidden@db/skarb'],
    ['a question mark in a password that begins like a port', 'postgres://skarb:12?hidden@db/skarb'],
    ['a percent sign in the password', 'postgres://skarb:hid%den@db/skarb'],
    ['a percent sign before digits in the password', 'postgres://skarb:hid%ffden@db/skarb'],
    ['another protocol', 'mysql://skarb:hidden@db/skarb'],
    ['no slashes', 'postgres:hidden'],
    ['no protocol', 'db.example:5432/hidden'],
    ['quotes', '"postgres://skarb:hidden@db/skarb"'],
  ])('is refused with its name, which keeps the password hidden: %s', (_what, url) => {
    for (const name of DATABASE_SETTINGS) {
      const refusal = refusalOf({ [name]: url });
      expect(refusal).toMatch(new RegExp(`^ {2}${name}: must be a postgres:// address; percent-encode`, 'm'));
      expect(refusal).not.toMatch(/hid|den/);
    }
  });
});

describe('SMTP_URL', () => {
  it.each(['smtp://mail.example:25', 'smtps://ann@mail.example:p%2Fw@mail.example:465', 'smtp://[::1]:25/?name=x'])(
    'is accepted: %s',
    (SMTP_URL) => {
      expect(read({ SMTP_URL }).mail.smtpUrl).toBe(SMTP_URL);
    },
  );

  it.each([
    'mail.example:25',
    '"smtp://mail.example"',
    'http://mail.example',
    'smtp://',
    'smtp:mail.example',
    'smtps://ann:hid%den@mail.example:465',
    'smtps://ann:12#hidden@mail.example:465',
  ])('is refused with its name: %s', (SMTP_URL) => {
    const refusal = refusalOf({ SMTP_URL });
    expect(refusal).toMatch(/^ {2}SMTP_URL: must be smtp:\/\/ or smtps:\/\/ with a host/m);
    expect(refusal).not.toMatch(/hid|den/);
  });
});

describe('an http address', () => {
  it.each(['localhost:8545', 'wss://node.example', 'javascript:alert(1)', 'http:node.example', '"https://a.example"'])(
    'is refused with the name of its setting: %s',
    (url) => {
      for (const name of HTTP_SETTINGS)
        expect(refusalOf({ [name]: url })).toMatch(
          new RegExp(`^ {2}${name}: must be an http:// or https:// address$`, 'm'),
        );
    },
  );

  it('is a single one, except of the nodes that the server uses', () => {
    for (const list of ['https://a.example,https://b.example', 'https://a.example/rpc, https://b.example/rpc']) {
      for (const name of HTTP_SETTINGS.filter((other) => other !== 'CHAIN_RPC_URL'))
        expect(refusalOf({ [name]: list })).toContain(`  ${name}: must be`);
      const { chain } = read({ CHAIN_RPC_URL: list });
      expect(chain.rpcUrl).toBe(list.replace(' ', ''));
      expect(chain.publicRpcUrl).toBe(list.split(',')[0]);
    }
    expect(refusalOf({ CHAIN_RPC_URL: 'https://a.example,localhost:8545' })).toContain('  CHAIN_RPC_URL: must be');
    expect(refusalOf({ CHAIN_RPC_URL: 'https://a.example,' })).toContain('  CHAIN_RPC_URL: must be');
  });
});

it('CONTACT_ADDRESS is an e-mail address or an https address', () => {
  expect(read({ CONTACT_ADDRESS: 'ann@market.example' }).contact).toBe('mailto:ann@market.example');
  expect(read({ CONTACT_ADDRESS: 'https://market.example/form?a=1,2' }).contact).toContain('/form?a=1,2');
  for (const CONTACT_ADDRESS of ['market.example', 'http://market.example', 'javascript:alert(1)'])
    expect(refusalOf({ CONTACT_ADDRESS })).toContain('  CONTACT_ADDRESS: must be an e-mail address or an https://');
});

it('SMS_URL is refused with its name, which keeps the token hidden', () => {
  const refusal = refusalOf({ SMS_URL: 'twilio://sid:hid#den@/?from=+1' });
  expect(refusal).toMatch(/^ {2}SMS_URL: /m);
  expect(refusal).not.toMatch(/hid|den/);
});

describe('TRUST_PROXY', () => {
  it.each([
    ['0', 0],
    ['10', 10],
    ['true', 1],
    ['10.0.0.1', '10.0.0.1'],
    ['10.0.0.0/8, fd00::/8', '10.0.0.0/8,fd00::/8'],
  ])('of %s means %s', (TRUST_PROXY, meaning) => {
    expect(read({ TRUST_PROXY }).trustProxy).toBe(meaning);
  });

  it.each(['11', '-1', '1.5', '...', '10.0.0.0/99', '10.0.0.0/0', '::/0', '10.0.0.0/8,', 'fd00::/129', '1.2.3'])(
    'is refused with its name when it is neither a count nor networks: %s',
    (TRUST_PROXY) => {
      expect(refusalOf({ TRUST_PROXY })).toMatch(/^ {2}TRUST_PROXY: must be a count of proxies/m);
    },
  );
});

describe('DEPLOYMENT_FILE', () => {
  const incomplete = { ...deployment, weth: undefined };
  it.each([
    ['is missing', undefined, /ENOENT/],
    ['is empty', '', /JSON/],
    ['is no JSON', 'chain 137', /JSON/],
    ['is no object', 'null', /object/],
    ['lacks a contract', JSON.stringify(incomplete), /weth/],
    ['is for another chain', JSON.stringify({ ...deployment, chainId: 1 }), /for chain 1, CHAIN_ID is 137/],
  ])('is refused with its name and that of the file, which %s', (_what, content, why) => {
    const file = join(folder, 'wrong.json');
    rmSync(file, { force: true });
    if (content !== undefined) writeFileSync(file, content);
    const refusal = refusalOf({ DEPLOYMENT_FILE: file });
    expect(refusal).toContain(`  DEPLOYMENT_FILE: must be the file that the deployment wrote; ${file}: `);
    expect(refusal).toMatch(why);
  });

  it('is refused with its name when it is a folder', () => {
    expect(refusalOf({ DEPLOYMENT_FILE: folder })).toContain(`wrote; ${folder}: EISDIR`);
  });
});

describe('a secret', () => {
  const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const keyOf = (number: bigint) => `0x${number.toString(16).padStart(64, '0')}`;

  it.each(['OPERATOR_KEY', 'FAUCET_KEY'])('%s is a number from 1 to below the order of the curve', (name) => {
    for (const good of [1n, ORDER - 1n]) expect(refusalOf({ [name]: keyOf(good) })).toBe('accepted');
    for (const bad of [0n, ORDER, 2n ** 256n - 1n])
      expect(refusalOf({ [name]: keyOf(bad) })).toMatch(new RegExp(`^ {2}${name}: must be a private key`, 'm'));
    expect(refusalOf({ [name]: 'hidden' })).toMatch(new RegExp(`^ {2}${name}: must be 0x and 64 hex digits$`, 'm'));
  });

  it.each(['JWT_SECRET', 'DATA_KEY'])('%s has 32 characters that are not spaces at its ends', (name) => {
    const refusal = new RegExp(`^ {2}${name}: must have at least 32 characters`, 'm');
    expect(refusalOf({ [name]: `hidden${' '.repeat(32)}` })).toMatch(refusal);
    expect(refusalOf({ [name]: 'x'.repeat(31) })).toMatch(refusal);
    expect(refusalOf({ [name]: 'x'.repeat(32) })).toBe('accepted');
  });
});

describe('a blank setting', () => {
  it('counts as not set, as an empty one does', () => {
    for (const blank of ['', ' ', '\t']) {
      expect(read({ PORT: blank }).port).toBe(3000);
      expect(read({ TRUST_PROXY: blank, SMTP_URL: blank })).toMatchObject({
        trustProxy: 0,
        mail: { smtpUrl: undefined },
      });
    }
  });

  it('is named where one is needed', () => {
    expect(refusalOf({ JWT_SECRET: ' '.repeat(32), DATABASE_URL: ' ' })).toMatch(
      /^ {2}DATABASE_URL: must be .+\n {2}JWT_SECRET: must be set$/m,
    );
  });
});

it('a minimum above its maximum is refused with the names of both', () => {
  expect(refusalOf({ ONRAMP_MIN_USD: '50', ONRAMP_MAX_USD: '40' })).toContain(
    '  ONRAMP_MIN_USD: must not be above ONRAMP_MAX_USD',
  );
  expect(refusalOf({ ONRAMP_MIN_USD: '40', ONRAMP_MAX_USD: '40' })).toBe('accepted');
  expect(refusalOf({ GAS_DROP: '2' })).toContain('  GAS_DROP: must not be above GAS_DROP_DAY');
  expect(refusalOf({ GAS_DROP: '2', GAS_DROP_DAY: '2' })).toBe('accepted');
  // A day's amount of 0 turns the drop off.
  expect(refusalOf({ GAS_DROP_DAY: '0' })).toBe('accepted');
});
