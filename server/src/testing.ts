/** A server for one test file: real PostgreSQL, a real chain, HTTP on a real port. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { privateKeyToAccount } from 'viem/accounts';
import {
  createTestDatabase,
  deployer,
  operator,
  serverScript,
  testChain,
  type TestChain,
} from '../../local/testing.ts';
import { createApi } from './api.ts';
import { loadConfig } from './config.ts';
import { createContext, type Context } from './context.ts';
import { pictures } from './domain/media/media.work.ts';
import { lightFetch } from './platform/http/light-fetch.ts';

// Untyped, because the assertions of each test check the fields that it reads.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;
export type Answer = { status: number; body: Json; headers: Headers; text: string };
export type TestApi = {
  context: Context;
  chain: TestChain;
  url: string;
  /** A call below /api; a body other than FormData or a string is sent as JSON. */
  call(
    method: string,
    path: string,
    options?: { body?: unknown; token?: string; headers?: Record<string, string> },
  ): Promise<Answer>;
  /** Signs in with a wallet, a new one unless a key is given. */
  person(
    key?: `0x${string}`,
  ): Promise<{ token: string; refreshToken: string; user: Json; account: ReturnType<typeof privateKeyToAccount> }>;
  stop(): Promise<void>;
};

/** The settings of every server and worker in tests, however it is started. */
export const TEST_SETTINGS = {
  NODE_ENV: 'test',
  // The servers, workers and chains of several test files share two cores.
  DATABASE_CONNECT_SECONDS: '60',
  // Each connection plans each statement again, which costs a test more than waiting for a connection.
  DATABASE_POOL: '4',
  // Varying rates would make each run different.
  PRICE_FEEDS: '0',
  PRICE_CRYPTO_SOURCES: 'none',
  PRICE_FIAT_SOURCES: 'none',
  BREEDING_MASTER: `0x${'5e'.repeat(32)}`,
};

const settingsOf = (chain: TestChain, databaseUrl: string, dataDir: string, env: NodeJS.ProcessEnv) =>
  loadConfig({
    ...TEST_SETTINGS,
    PORT: '0',
    PUBLIC_URL: 'http://localhost:3199',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    CHAIN_ID: String(chain.chainId),
    CHAIN_RPC_URL: chain.rpcUrl,
    DEPLOYMENT_FILE: chain.deploymentFile,
    OPERATOR_KEY: operator.key,
    FAUCET_KEY: deployer.key,
    LOCAL_STACK: '1',
    JWT_SECRET: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'silent',
    ...env,
  });

/** The database and the chain of one test file, and processes that draw from the server's bundle. */
export const startTestParts = async () => {
  const [script, ...parts] = await Promise.all([serverScript('pictures'), createTestDatabase(), testChain()]);
  // Compiling the sources would take 2 s of CPU for each process.
  pictures.startFrom(pathToFileURL(script));
  return parts;
};

/** Calls of a server. @param url the server's */
export const callOf =
  (url: string): TestApi['call'] =>
  async (method, path, { body, token, headers = {} } = {}) => {
    const address = `${url}/api${path}`;
    const given = { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers } as Record<string, string>;
    const form = body instanceof FormData && { method, headers: given, body };
    const response = form
      ? await fetch(address, form)
      : await lightFetch(address, {
          method,
          headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...given },
          body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
        });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, body: isJson && text ? JSON.parse(text) : text, headers: response.headers, text };
  };

/**
 * @param env settings that override the defaults, or a function that returns them from the addresses of database and
 * node
 */
export const startTestApi = async (
  env: NodeJS.ProcessEnv | ((parts: { databaseUrl: string; rpcUrl: string }) => Promise<NodeJS.ProcessEnv>) = {},
): Promise<TestApi> => {
  const [database, chain] = await startTestParts();
  const dataDir = mkdtempSync(join(tmpdir(), 'skarb-api-'));
  const extra = typeof env === 'function' ? await env({ databaseUrl: database.url, rpcUrl: chain.rpcUrl }) : env;
  const context = createContext(settingsOf(chain, database.socketUrl, dataDir, extra), 'api');
  const app = await createApi(context);
  const url = (await app.listen({ port: 0, host: '127.0.0.1' })).replace(/\/$/, '');

  const call = callOf(url);
  return {
    context,
    chain,
    url,
    call,
    person: async (key = `0x${randomBytes(32).toString('hex')}`) => {
      const account = privateKeyToAccount(key);
      const nonce = await call('GET', `/auth/wallet/nonce?address=${account.address}`);
      const signature = await account.signMessage({ message: nonce.body.data.message });
      const { body } = await call('POST', '/auth/login/wallet', {
        body: { message: nonce.body.data.message, signature },
      });
      return { token: body.data.accessToken, refreshToken: body.data.refreshToken, user: body.data.user, account };
    },
    stop: async () => {
      await app.close();
      await context.db.close();
      await chain.stop();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

/**
 * Starts another server over the database of a first one, on its own port. @param differing the configuration that
 * differs
 */
export const startBeside = async (
  { context: { config } }: Pick<TestApi, 'context'>,
  differing: Partial<Context['config']> = {},
): Promise<{ url: string; stop: () => Promise<void> }> => {
  const context = createContext({ ...config, ...differing }, 'api');
  const app = await createApi(context);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    url,
    stop: async () => {
      await app.close();
      await context.db.close();
    },
  };
};
