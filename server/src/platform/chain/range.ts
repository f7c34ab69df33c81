/** The ranges of blocks that the follower reads, one after the other, each as large as the node allows. */
import type { Hex } from 'viem';
import type { Sql, Tx } from '../db/database.ts';
import type { BatchOptions } from './batch.ts';
import { RangeTooLarge, type Block, type createBlockReader, type Range, type Wanted } from './block-reader.ts';
import { isOrigin, SPARSE, type Cursor } from './chain-cursor.ts';

/** Above this many contracts the node is queried by topics alone, and other contracts' logs are dropped here. */
const ADDRESSES_MAX = 500;
/** This close to the head, blocks are read one by one, by hash. */
const NEAR = 4;
/** The most logs of a batch of several blocks: fewer cost more statements each, more take more memory. */
export const LOGS_A_BATCH = 8000;
/** The blocks of the first range: it grows as long as there are few logs. A busy chain has a batch of logs in this many blocks. */
const FIRST_RANGE = 64;
/** After a range was refused, this many ranges are read before they grow again. */
const GOOD_RANGES = 16;

type Options = Pick<BatchOptions, 'owners'> & { sql: Sql; maxRange?: number };

/** @returns the ranges after a cursor; the next one is read while one is applied */
export const createRanges = (
  { sql, owners, maxRange = 2048 }: Options,
  reader: ReturnType<typeof createBlockReader>,
) => {
  const topics = owners.filter((owner) => !owner.narrow).flatMap((owner) => owner.topics);
  let rangeSize = Math.min(FIRST_RANGE, maxRange);
  let goodRanges = GOOD_RANGES;
  let prefetched: { onto: Hex; range: Promise<Range> } | undefined;
  /** The rest of a range whose first logs are applied. */
  let unapplied: { onto: Hex; range: Range } | undefined;

  const narrowOf = (tx: Tx) => Promise.all(owners.map((owner) => owner.narrow?.(tx)));
  /** Once there are too many contracts to name, nobody counts them again. */
  let hasTooMany = false;
  const broadAddresses = async (): Promise<string[] | undefined> => {
    if (hasTooMany) return undefined;
    const some = await Promise.all(owners.map((owner) => owner.addresses(sql, { most: ADDRESSES_MAX + 1 })));
    const all = new Set(some.flatMap((addresses) => [...addresses]));
    hasTooMany = all.size > ADDRESSES_MAX;
    return hasTooMany ? undefined : [...all];
  };
  const wantedOf = async (): Promise<Wanted> => {
    const [addresses, narrow] = await Promise.all([broadAddresses(), narrowOf(sql)]);
    return { broad: { addresses, topics: [topics] }, narrow: narrow.flatMap((filters) => filters ?? []) };
  };

  const fetchRange = (tip: Cursor, head: Block): Promise<Range> => {
    const from = tip.number + 1;
    // A range query misses logs that the node has not indexed yet: the newest blocks are read one by one.
    let to = Math.min(head.number - NEAR, from + rangeSize - 1);
    if (head.number - tip.number <= NEAR) to = from;
    // Multiples of SPARSE stay in chain_block for good: a deep reorg finds its ancestor among them.
    else if (to - (to % SPARSE) > from) to -= to % SPARSE;
    return reader.range(isOrigin(tip) ? undefined : tip, from, to, head.number, wantedOf);
  };

  /** The range after the cursor. */
  const take = async (cursor: Cursor, head: Block): Promise<Range> => {
    const rest = unapplied?.onto === cursor.hash ? unapplied.range : undefined;
    unapplied = undefined;
    if (rest) return rest;
    let ready = prefetched?.onto === cursor.hash ? prefetched.range : undefined;
    prefetched = undefined;
    for (;;) {
      try {
        const range = await (ready ?? fetchRange(cursor, head));
        if (range.logs.length > LOGS_A_BATCH) rangeSize = Math.max(1, rangeSize >> 1);
        else if (++goodRanges >= GOOD_RANGES && range.logs.length < LOGS_A_BATCH / 2)
          rangeSize = Math.min(rangeSize * 2, maxRange);
        return range;
      } catch (error) {
        if (!(error instanceof RangeTooLarge) || error.from === error.to) throw error;
        ready = undefined;
        goodRanges = 0;
        rangeSize = Math.max(1, Math.floor(Math.min(rangeSize, error.to - error.from + 1) / 2));
      }
    }
  };

  /** Reads ahead what follows this range; the newest blocks are read when they are due. */
  const readNext = ({ end }: Range, head: Block): void => {
    if (end.number + NEAR >= head.number) return;
    const range = fetchRange(end, head);
    range.catch(() => {});
    prefetched = { onto: end.hash, range };
  };
  const dropNext = (): void => {
    prefetched = undefined;
  };
  /** Keeps the rest of a range whose logs up to the cursor are applied. */
  const putBack = ({ hash }: Cursor, range: Range): void => {
    unapplied = { onto: hash, range };
  };

  return { take, readNext, dropNext, putBack };
};
