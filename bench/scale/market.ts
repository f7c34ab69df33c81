/** The bench's own PostgreSQL, chain and deployment, in `bench/.data` (`BENCH_DATA` replaces it). */
import { startChain } from '@skarb/local/chain.ts';
import { deployLocal, deploymentFile } from '@skarb/local/contracts.ts';
import { type Database, startDatabase } from '@skarb/local/database.ts';
import { deployer, operator } from '@skarb/local/keys.ts';
import { findFreePort } from '@skarb/local/port.ts';
import { loadSecrets } from '@skarb/local/secrets.ts';
import { runMigrations, type ServiceOptions } from '@skarb/local/services.ts';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sql } from 'postgres';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CHAIN_ID = 80_001;

export type Options = { durable: boolean; settings?: Record<string, string> };

/** A migrated database with the settings that the server's processes need on it. */
export interface Market {
  dataDir: string;
  databaseUrl: string;
  database: Database;
  server: ServiceOptions;
  /** Starts PostgreSQL again with other durability. */
  restart(options: Options): Promise<void>;
  stop(): Promise<void>;
}

/** The folder of a market of this size: each size has a cluster of its own, so that they do not share buffers. */
export const folderOf = (tokens: number): string =>
  join(process.env.BENCH_DATA ?? join(ROOT, 'bench', '.data'), String(tokens));

/** Starts database and chain in a folder, deploys the contracts and migrates. */
export const openMarket = async (dataDir: string, options: Options): Promise<Market> => {
  const logDir = join(dataDir, 'log');
  const runDir = join(dataDir, 'run');
  const database = await startDatabase(dataDir, { logDir, runDir, ...options });
  const port = await findFreePort();
  const chain = await startChain({ dataDir, port, chainId: CHAIN_ID, host: '127.0.0.1' });
  const rpcUrl = `http://127.0.0.1:${port}`;
  await deployLocal(rpcUrl, CHAIN_ID, dataDir);
  const server: ServiceOptions = {
    root: ROOT,
    logDir,
    runDir,
    dev: true,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      CHAIN_ID: String(CHAIN_ID),
      CHAIN_RPC_URL: rpcUrl,
      DEPLOYMENT_FILE: deploymentFile(dataDir),
      OPERATOR_KEY: operator.key,
      FAUCET_KEY: deployer.key,
      LOCAL_STACK: '1',
      RATE_LIMITS: '0',
      WEB_DIST: join(ROOT, 'web', 'dist'),
      JWT_SECRET: loadSecrets(dataDir).jwtSecret,
      LOG_LEVEL: 'error',
      // Varying rates would make each run different.
      PRICE_FEEDS: '0',
      PRICE_CRYPTO_SOURCES: 'none',
      PRICE_FIAT_SOURCES: 'none',
    },
  };
  await runMigrations(server);
  const market: Market = {
    dataDir,
    database,
    databaseUrl: database.url,
    server,
    restart: async (options) => {
      await market.database.stop();
      market.database = await startDatabase(dataDir, { logDir, runDir, ...options });
      market.databaseUrl = market.database.url;
      server.env.DATABASE_URL = market.databaseUrl;
    },
    stop: async () => {
      await chain.stop();
      await market.database.stop();
    },
  };
  return market;
};

/** The address of another database of the market's cluster. */
export const urlIn = ({ databaseUrl }: Pick<Market, 'databaseUrl'>, name: string): string =>
  Object.assign(new URL(databaseUrl), { pathname: `/${name}` }).toString();

/** Copies a database of the cluster, in place of one of this name. Nobody may be connected to the template. */
export const copyDatabase = async (admin: Sql, name: string, template: string): Promise<void> => {
  await admin.unsafe(`drop database if exists "${name}" with (force)`);
  await admin.unsafe(`create database "${name}" template "${template}" strategy file_copy`);
};

/**
 * Removes what a copy of a market knows of a chain: its history is of blocks that no chain here has.
 * @param block the newest block that its offers know afterwards
 */
export const forgetChain = async (sql: Sql, block: number): Promise<void> => {
  await sql`truncate chain_log, chain_block, chain_cursor`;
  await sql`update offer set live_block = ${block}, left_block = null where live_block is not null`;
};
