import type { Hex } from 'viem';
import type { Tx } from '../db/database.ts';

/** A log as the follower hands it on: addresses and hashes lower-case. */
export type ChainLog = {
  chainId: number;
  blockNumber: bigint;
  blockHash: Hex;
  blockTime: Date;
  logIndex: number;
  txHash: Hex;
  address: Hex;
  topics: Hex[];
  data: Hex;
};

/** What a batch of logs touched: re-checked and redrawn once, at the end of the batch. */
export type Touched = {
  /** Token uuids whose owners, supply or offers may have changed. */
  tokens: Set<string>;
  /** `token uuid|owner address` pairs an NFT left in this batch: their listings need a revival. */
  left: Set<string>;
  /** Makers (lower-case) whose approvals, counter, balances or allowances may have changed. */
  makers: Set<string>;
};

/**
 * A domain's share of the chain's events. Each topic has exactly one owner. `apply` and `undo` run in the
 * same database transaction as the follower's cursor; `undo` gets the logs newest first and takes back
 * exactly what `apply` did. Both are told only logs that were (not) yet applied, each once.
 */
export type EventOwner = {
  /** topic0 values this owner takes. */
  topics: Hex[];
  /** Which contracts' logs count; asked once a batch. `undefined` entries never match. */
  addresses: (tx: Tx) => Promise<Set<string>>;
  /** Drops logs of those contracts that are nobody's business here, such as strangers' orders. Pure. */
  wants?(log: ChainLog): boolean;
  apply(tx: Tx, logs: ChainLog[], touched: Touched): Promise<void>;
  undo(tx: Tx, logs: ChainLog[], touched: Touched): Promise<void>;
};

export const nothingTouched = (): Touched => ({ tokens: new Set(), left: new Set(), makers: new Set() });
