import { createTestDatabase } from '@skarb/local/testing.ts';
import { numberToHex, type Hex } from 'viem';
import { openDatabase, type Database } from '../db/database.ts';
import type { EventOwner } from './events.ts';
import { createFollower, type FollowerOptions } from './follower.ts';
import type { TestNode } from './testing-node.ts';

/** The chain of these tests. */
export const CHAIN = 137;
const TOPIC: Hex = `0x${'00'.repeat(31)}aa`;
const EMITTER: Hex = `0x${'e1'.repeat(20)}`;
const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** Adds a block whose log has a number. */
export const mineNumber = (on: TestNode, value: number) =>
  on.mine([{ address: EMITTER, topics: [TOPIC], data: numberToHex(value, { size: 32 }) }]);

/** Keeps the numbers of the logs in the table `seen`. */
const numberOwner: EventOwner = {
  topics: [TOPIC],
  addresses: async () => new Set([EMITTER]),
  apply: async (tx, logs) => {
    for (const log of logs) await tx`insert into seen (value) values (${Number(log.data)})`;
  },
  undo: async (tx, logs) => {
    for (const log of logs) await tx`delete from seen where value = ${Number(log.data)}`;
  },
};

export type NumberDatabase = {
  db: Database;
  /** A follower of the numbers, which begins at block 1. */
  follow(chain: FollowerOptions['chain'], options?: Partial<FollowerOptions>): ReturnType<typeof createFollower>;
  /** Forgets all numbers and the chain. */
  clear(): Promise<void>;
  drop(): Promise<void>;
};

/** A database with the table `seen`. */
export const createNumberDatabase = async (name: string): Promise<NumberDatabase> => {
  const database = await createTestDatabase();
  const db = openDatabase({ url: database.url, pool: 3, name });
  await db.sql`create table seen (value int primary key)`;
  return {
    db,
    follow: (chain, options = {}) =>
      createFollower({
        sql: db.sql,
        databaseUrl: database.url,
        chain,
        startBlock: 1,
        pollMs: 5,
        log: silent,
        owners: [numberOwner],
        atEndOfBatch: async () => {},
        ...options,
      }),
    clear: async () => void (await db.sql`truncate seen, chain_cursor, chain_block, chain_log`),
    drop: async () => {
      await db.close();
      await database.drop();
    },
  };
};
