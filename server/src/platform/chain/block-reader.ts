import { hexToBytes, keccak256, numberToHex, type Hex } from 'viem';
import { toTime } from './clamp.ts';
import { RpcError, type ChainClient } from './client.ts';
import { passes, type ChainLog, type LogFilter } from './events.ts';

/** The fields of a block that the follower needs. */
export type Block = { number: number; hash: Hex; parentHash: Hex; time: Date; logsBloom: Hex };
/** Logs of the blocks `from` to `end`, in order, all of one chain. */
export type Range = { from: number; end: Block; logs: ChainLog[] };
/** Which logs to read: those of the broad filter, by contract and first topic, and those of each narrow filter. */
export type Wanted = { broad: LogFilter; narrow: LogFilter[] };

/** The node contradicts itself, as a load balancer over nodes at different heights does: try again. */
export class InconsistentNode extends Error {
  override name = 'InconsistentNode';
}
/** The blocks do not follow the expected parent: a reorg has happened. */
export class ChainChanged extends Error {
  override name = 'ChainChanged';
}

type RawBlock = { number: Hex; hash: Hex; parentHash: Hex; timestamp: Hex; logsBloom: Hex };
type RawLog = {
  address: Hex;
  topics: Hex[];
  data: Hex;
  blockNumber: Hex;
  blockHash: Hex;
  blockTimestamp?: Hex;
  logIndex: Hex;
  transactionHash: Hex;
  removed?: boolean;
};

/** More logs than this in one answer take too much memory and exceed providers' limits. */
const LOGS_MAX = 20_000;
/** More than a block can have: a place in the chain is one number, block × this + index. */
const LOGS_A_BLOCK = 2 ** 20;
/** Within this distance of the head, the hash of every block with logs is compared with its header. */
const NEAR_HEAD = 64;
/** Below this probability of a false positive, the bloom filter is believed rather than an empty answer. */
const UNLIKELY = 0.01;
/** How often a block that should have logs is requested again before an empty answer is accepted. */
const LATE_LOGS_TRIES = 4;

const toBlock = (raw: RawBlock): Block => ({
  number: Number(raw.number),
  hash: raw.hash.toLowerCase() as Hex,
  parentHash: raw.parentHash.toLowerCase() as Hex,
  time: toTime(BigInt(raw.timestamp)),
  logsBloom: raw.logsBloom,
});

/** The three bits a value sets in a block's 2048-bit bloom (Ethereum yellow paper, section 4.3.1). */
const bitsOf = (value: Hex): number[] => {
  const hash = hexToBytes(keccak256(value));
  return [0, 2, 4].map((at) => (((hash[at] as number) << 8) | (hash[at + 1] as number)) & 2047);
};
/** Each value is hashed once: the list of contracts is read again for each block, that of bidders every ten minutes. */
const VALUES_KEPT = 100_000;
const keptBits = new Uint16Array(3 * VALUES_KEPT);
const placeOf = new Map<string, number>();
/** Hashes a value the first time. @returns where its bits are in `keptBits` */
const keep = (value: string): number => {
  const known = placeOf.get(value);
  if (known !== undefined) return known;
  if (placeOf.size >= VALUES_KEPT) placeOf.clear();
  const place = 3 * placeOf.size;
  keptBits.set(bitsOf(value as Hex), place);
  placeOf.set(value, place);
  return place;
};
/** The bits of lists of values, three each: the same lists are asked about for block after block. */
const knownBits = new WeakMap<readonly string[], Uint16Array>();
const bitsOfAll = (values: readonly string[]): Uint16Array => {
  let bits = knownBits.get(values);
  if (!bits) {
    bits = new Uint16Array(3 * values.length);
    for (const [index, value] of values.entries()) {
      const place = keep(value);
      // A subarray for each takes nine times as long.
      for (let at = 0; at < 3; at++) bits[3 * index + at] = keptBits[place + at] as number;
    }
    knownBits.set(values, bits);
  }
  return bits;
};
const isSet = (byte: number, bit: number) => (byte >> bit) & 1;
/** Whether the bloom may have one of these values. */
const hasAny = (bloom: Uint8Array, values: readonly string[]): boolean => {
  const bits = bitsOfAll(values);
  const isSetAt = (at: number) => isSet(bloom[255 - ((bits[at] as number) >> 3)] ?? 0, (bits[at] as number) & 7) !== 0;
  for (let at = 0; at < bits.length; at += 3) if (isSetAt(at) && isSetAt(at + 1) && isSetAt(at + 2)) return true;
  return false;
};

/** The last bloom: each block's is compared with many filters. */
let lastBloom: { text: Hex; bytes: Uint8Array } | undefined;
const bytesOf = (logsBloom: Hex): Uint8Array => {
  if (lastBloom?.text !== logsBloom) lastBloom = { text: logsBloom, bytes: hexToBytes(logsBloom) };
  return lastBloom.bytes;
};

/** Whether the block may have logs that pass the filter. False is certain. */
export const mayHold = (logsBloom: Hex, { addresses, topics }: LogFilter): boolean => {
  const bloom = bytesOf(logsBloom);
  if (bloom.length !== 256) return false;
  return (!addresses || hasAny(bloom, addresses)) && topics.every((wanted) => wanted === null || hasAny(bloom, wanted));
};

const setBits = (bloom: Uint8Array): number => {
  let sum = 0;
  for (const byte of bloom) for (let bit = 0; bit < 8; bit++) sum += isSet(byte, bit);
  return sum;
};
/** The probability that the block's bloom matches the filter by chance. */
const chanceOfError = (logsBloom: Hex, { addresses, topics }: LogFilter): number => {
  const bloom = bytesOf(logsBloom);
  const ofOne = (setBits(bloom) / (bloom.length * 8 || 1)) ** 3;
  const ofAny = (values: number) => 1 - (1 - ofOne) ** values;
  return topics.reduce<number>(
    (chance, wanted) => chance * (wanted === null ? 1 : ofAny(wanted.length)),
    addresses ? ofAny(addresses.length) : 1,
  );
};

/** Reads blocks and logs, and never returns a mixture of two forks. */
export const createBlockReader = ({ id: chainId, rpc }: Pick<ChainClient, 'id' | 'rpc'>) => {
  const missesOf = new Map<Hex, number>();

  const head = async (): Promise<Block> => toBlock(await rpc<RawBlock>('eth_getBlockByNumber', ['latest', false]));

  const block = async (number: number): Promise<Block | undefined> => {
    const raw = await rpc<RawBlock | null>('eth_getBlockByNumber', [numberToHex(number), false]);
    return raw ? toBlock(raw) : undefined;
  };
  const existing = async (number: number): Promise<Block> => {
    const found = await block(number);
    if (!found) throw new InconsistentNode(`block ${number} is below the head, yet not there`);
    return found;
  };

  const getLogs = async (where: object, { addresses, topics }: LogFilter): Promise<RawLog[]> => {
    if (addresses?.length === 0) return [];
    return rpc<RawLog[]>('eth_getLogs', [{ ...where, topics, ...(addresses ? { address: addresses } : {}) }]);
  };
  /** A log that passes several filters appears several times; the caller removes duplicates by block and index. */
  const getAll = async (where: object, filters: LogFilter[]): Promise<RawLog[]> =>
    (await Promise.all(filters.map((filter) => getLogs(where, filter)))).flat();

  /** Checks, sorts and completes the node's logs. */
  const toLogs = async (raw: RawLog[], from: number, end: Block, isNear: boolean): Promise<ChainLog[]> => {
    const hashes = new Map<number, Hex>();
    const times = new Map<number, Date>([[end.number, end.time]]);
    /** By block and index; a log that passes several filters came several times. */
    const byPlace = new Map<number, RawLog>();
    for (const log of raw) {
      const number = Number(log.blockNumber);
      const hash = log.blockHash.toLowerCase() as Hex;
      if (log.removed || number < from || number > end.number)
        throw new InconsistentNode(`a log of block ${number} was not asked for`);
      if ((hashes.get(number) ?? hash) !== hash || (number === end.number && hash !== end.hash))
        throw new InconsistentNode(`logs of two different blocks ${number}`);
      if (!hashes.has(number)) {
        hashes.set(number, hash);
        if (log.blockTimestamp && !isNear) times.set(number, toTime(BigInt(log.blockTimestamp)));
      }
      const index = Number(log.logIndex);
      if (index >= LOGS_A_BLOCK) throw new InconsistentNode(`log ${index} of block ${number}`);
      byPlace.set(number * LOGS_A_BLOCK + index, log);
    }
    const missing = [...hashes.keys()].filter((number) => !times.has(number));
    for (let at = 0; at < missing.length; at += 20) {
      const blocks = await Promise.all(missing.slice(at, at + 20).map(existing));
      for (const { number, hash, time } of blocks) {
        if (hashes.get(number) !== hash) throw new InconsistentNode(`logs of another block ${number}`);
        times.set(number, time);
      }
    }
    return [...byPlace]
      .sort(([a], [b]) => a - b)
      .map(([place, log]) => {
        const number = Math.floor(place / LOGS_A_BLOCK);
        return {
          chainId,
          blockNumber: BigInt(number),
          blockHash: hashes.get(number) as Hex,
          blockTime: times.get(number) as Date,
          logIndex: place % LOGS_A_BLOCK,
          txHash: log.transactionHash.toLowerCase() as Hex,
          address: log.address.toLowerCase() as Hex,
          topics: log.topics.map((topic) => topic.toLowerCase() as Hex),
          data: log.data.toLowerCase() as Hex,
        };
      });
  };

  /**
   * The logs of the blocks after `tip` up to `to`.
   * The filters are read after the last block: every contract that this block can have logs of is registered by then.
   * @throws ChainChanged when the blocks do not follow `tip`; InconsistentNode; RangeTooLarge
   */
  const range = async (
    tip: { number: number; hash: Hex } | undefined,
    from: number,
    to: number,
    headNumber: number,
    wantedOf: () => Promise<Wanted>,
  ): Promise<Range> => {
    const end = await existing(to);
    if (tip) {
      const under = from === to ? end.parentHash : (await existing(tip.number)).hash;
      if (under !== tip.hash) throw new ChainChanged(`block ${to} does not extend ${tip.hash}`);
    }
    const { broad, narrow } = await wantedOf();
    if (from === to) {
      const likely = [broad, ...narrow].filter((filter) => mayHold(end.logsBloom, filter));
      let isLate = false;
      // An empty answer that contradicts the bloom is not accepted at once, whatever the other queries returned: each
      // query may have reached another node. All logs of those contracts in the block decide, because several logs
      // together may set bits that no single one sets.
      const ask = async (filter: LogFilter): Promise<RawLog[]> => {
        const got = await getLogs({ blockHash: end.hash }, filter);
        if (got.length > 0 || chanceOfError(end.logsBloom, filter) >= UNLIKELY) return got;
        // Without addresses, that would be every log of the block.
        const all = filter.addresses
          ? await getLogs({ blockHash: end.hash }, { addresses: filter.addresses, topics: [] })
          : [];
        if (all.length === 0) isLate = true;
        return all.filter((log) => passes(log, filter));
      };
      const answers = await Promise.all(likely.map(ask));
      const raw = answers.flat();
      // Narrow filters have so many values that a busy block's bloom matches one by chance.
      const isBroadLate = raw.length === 0 && likely.includes(broad);
      if (isLate || isBroadLate) {
        const misses = (missesOf.get(end.hash) ?? 0) + 1;
        missesOf.set(end.hash, misses);
        if (misses < LATE_LOGS_TRIES) throw new InconsistentNode(`block ${to} should have logs that did not come`);
      }
      missesOf.delete(end.hash);
      return { from, end, logs: await toLogs(raw, from, end, false) };
    }
    let raw: RawLog[];
    try {
      raw = await getAll({ fromBlock: numberToHex(from), toBlock: numberToHex(to) }, [broad, ...narrow]);
    } catch (error) {
      throw error instanceof RpcError || error instanceof SyntaxError ? new RangeTooLarge(from, to, error) : error;
    }
    if (raw.length > LOGS_MAX) throw new RangeTooLarge(from, to);
    const logs = await toLogs(raw, from, end, headNumber - from < NEAR_HEAD);
    if ((await existing(to)).hash !== end.hash) throw new ChainChanged(`block ${to} changed while it was read`);
    return { from, end, logs };
  };

  return { head, block, range };
};

/** The node refuses so many blocks, or they have too many logs: request fewer. */
export class RangeTooLarge extends Error {
  override name = 'RangeTooLarge';
  constructor(
    readonly from: number,
    readonly to: number,
    cause?: unknown,
  ) {
    super(`blocks ${from} to ${to} are too many for one answer`, { cause });
  }
}
