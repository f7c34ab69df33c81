import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEther, parseGwei } from 'viem';
import { z } from 'zod';
import { onrampProvider } from '@skarb/schema/onramp';
import {
  address,
  bytes32,
  coin,
  databaseUrl,
  flag,
  httpUrl,
  origin,
  privateKey,
  proxies,
  secret,
  smtpUrl,
  url,
} from './config.kinds.ts';
import type { IpfsSettings } from './domain/media/media.ipfs.ts';
import type { S3Settings } from './domain/media/media.s3.ts';
import { onrampOf, type Onramp } from './domain/onramp/onramp.settings.ts';
import { readHttpSources, type HttpSource } from './domain/price/price.http.ts';
import { readSmsUrl, type SmsSender } from './domain/sms/sms.rules.ts';

/** The contract addresses on a chain, as `contracts/script/deploy.ts` writes them. Addresses lower-case. */
const deploymentSchema = z.object({
  chainId: z.number().int(),
  seaport: address,
  collectionFactory: address,
  offerZone: address,
  auctionHouse: address,
  breeding: address,
  /** ERC-4337's entry point and the smart accounts; older deployments have none. */
  entryPoint: address.optional(),
  accountFactory: address.optional(),
  accountImplementation: address.optional(),
  passkeyVerifier: address.optional(),
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

export type AccountContracts = Record<
  'entryPoint' | 'accountFactory' | 'accountImplementation' | 'passkeyVerifier',
  `0x${string}`
>;
/** The contracts of smart accounts, if the deployment has them. */
const accountsOf = (deployment: z.output<typeof deploymentSchema>): AccountContracts | undefined => {
  const { entryPoint, accountFactory, accountImplementation, passkeyVerifier } = deployment;
  return entryPoint && accountFactory && accountImplementation && passkeyVerifier
    ? { entryPoint, accountFactory, accountImplementation, passkeyVerifier }
    : undefined;
};

/** All settings; docs/runbook.md describes each. */
export const environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  /** A separate port for Prometheus metrics, at `/metrics`. */
  METRICS_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  /** The site's public URL. */
  PUBLIC_URL: origin.optional(),
  /**
   * WebAuthn's relying party id: the host of PUBLIC_URL by default. Keep the old one when the site moves to another domain, so
   * that people's passkeys still work.
   */
  PASSKEY_RP_ID: z
    .string()
    .regex(/^[a-z0-9.-]{1,253}$/)
    .optional(),
  /** The origin of another host that serves only the media. By default the pages' host serves them. */
  MEDIA_URL: origin.optional(),
  /** How long browsers use https only after a visit by https; 0 leaves this to a proxy. */
  HSTS_SECONDS: z.coerce.number().int().min(0).max(63_072_000).default(31_536_000),
  /** The API's database; also the worker's and the migrations' unless they have their own URL. */
  DATABASE_URL: databaseUrl,
  DATABASE_URL_WORKER: databaseUrl.optional(),
  DATABASE_URL_MIGRATE: databaseUrl.optional(),
  DATABASE_READ_URL: databaseUrl.optional(),
  DATABASE_POOL: z.coerce.number().int().min(1).max(100).default(10),
  DATABASE_CONNECT_SECONDS: z.coerce.number().int().min(1).max(120).default(5),
  DATA_DIR: z.string().default('.data'),
  /** Where uploads are: the folder `media` of DATA_DIR, or a bucket of an S3-compatible storage. */
  MEDIA_STORAGE: z.enum(['folder', 's3']).default('folder'),
  /** The storage's address, without the bucket; by default that of AWS in the region. */
  MEDIA_S3_ENDPOINT: httpUrl.optional(),
  MEDIA_S3_REGION: z.string().min(1).default('us-east-1'),
  MEDIA_S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  MEDIA_S3_KEY_ID: z.string().min(1).optional(),
  MEDIA_S3_SECRET: z.string().min(1).optional(),
  CHAIN_ID: z.coerce.number().int().default(80001),
  /** One node, or several separated by commas. */
  CHAIN_RPC_URL: z
    .string()
    .transform((text) => text.split(',').map((url) => url.trim()))
    .pipe(z.array(httpUrl))
    .transform((urls) => urls.join(',')),
  /** The RPC that browsers use; the server's own by default. */
  CHAIN_RPC_PUBLIC_URL: httpUrl.optional(),
  /** The network drops transactions with a lower tip. By default 25 gwei on Polygon and Amoy, 0 elsewhere. */
  CHAIN_LEAST_TIP_GWEI: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,9})?$/, 'must be a number of gwei such as 25')
    .transform((text) => parseGwei(text))
    .optional(),
  CHAIN_EXPLORER_URL: httpUrl.optional(),
  CHAIN_POLL_MS: z.coerce.number().int().min(20).default(500),
  DEPLOYMENT_FILE: z.string().min(1),
  /**
   * Pays for mints, cancels, duties and operations of smart accounts; may cancel orders in the zone, commit breeding's
   * secrets and sign births. Without it users pay their own gas.
   */
  OPERATOR_KEY: privateKey.optional(),
  /**
   * What these three may cost the operator in any 24 hours, in the native coin: for all accounts, and for one.
   */
  OPERATOR_DAY_BUDGET: coin.optional(),
  OPERATOR_ACCOUNT_DAY_BUDGET: coin.optional(),
  /** The same for its duties (settlements, stored blocks, hatches, lost breedings): for all, and for one cause. */
  OPERATOR_DUTY_DAY_BUDGET: coin.optional(),
  OPERATOR_DUTY_CAUSE_DAY_BUDGET: coin.optional(),
  /** The part of the operator's balance that is kept for settlements and hatches. */
  OPERATOR_RESERVE: coin.optional(),
  /** Native coin for the first network fee of a wallet, once for each person; and for all within 24 hours. 0: none. */
  GAS_DROP: coin.optional(),
  GAS_DROP_DAY: coin.optional(),
  /** Admins get a warning when the operator's balance is lower, or lasts fewer days at the last week's rate. */
  OPERATOR_ALARM_BALANCE: coin.optional(),
  OPERATOR_ALARM_DAYS: z.coerce.number().int().min(0).max(365).default(7),
  /**
   * An ERC-4337 bundler and an ERC-7677 paymaster of somebody else, which browsers use instead of ours. Browsers read both
   * addresses: a key in them must be limited to this site by its provider.
   */
  BUNDLER_URL: httpUrl.optional(),
  PAYMASTER_URL: httpUrl.optional(),
  /**
   * 32 random bytes that the secrets of breedings derive from: anyone who has them can predict every child. If they
   * are lost, no expected child can hatch. Without them breeding is unavailable.
   */
  BREEDING_MASTER: bytes32.optional(),
  /** Local stack only: mints test money. */
  FAUCET_KEY: privateKey.optional(),
  /** The local stack: demo wallet, faucet, mailbox page. Never in production. */
  LOCAL_STACK: flag.default(false),
  DEV: flag.default(false),
  JWT_SECRET: secret,
  /**
   * Encrypts data that must be read again (two-factor secrets). JWT_SECRET by default; a change makes these secrets
   * unusable.
   */
  DATA_KEY: secret.optional(),
  /** Sign-in with Google: the OAuth client id of this site. Without it the local stack has its own issuer. */
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_ISSUER: httpUrl.default('https://accounts.google.com'),
  /** The user who confirms this e-mail address becomes an admin. */
  ADMIN_EMAIL: z.string().trim().toLowerCase().pipe(z.email()).optional(),
  SMTP_URL: smtpUrl.optional(),
  /** twilio://<sid>:<token>@/?from=<number>, or an https:// address that accepts { to, text }. */
  SMS_URL: z.string().optional(),
  /** Where people write to the operator, shown on the page Contact: an e-mail address, or the https address of a form. */
  CONTACT_ADDRESS: z
    .union(
      [z.email().transform((text) => `mailto:${text}`), url(/^https$/, 'an https:// address')],
      'must be an e-mail address or an https:// address',
    )
    .refine((text) => !/[\s()<>[\]\\]/.test(text), 'must not contain brackets, backslashes or spaces')
    .optional(),
  MAIL_FROM: z.string().default('Skarb <no-reply@skarb.local>'),
  /** The delay before a notification is mailed, during which a reorg of the chain can undo it. */
  NOTICE_DELAY_SECONDS: z.coerce.number().int().min(0).max(3600).optional(),
  /** The RPC of a Kubo-compatible node that pins our files, and its whole Authorization header if it needs one. */
  IPFS_API_URL: httpUrl.optional(),
  IPFS_API_AUTHORIZATION: z.string().min(1).optional(),
  WEB_DIST: z.string().default('web/dist'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** The value of one ether and one POL in US dollars until a price source is read. */
  PRICE_ETH_USD: z.coerce.number().positive().default(3200),
  PRICE_POL_USD: z.coerce.number().positive().default(0.5),
  /** The value of one US dollar in euro and hryvnia until a price source is read. */
  PRICE_USD_EUR: z.coerce.number().positive().default(0.9),
  PRICE_USD_UAH: z.coerce.number().positive().default(42),
  /** 0: the server does not read the chain's price feeds. */
  PRICE_FEEDS: flag.default(true),
  /** The HTTP sources, in this order, for when the chain has no (fresh) price. None by default in the local stack. */
  PRICE_CRYPTO_SOURCES: z.string().optional(),
  PRICE_FIAT_SOURCES: z.string().optional(),
  /** The provider for purchases by card. Without one the local stack has a demo provider. */
  ONRAMP_PROVIDER: onrampProvider.optional(),
  /** MoonPay: publishable key, secret key, webhook key. Transak: API key and API secret. */
  ONRAMP_KEY: z.string().min(1).optional(),
  ONRAMP_SECRET: z.string().min(1).optional(),
  ONRAMP_WEBHOOK_KEY: z.string().min(1).optional(),
  /** Use the provider's sandbox. */
  ONRAMP_TEST: flag.default(false),
  /** Replaces the provider's own hosts. */
  ONRAMP_BASE_URL: httpUrl.optional(),
  /**
   * The provider's names for our currencies, if they differ from the default: "WETH=eth_polygon,USDC=usdc_polygon".
   */
  ONRAMP_CURRENCIES: z.string().optional(),
  /** About how much of an order's worth the provider adds as its fee. */
  ONRAMP_FEE_PERCENT: z.coerce.number().nonnegative().optional(),
  /** Limits of one order, in US dollars. */
  ONRAMP_MIN_USD: z.coerce.number().positive().default(30),
  ONRAMP_MAX_USD: z.coerce.number().positive().default(10_000),
  /** The number of proxies in front of the server, or their networks, comma-separated. */
  TRUST_PROXY: proxies.default(0),
  /** Local stack only: 0 turns the rate limits off, for load tests. */
  RATE_LIMITS: flag.default(true),
  /** Local stack only: 0 keeps no answers and no pages, for load tests. */
  CACHES: flag.default(true),
});

/** Without the error that led to it: that of an address contains the address, and Node would print it with the password. */
const settingsError = (...lines: string[]) =>
  new Error(['Settings are missing or wrong:', ...lines.map((line) => `  ${line}`)].join('\n'));

type Settings = z.infer<typeof environment>;
type Part = 'api' | 'worker' | 'migrate';

const databaseUrlOf = (settings: Settings, part: Part): string => {
  const own = { api: undefined, worker: settings.DATABASE_URL_WORKER, migrate: settings.DATABASE_URL_MIGRATE }[part];
  return own ?? settings.DATABASE_URL;
};

const publicUrlOf = (settings: Settings) => settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`;

/** The site that passkeys are made for. No browser makes one for an IP address. */
const rpIdOf = (settings: Settings): string => {
  const { hostname } = new URL(publicUrlOf(settings));
  return settings.PASSKEY_RP_ID ?? (/^[\d.]+$|^\[/.test(hostname) ? 'localhost' : hostname);
};

/** The origin of the media, if it is a separate one. */
const mediaUrlOf = (settings: Settings): string | undefined => {
  if (settings.MEDIA_URL === undefined) return undefined;
  const [media, pages] = [new URL(settings.MEDIA_URL), new URL(publicUrlOf(settings))];
  if (media.host === pages.host || (pages.protocol === 'https:' && media.protocol !== 'https:'))
    throw settingsError('MEDIA_URL: must be another host than that of PUBLIC_URL, and https:// where that is');
  return media.origin;
};

/** The bundler of somebody else; undefined for ours, which knows no paymaster. */
const outsideBundlerOf = ({ BUNDLER_URL: url, PAYMASTER_URL: paymasterUrl }: Settings) => {
  if (url !== undefined) return { url, paymasterUrl: paymasterUrl ?? null };
  if (paymasterUrl !== undefined) throw settingsError('PAYMASTER_URL: needs BUNDLER_URL');
  return undefined;
};

/** Polygon's validators drop transactions with a lower tip. */
const LEAST_TIP: Record<number, bigint> = { 137: parseGwei('25'), 80002: parseGwei('25') };
const mediaSettings = environment.pick({
  DATA_DIR: true,
  MEDIA_STORAGE: true,
  MEDIA_S3_ENDPOINT: true,
  MEDIA_S3_REGION: true,
  MEDIA_S3_BUCKET: true,
  MEDIA_S3_KEY_ID: true,
  MEDIA_S3_SECRET: true,
});
type MediaSettings = z.infer<typeof mediaSettings>;

/** The bucket is known before it is used, so that `npm run media` can fill it. */
const mediaOf = (settings: MediaSettings): { storage: 'folder' | 's3'; s3: S3Settings | undefined } => {
  const { MEDIA_STORAGE: storage, MEDIA_S3_BUCKET: bucket, MEDIA_S3_KEY_ID: keyId, MEDIA_S3_SECRET: secret } = settings;
  const s3 = bucket &&
    keyId &&
    secret && { endpoint: settings.MEDIA_S3_ENDPOINT, region: settings.MEDIA_S3_REGION, bucket, keyId, secret };
  if (storage === 's3' && !s3)
    throw settingsError('MEDIA_STORAGE: s3 needs MEDIA_S3_BUCKET, MEDIA_S3_KEY_ID and MEDIA_S3_SECRET');
  return { storage, s3: s3 || undefined };
};

/** The limits of what the operator pays for; test money has none in practice. */
const budgetOf = (settings: Settings) => ({
  day: settings.OPERATOR_DAY_BUDGET ?? parseEther(settings.LOCAL_STACK ? '1000000' : '10'),
  accountDay: settings.OPERATOR_ACCOUNT_DAY_BUDGET ?? parseEther(settings.LOCAL_STACK ? '1000000' : '0.1'),
  dutyDay: settings.OPERATOR_DUTY_DAY_BUDGET ?? parseEther(settings.LOCAL_STACK ? '1000000' : '6'),
  dutyCauseDay: settings.OPERATOR_DUTY_CAUSE_DAY_BUDGET ?? parseEther(settings.LOCAL_STACK ? '1000000' : '0.3'),
  reserve: settings.OPERATOR_RESERVE ?? parseEther('1'),
  leastBalance: settings.OPERATOR_ALARM_BALANCE ?? parseEther('2'),
  leastDays: settings.OPERATOR_ALARM_DAYS,
});

/** Coin for first network fees. A day's amount of 0 turns it off, as an amount of 0 does. */
const gasDropOf = (settings: Settings) => {
  const [amount, day] = [settings.GAS_DROP ?? parseEther('0.03'), settings.GAS_DROP_DAY ?? parseEther('1')];
  if (amount > day && day > 0n) throw settingsError('GAS_DROP: must not be above GAS_DROP_DAY');
  return { amount, day };
};

/** Google as configured; in the local stack without a client id, the issuer that the API itself provides. */
const googleOf = (settings: Settings): { clientId: string; issuer: string; isLocal: boolean } | undefined => {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_ISSUER: issuer, LOCAL_STACK: isLocalStack } = settings;
  if (clientId === undefined)
    return isLocalStack
      ? { clientId: 'skarb-local', issuer: `${publicUrlOf(settings)}/dev/oidc`, isLocal: true }
      : undefined;
  if (!issuer.startsWith('https://') && !isLocalStack) throw settingsError('GOOGLE_ISSUER: must be https://');
  return { clientId, issuer, isLocal: false };
};

/** The node's URL without a trailing slash or `/api/v0`. */
const ipfsOf = ({ IPFS_API_URL: url, IPFS_API_AUTHORIZATION: authorization }: Settings): IpfsSettings | undefined =>
  // regexp: our own setting, once at the start
  url === undefined ? undefined : { url: url.replace(/\/+(api\/v0\/*)?$/, ''), authorization };

const smsOf = ({ SMS_URL: url }: Settings): SmsSender | undefined => {
  if (url === undefined) return undefined;
  try {
    return readSmsUrl(url);
  } catch (error) {
    throw settingsError(`SMS_URL: ${(error as Error).message}`);
  }
};

const onrampFrom = (settings: Settings): Onramp | undefined => {
  if (settings.ONRAMP_MIN_USD > settings.ONRAMP_MAX_USD)
    throw settingsError('ONRAMP_MIN_USD: must not be above ONRAMP_MAX_USD');
  try {
    return onrampOf(settings);
  } catch (error) {
    throw settingsError((error as Error).message);
  }
};

/** "coinbase,kraken=https://mirror.example": known names, each with an optional other address. */
const readSources = (
  name: 'PRICE_CRYPTO_SOURCES' | 'PRICE_FIAT_SOURCES',
  settings: Settings,
  usual: string,
): HttpSource[] => {
  try {
    return readHttpSources(settings[name] ?? (settings.LOCAL_STACK ? '' : usual));
  } catch (error) {
    throw settingsError(`${name}: ${(error as Error).message}`);
  }
};

/** An empty or blank value counts as not set. @throws Error that names every setting that is missing or wrong */
const parsed = <Schema extends z.ZodType>(schema: Schema, env: NodeJS.ProcessEnv): z.output<Schema> => {
  const result = schema.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim())), {
    error: ({ input }) => (input === undefined ? 'must be set' : undefined),
  });
  if (result.success) return result.data;
  throw settingsError(...result.error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`));
};

/** @throws Error that names the file and what is wrong with it */
const readDeployment = ({ DEPLOYMENT_FILE: file, CHAIN_ID: chainId }: Settings): z.output<typeof deploymentSchema> => {
  const refuse = (why: string) =>
    settingsError(`DEPLOYMENT_FILE: must be the file that the deployment wrote; ${file}: ${why}`);
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw refuse((error as Error).message);
  }
  const result = deploymentSchema.safeParse(content);
  if (!result.success)
    throw refuse(result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join(', '));
  if (result.data.chainId !== chainId) throw refuse(`it is for chain ${result.data.chainId}, CHAIN_ID is ${chainId}`);
  return result.data;
};

/**
 * Reads the configuration from an environment.
 * @param part the process it is for: each may have its own database role
 * @throws Error that names every setting that is missing or wrong
 */
export const loadConfig = (env: NodeJS.ProcessEnv, part: Part = 'api') => {
  const settings = parsed(environment, env);
  const deployment = readDeployment(settings);
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
    passkeyRpId: rpIdOf(settings),
    hstsSeconds: publicUrlOf(settings).startsWith('https://') ? settings.HSTS_SECONDS : 0,
    trustProxy: settings.TRUST_PROXY,
    logLevel: settings.LOG_LEVEL,
    hasRateLimits: settings.RATE_LIMITS || !settings.LOCAL_STACK,
    hasCaches: settings.CACHES || !settings.LOCAL_STACK,
    database: {
      url: databaseUrlOf(settings, part),
      readUrl: settings.DATABASE_READ_URL,
      pool: settings.DATABASE_POOL,
      connectSeconds: settings.DATABASE_CONNECT_SECONDS,
    },
    dataDir: resolve(settings.DATA_DIR),
    media: mediaOf(settings),
    webDist: resolve(settings.WEB_DIST),
    chain: {
      id: settings.CHAIN_ID,
      rpcUrl: settings.CHAIN_RPC_URL,
      publicRpcUrl: settings.CHAIN_RPC_PUBLIC_URL ?? (settings.CHAIN_RPC_URL.split(',')[0] as string),
      explorerUrl: settings.CHAIN_EXPLORER_URL ?? null,
      pollMs: settings.CHAIN_POLL_MS,
      /** In wei. */
      leastTip: settings.CHAIN_LEAST_TIP_GWEI ?? LEAST_TIP[settings.CHAIN_ID] ?? 0n,
    },
    deployment,
    accounts: accountsOf(deployment),
    outsideBundler: outsideBundlerOf(settings),
    operatorKey: settings.OPERATOR_KEY,
    operatorBudget: budgetOf(settings),
    gasDrop: gasDropOf(settings),
    breedingMaster: settings.BREEDING_MASTER,
    faucetKey: settings.LOCAL_STACK ? settings.FAUCET_KEY : undefined,
    jwtSecret: settings.JWT_SECRET,
    dataKey: settings.DATA_KEY ?? settings.JWT_SECRET,
    google: googleOf(settings),
    adminEmail: settings.ADMIN_EMAIL,
    contact: settings.CONTACT_ADDRESS,
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

/**
 * Reads this process's environment. No other code of the server does (`node/no-process-env`). @throws as `loadConfig`
 */
export const readConfig = (part: Part): Config => loadConfig(process.env, part);
/** For a command that needs only the media. @throws as `loadConfig` */
export const readMediaConfig = (): Pick<Config, 'dataDir' | 'media'> => {
  const settings = parsed(mediaSettings, process.env);
  return { dataDir: resolve(settings.DATA_DIR), media: mediaOf(settings) };
};
/** For a command that needs only the database. @throws as `loadConfig`, but it may be missing */
export const readDatabaseUrl = (): string | undefined =>
  parsed(environment.pick({ DATABASE_URL: true }).partial(), process.env).DATABASE_URL;
