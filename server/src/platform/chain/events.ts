import { encodeEventTopics, type Abi, type ContractEventName, type Hex } from 'viem';
import type { Tx } from '../db/database.ts';

/** A log as the follower passes it on: addresses and hashes in lower case. */
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

/** The first topic of an event's logs. */
export const eventTopic = <const Events extends Abi>(abi: Events, eventName: ContractEventName<Events>): Hex =>
  encodeEventTopics({ abi, eventName } as never)[0] as Hex;

/** The objects that a batch of logs touched: derived again once, at the end of the batch. */
export type Touched = {
  /** Token uuids whose status or offers may have changed: their cards are redrawn. */
  tokens: Set<string>;
  /**
   * Tokens that became minted, whose rows have their cards already: written together, because each update of a token
   * writes an entry in all of its indexes. Those that more happened to are in `tokens`, too. Undefined in a batch that may
   * set rows aside: a token whose counts cannot be written must not have its card, from which its counts follow.
   */
  minted: Set<string> | undefined;
  /** Token uuids whose holders may have changed. A card does not show holders. */
  moved: Set<string>;
  /** `token uuid|owner address` of NFTs that left their owner in this batch: their listings have to be reactivated. */
  left: Set<string>;
  /** What owners write when all of them have applied their logs. */
  later: ((tx: Tx) => Promise<void>)[];
  /** Makers (lower-case) whose approvals, counter, balances or allowances may have changed. */
  makers: Set<string>;
};

/** Logs of these contracts (undefined: all) whose topic at each position is one of these (null: any). */
export type LogFilter = { addresses: string[] | undefined; topics: (Hex[] | null)[] };

/** Whether a log matches a filter. Addresses are compared as they are: lower-case. */
export const passes = (log: Pick<ChainLog, 'address' | 'topics'>, { addresses, topics }: LogFilter): boolean =>
  (addresses?.includes(log.address) ?? true) &&
  topics.every((wanted, index) => wanted === null || wanted.includes(log.topics[index] as Hex));

/** A market has tens of thousands of contracts: nobody reads them all for a batch that names a few. */
export type AddressQuery = { among: string[] } | { most: number };

/**
 * A domain's share of the chain's events. Each log has exactly one owner. `apply` and `undo` run in the database
 * transaction that moves the follower's cursor. `apply` gets each log once; `undo` gets applied logs only, newest first,
 * and reverts exactly what `apply` did.
 */
export type EventOwner = {
  /** The topic0 values of this owner. */
  topics: Hex[];
  /** The contracts whose logs count: those among the given ones, or any `most` of them. */
  addresses: (tx: Tx, of: AddressQuery) => Promise<Set<string>>;
  /**
   * Used instead of `addresses` for contracts with far more logs than concern us: filters that the node is queried with
   * separately. Read once per batch. `undo` may get logs of other owners that share a topic.
   */
  narrow?: (tx: Tx) => Promise<LogFilter[]>;
  /** Whether a log of those contracts concerns the marketplace; orders of other marketplaces do not. A pure function. */
  wants?(log: ChainLog): boolean;
  /**
   * Of these logs, those of contracts that are on record or that the same logs create. For events that are read of every
   * contract of the chain: anyone may write any number of them, which must leave no trace.
   */
  known?(tx: Tx, logs: ChainLog[]): Promise<ChainLog[]>;
  /**
   * The tokens whose rows or offers these logs may change. Read before the batch writes anything, so that all of them are
   * locked at once, in the common order.
   */
  tokensOf?(tx: Tx, logs: ChainLog[]): Promise<Iterable<string>>;
  apply(tx: Tx, logs: ChainLog[], touched: Touched): Promise<void>;
  undo(tx: Tx, logs: ChainLog[], touched: Touched): Promise<void>;
};

/** What a batch starts with. */
export const nothingTouched = (): Touched => ({
  tokens: new Set(),
  minted: new Set(),
  moved: new Set(),
  left: new Set(),
  later: [],
  makers: new Set(),
});
