import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEther } from 'viem';
import { z } from 'zod';
import { onrampProvider } from '@skarb/schema/onramp';
import type { IpfsSettings } from './domain/media/media.ipfs.ts';
import { onrampOf, type Onramp } from './domain/onramp/onramp.settings.ts';
import { readHttpSources, type HttpSource } from './domain/price/price.http.ts';
import { readSmsUrl, type SmsSender } from './domain/sms/sms.rules.ts';

const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((text) => text.toLowerCase() as `0x${string}`);
const key = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/)
  .transform((text) => text as `0x${string}`);
/** An amount of the chain's native coin, such as 0.5, in wei. */
const coin = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,18})?$/, 'must be an amount such as 0.5')
  .transform((text) => parseEther(text));
const flag = z.enum(['0', '1', 'true', 'false']).transform((text) => text === '1' || text === 'true');

/**
 * Whose `X-Forwarded-For` is believed. Its leftmost entry is the client's own writing, so proxies are counted from the
 * right, or named by network. `true` is one proxy.
 */
const proxies = z.union([
  z.enum(['true', 'false']).transform((text) => Number(text === 'true')),
  z.coerce.number().int().min(0).max(10),
  z
    .string()
    .regex(
      /^[\da-fA-F.:]+(?:\/\d{1,3})?(?:,[\da-fA-F.:]+(?:\/\d{1,3})?)*$/,
      'must be a count of proxies or their networks',
    ),
]);

/** Where the contracts stand on a chain: what `contracts/script/deploy.ts` writes. Addresses lower-case. */
const deploymentSchema = z.object({
  chainId: z.number().int(),
  seaport: address,
  collectionFactory: address,
  offerZone: address,
  auctionHouse: address,
  breeding: address,
  weth: address,
  usdc: address,
  nativeSymbol: z.string().default('POL'),
  /** Chainlink's price feeds by pair. */
  priceFeeds: z
    .object({ 'ETH / USD': address, 'POL / USD': address, 'EUR / USD': address, 'UAH / USD': address })
    .partial()
    .default({}),
  /** First block the follower must read. */
  blockNumber: z.coerce.number().int().min(0),
  feeRecipient: address,
  operator: address,
});

/** Every setting there is; docs/runbook.md tells of each. */
export const environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  /** Prometheus' text on a port of its own, at `/metrics`. */
  METRICS_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  /** The address people open, without a slash at its end. */
  PUBLIC_URL: z.string().url().optional(),
  /** Another host's origin that serves the media, and nothing else. Without it they are on the pages' own. */
  MEDIA_URL: z.string().url().optional(),
  /** How long browsers shall come by https alone, once they came by https; 0 leaves it to a proxy. */
  HSTS_SECONDS: z.coerce.number().int().min(0).max(63_072_000).default(31_536_000),
  /** The API's; also the worker's and the migrations' where these have none of their own. */
  DATABASE_URL: z.string().min(1),
  DATABASE_URL_WORKER: z.string().min(1).optional(),
  DATABASE_URL_MIGRATE: z.string().min(1).optional(),
  DATABASE_READ_URL: z.string().min(1).optional(),
  DATABASE_POOL: z.coerce.number().int().min(1).max(100).default(10),
  DATABASE_CONNECT_SECONDS: z.coerce.number().int().min(1).max(120).default(5),
  DATA_DIR: z.string().default('.data'),
  CHAIN_ID: z.coerce.number().int().default(80001),
  /** One node, or several with commas between them. */
  CHAIN_RPC_URL: z
    .string()
    .transform((text) => text.split(',').map((url) => url.trim()))
    .pipe(z.array(z.string().url()).min(1))
    .transform((urls) => urls.join(',')),
  /** The RPC that browsers use; the server's own where not given. */
  CHAIN_RPC_PUBLIC_URL: z.string().url().optional(),
  CHAIN_EXPLORER_URL: z.string().url().optional(),
  CHAIN_POLL_MS: z.coerce.number().int().min(20).default(500),
  DEPLOYMENT_FILE: z.string().min(1),
  /** Pays for mints and cancels; can do nothing else. Without it users pay their own gas. */
  OPERATOR_KEY: key.optional(),
  /** What mints and cancels may cost the operator in any 24 hours, in the native coin: of all accounts, and of one. */
  OPERATOR_DAY_BUDGET: coin.optional(),
  OPERATOR_ACCOUNT_DAY_BUDGET: coin.optional(),
  /** What mints and cancels leave in the operator's wallet for settlements and hatches. */
  OPERATOR_RESERVE: coin.optional(),
  /** Admins are told when the operator's wallet holds less, or lasts fewer days at the last week's rate. */
  OPERATOR_ALARM_BALANCE: coin.optional(),
  OPERATOR_ALARM_DAYS: z.coerce.number().int().min(0).max(365).default(7),
  /**
   * 32 random bytes that the secrets of breedings are made from: whoever has them can foretell every child. Keep them, or
   * no child that is under way can ever be hatched. Without them nobody can breed here.
   */
  BREEDING_MASTER: key.optional(),
  /** Local stack only: mints play money. */
  FAUCET_KEY: key.optional(),
  /** The local stack: demo wallet, faucet, mailbox page. Never in production. */
  LOCAL_STACK: flag.default(false),
  DEV: flag.default(false),
  JWT_SECRET: z.string().min(32),
  /** Seals what must be read again (two-factor secrets). JWT_SECRET where not given; changing it turns their codes off. */
  DATA_KEY: z.string().min(32).optional(),
  /** Signing in with Google: the OAuth client id of this site. Without it the local stack offers an issuer of its own. */
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_ISSUER: z.string().url().default('https://accounts.google.com'),
  /** Whoever confirms this e-mail address is an admin. */
  ADMIN_EMAIL: z.string().trim().toLowerCase().pipe(z.email()).optional(),
  SMTP_URL: z.string().optional(),
  /** twilio://<sid>:<token>@/?from=<number>, or an https:// address that takes { to, text }. */
  SMS_URL: z.string().optional(),
  MAIL_FROM: z.string().default('Skarb <no-reply@skarb.local>'),
  /** How long a notification waits before it is mailed, so that a reorg of the chain can take it back. */
  NOTICE_DELAY_SECONDS: z.coerce.number().int().min(0).max(3600).optional(),
  /** A Kubo-compatible node's RPC, which pins what is kept here; and its whole Authorization header, where it wants one. */
  IPFS_API_URL: z.string().url().optional(),
  IPFS_API_AUTHORIZATION: z.string().min(1).optional(),
  WEB_DIST: z.string().default('web/dist'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** What one ether and one POL are worth in US dollars until a price source is read. */
  PRICE_ETH_USD: z.coerce.number().positive().default(3200),
  PRICE_POL_USD: z.coerce.number().positive().default(0.5),
  /** What one US dollar is worth in euro and hryvnia until a price source is read. */
  PRICE_USD_EUR: z.coerce.number().positive().default(0.9),
  PRICE_USD_UAH: z.coerce.number().positive().default(42),
  /** 0: the chain's price feeds are not read. */
  PRICE_FEEDS: flag.default(true),
  /** Who is asked over HTTP, in this order, when the chain has no (fresh) price. The local stack asks nobody. */
  PRICE_CRYPTO_SOURCES: z.string().optional(),
  PRICE_FIAT_SOURCES: z.string().optional(),
  /** Where money is bought by card. The local stack without one plays a provider of its own (demo). */
  ONRAMP_PROVIDER: onrampProvider.optional(),
  /** MoonPay: publishable key, secret key, webhook key. Transak: API key and API secret. */
  ONRAMP_KEY: z.string().min(1).optional(),
  ONRAMP_SECRET: z.string().min(1).optional(),
  ONRAMP_WEBHOOK_KEY: z.string().min(1).optional(),
  /** The provider's sandbox. */
  ONRAMP_TEST: flag.default(false),
  /** In place of the provider's own hosts. */
  ONRAMP_BASE_URL: z.string().url().optional(),
  /** What the provider calls our currencies, where it is not the usual: "WETH=eth_polygon,USDC=usdc_polygon". */
  ONRAMP_CURRENCIES: z.string().optional(),
  /** Bounds of one order, in US dollars. */
  ONRAMP_MIN_USD: z.coerce.number().positive().default(30),
  ONRAMP_MAX_USD: z.coerce.number().positive().default(10_000),
  /** How many proxies stand in front, or the networks they are in, comma-separated. */
  TRUST_PROXY: proxies.default(0),
  /** Local stack only: 0 lifts the rate limits, for load tests. */
  RATE_LIMITS: flag.default(true),
});

type Settings = z.infer<typeof environment>;
type Part = 'api' | 'worker' | 'migrate';

const databaseUrlOf = (settings: Settings, part: Part): string => {
  const own = { api: undefined, worker: settings.DATABASE_URL_WORKER, migrate: settings.DATABASE_URL_MIGRATE }[part];
  return own ?? settings.DATABASE_URL;
};

const publicUrlOf = (settings: Settings) => settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`;

/** The origin of the media where they have one of their own. */
const mediaUrlOf = (settings: Settings): string | undefined => {
  if (settings.MEDIA_URL === undefined) return undefined;
  const [media, pages] = [new URL(settings.MEDIA_URL), new URL(publicUrlOf(settings))];
  const isOrigin = /^https?:$/.test(media.protocol) && media.pathname === '/' && !media.search && !media.hash;
  if (!isOrigin || media.host === pages.host || (pages.protocol === 'https:' && media.protocol !== 'https:'))
    throw new Error(
      'Settings are missing or wrong:\n  MEDIA_URL: must be scheme and host alone, another host than PUBLIC_URL, and https where that is',
    );
  return media.origin;
};

/** What the operator pays for; play money needs no bounds. */
const budgetOf = (settings: Settings) => ({
  day: settings.OPERATOR_DAY_BUDGET ?? parseEther(settings.LOCAL_STACK ? '1000000' : '10'),
  accountDay: settings.OPERATOR_ACCOUNT_DAY_BUDGET ?? parseEther(settings.LOCAL_STACK ? '1000000' : '0.1'),
  reserve: settings.OPERATOR_RESERVE ?? parseEther('1'),
  leastBalance: settings.OPERATOR_ALARM_BALANCE ?? parseEther('2'),
  leastDays: settings.OPERATOR_ALARM_DAYS,
});

/** Google as the settings name it; in the local stack without one, the issuer that the API itself plays. */
const googleOf = (settings: Settings): { clientId: string; issuer: string; isLocal: boolean } | undefined => {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_ISSUER: issuer, LOCAL_STACK: isLocalStack } = settings;
  if (clientId === undefined)
    return isLocalStack
      ? { clientId: 'skarb-local', issuer: `${publicUrlOf(settings)}/dev/oidc`, isLocal: true }
      : undefined;
  if (!issuer.startsWith('https://') && !isLocalStack)
    throw new Error('Settings are missing or wrong:\n  GOOGLE_ISSUER: must be https://');
  return { clientId, issuer, isLocal: false };
};

/** The address without what people leave at its end. */
const ipfsOf = ({ IPFS_API_URL: url, IPFS_API_AUTHORIZATION: authorization }: Settings): IpfsSettings | undefined =>
  // regexp: our own setting, once at the start
  url === undefined ? undefined : { url: url.replace(/\/+(api\/v0\/*)?$/, ''), authorization };

const smsOf = ({ SMS_URL: url }: Settings): SmsSender | undefined => {
  if (url === undefined) return undefined;
  try {
    return readSmsUrl(url);
  } catch (error) {
    throw new Error(`Settings are missing or wrong:\n  SMS_URL: ${(error as Error).message}`, { cause: error });
  }
};

const onrampFrom = (settings: Settings): Onramp | undefined => {
  try {
    return onrampOf(settings);
  } catch (error) {
    throw new Error(`Settings are missing or wrong:\n  ${(error as Error).message}`, { cause: error });
  }
};

/** "coinbase,kraken=https://mirror.example": known names, each with another address where one is given. */
const readSources = (
  name: 'PRICE_CRYPTO_SOURCES' | 'PRICE_FIAT_SOURCES',
  settings: Settings,
  usual: string,
): HttpSource[] => {
  try {
    return readHttpSources(settings[name] ?? (settings.LOCAL_STACK ? '' : usual));
  } catch (error) {
    throw new Error(`Settings are missing or wrong:\n  ${name}: ${(error as Error).message}`, { cause: error });
  }
};

/**
 * The configuration that an environment describes.
 * @param part the process it is for: each may have a database role of its own
 * @throws Error that names every setting that is missing or wrong
 */
export const loadConfig = (env: NodeJS.ProcessEnv, part: Part = 'api') => {
  const parsed = environment.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')));
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`Settings are missing or wrong:\n${lines.join('\n')}`);
  }
  const settings = parsed.data;
  const deployment = deploymentSchema.parse(JSON.parse(readFileSync(settings.DEPLOYMENT_FILE, 'utf8')));
  if (deployment.chainId !== settings.CHAIN_ID)
    throw new Error(`DEPLOYMENT_FILE is for chain ${deployment.chainId}, CHAIN_ID is ${settings.CHAIN_ID}`);
  return {
    isProduction: settings.NODE_ENV === 'production' && !settings.LOCAL_STACK,
    isLocalStack: settings.LOCAL_STACK,
    isDev: settings.DEV,
    port: settings.PORT,
    host: settings.HOST,
    metrics:
      settings.METRICS_PORT === undefined ? undefined : { port: settings.METRICS_PORT, host: settings.METRICS_HOST },
    publicUrl: publicUrlOf(settings),
    mediaUrl: mediaUrlOf(settings),
    hstsSeconds: publicUrlOf(settings).startsWith('https://') ? settings.HSTS_SECONDS : 0,
    trustProxy: settings.TRUST_PROXY,
    logLevel: settings.LOG_LEVEL,
    hasRateLimits: settings.RATE_LIMITS || !settings.LOCAL_STACK,
    database: {
      url: databaseUrlOf(settings, part),
      readUrl: settings.DATABASE_READ_URL,
      pool: settings.DATABASE_POOL,
      connectSeconds: settings.DATABASE_CONNECT_SECONDS,
    },
    dataDir: resolve(settings.DATA_DIR),
    webDist: resolve(settings.WEB_DIST),
    chain: {
      id: settings.CHAIN_ID,
      rpcUrl: settings.CHAIN_RPC_URL,
      publicRpcUrl: settings.CHAIN_RPC_PUBLIC_URL ?? (settings.CHAIN_RPC_URL.split(',')[0] as string),
      explorerUrl: settings.CHAIN_EXPLORER_URL ?? null,
      pollMs: settings.CHAIN_POLL_MS,
    },
    deployment,
    operatorKey: settings.OPERATOR_KEY,
    operatorBudget: budgetOf(settings),
    breedingMaster: settings.BREEDING_MASTER,
    faucetKey: settings.LOCAL_STACK ? settings.FAUCET_KEY : undefined,
    jwtSecret: settings.JWT_SECRET,
    dataKey: settings.DATA_KEY ?? settings.JWT_SECRET,
    google: googleOf(settings),
    adminEmail: settings.ADMIN_EMAIL,
    sms: smsOf(settings),
    onramp: onrampFrom(settings),
    ipfs: ipfsOf(settings),
    mail: {
      smtpUrl: settings.SMTP_URL,
      from: settings.MAIL_FROM,
      noticeDelaySeconds: settings.NOTICE_DELAY_SECONDS ?? (settings.LOCAL_STACK ? 2 : 120),
    },
    price: {
      ethUsd: settings.PRICE_ETH_USD,
      polUsd: settings.PRICE_POL_USD,
      usdEur: settings.PRICE_USD_EUR,
      usdUah: settings.PRICE_USD_UAH,
      hasFeeds: settings.PRICE_FEEDS,
      cryptoSources: readSources('PRICE_CRYPTO_SOURCES', settings, 'coinbase,kraken'),
      fiatSources: readSources('PRICE_FIAT_SOURCES', settings, 'nbu,exchangerate'),
    },
  };
};
export type Config = ReturnType<typeof loadConfig>;

/** Reads this process's environment. Nothing else in the server does (`node/no-process-env`). @throws as `loadConfig` */
export const readConfig = (part: Part): Config => loadConfig(process.env, part);
/** For a command that needs the database alone. */
export const readDatabaseUrl = (): string | undefined => process.env.DATABASE_URL;
