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

/** Logs of these contracts (any contract's when undefined) whose topics, place by place, are among these (null: any). */
export type LogFilter = { addresses: string[] | undefined; topics: (Hex[] | null)[] };

/** Does the log pass the filter? */
export const passes = (log: Pick<ChainLog, 'address' | 'topics'>, { addresses, topics }: LogFilter): boolean =>
  (addresses?.includes(log.address) ?? true) &&
  topics.every((wanted, place) => wanted === null || wanted.includes(log.topics[place] as Hex));

/**
 * A domain's share of the chain's events. Each log has exactly one owner. `apply` and `undo` run in the
 * same database transaction as the follower's cursor; `undo` gets the logs newest first and takes back
 * exactly what `apply` did. Both are told only logs that were (not) yet applied, each once.
 */
export type EventOwner = {
  /** topic0 values this owner takes. */
  topics: Hex[];
  /** Which contracts' logs count; asked once a batch. `undefined` entries never match. */
  addresses: (tx: Tx) => Promise<Set<string>>;
  /**
   * Instead of by contract: what to ask for in queries of their own, of contracts with far more logs than concern us.
   * Asked like `addresses`. `undo` may be told logs of other owners that have a topic in common.
   */
  narrow?: (tx: Tx) => Promise<LogFilter[]>;
  /** Drops logs of those contracts that are nobody's business here, such as strangers' orders. Pure. */
  wants?(log: ChainLog): boolean;
  /**
   * Tokens whose rows, or whose offers', these logs may change. Asked before anything of the batch is written, so that
   * all of them are locked at once and in everybody's order.
   */
  tokensOf?(tx: Tx, logs: ChainLog[]): Promise<Iterable<string>>;
  apply(tx: Tx, logs: ChainLog[], touched: Touched): Promise<void>;
  undo(tx: Tx, logs: ChainLog[], touched: Touched): Promise<void>;
};

export const nothingTouched = (): Touched => ({ tokens: new Set(), left: new Set(), makers: new Set() });
