import type { Address, Hex } from 'viem';
import type { Config } from './config.ts';
import { openAccount } from './domain/account/account.key.store.ts';
import { notifyNewDevice } from './domain/notification/notification.service.ts';
import { readGenesisHash } from './platform/chain/chain-cursor.ts';
import { createChainClient, type ChainClient } from './platform/chain/client.ts';
import { openDatabase, type Database, type Tx } from './platform/db/database.ts';

/** The dependencies of use cases. A function takes only the parts it uses: `Pick<Context, 'db' | 'chain'>`. */
export type Context = {
  config: Config;
  db: Database;
  chain: ChainClient;
  /** A handler that a higher domain registers: sign-ins call it in their transaction. */
  notifyNewDevice: (
    tx: Tx,
    userUuid: string,
    client: { ip: string; userAgent: string | null },
    maxPerDay: number,
  ) => Promise<void>;
  /** Another one: a new passkey's smart account, recorded in the transaction that adds the passkey. */
  openAccount: (tx: Tx, config: Config, key: Hex) => Promise<Address | undefined>;
};

/** Creates a process's configuration, database and chain client. */
export const createContext = (config: Config, name: 'api' | 'worker' | 'migrate'): Context => {
  const db = openDatabase({
    url: config.database.url,
    // Workers decide by what they read.
    readUrl: name === 'api' ? config.database.readUrl : undefined,
    pool: config.database.pool,
    connectSeconds: config.database.connectSeconds,
    name: `skarb-${name}`,
    // The follower and migrations may run long statements; requests may not.
    statementTimeoutMs: name === 'api' ? 3000 : 60_000,
    // Statements of requests are written so that no plan depends on their parameters (docs/decisions/0032).
    plansOnce: name === 'api',
    isLasting: name === 'migrate',
  });
  const chain = createChainClient({
    id: config.chain.id,
    rpcUrl: config.chain.rpcUrl,
    leastTip: config.chain.leastTip,
    genesisHash: () => readGenesisHash(db.sql, config.chain.id),
  });
  return { config, db, chain, notifyNewDevice, openAccount };
};
