import { hexToBytes, keccak256, numberToHex, type Hex } from 'viem';
import { toTime } from './clamp.ts';
import { RpcError, type ChainClient } from './client.ts';
import { passes, type ChainLog, type LogFilter } from './events.ts';

/** A block as the follower needs it. */
export type Block = { number: number; hash: Hex; parentHash: Hex; time: Date; logsBloom: Hex };
/** Logs of the blocks `from` to `end`, in order, all of one and the same chain. */
export type Range = { from: number; end: Block; logs: ChainLog[] };
/** Which logs are asked for: those of the first filter, by contract and first topic, and those of each narrow one. */
export type Wanted = { broad: LogFilter; narrow: LogFilter[] };

/** The node contradicts itself: ask again. A load balancer over nodes that are not level does this. */
export class InconsistentNode extends Error {
  override name = 'InconsistentNode';
}
/** The blocks read do not stand on the block they should: the chain has changed. */
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

/** More logs than this in one answer take too much memory and hit providers' limits (research/perf.md C). */
const LOGS_MAX = 20_000;
/** Nearer than this to the head, the hash of every block with logs is compared with its header. */
const NEAR_HEAD = 64;
/** A bloom that is wrong less often than this is believed before an empty answer is. */
const UNLIKELY = 0.01;
/** How often a block that should hold logs of ours is asked again before its emptiness is believed. */
const LATE_LOGS_TRIES = 4;

const toBlock = (raw: RawBlock): Block => ({
  number: Number(raw.number),
  hash: raw.hash.toLowerCase() as Hex,
  parentHash: raw.parentHash.toLowerCase() as Hex,
  time: toTime(BigInt(raw.timestamp)),
  logsBloom: raw.logsBloom,
});

const bloomBits = new Map<string, number[]>();
/** The three bits a value sets in a block's 2048-bit bloom (Ethereum yellow paper, section 4.3.1). */
const bitsOf = (value: Hex): number[] => {
  let bits = bloomBits.get(value);
  if (!bits) {
    const hash = hexToBytes(keccak256(value));
    bits = [0, 2, 4].map((at) => (((hash[at] as number) << 8) | (hash[at + 1] as number)) & 2047);
    if (bloomBits.size > 20_000) bloomBits.clear();
    bloomBits.set(value, bits);
  }
  return bits;
};
const bloomHas = (bloom: Uint8Array, value: Hex): boolean =>
  bitsOf(value).every((bit) => ((bloom[255 - (bit >> 3)] ?? 0) & (1 << (bit & 7))) !== 0);

/** May the block hold a log that the filter asks for? Never wrong when it says no. */
export const mayHold = (logsBloom: Hex, { addresses, topics }: LogFilter): boolean => {
  const bloom = hexToBytes(logsBloom);
  if (bloom.length !== 256) return false;
  return (
    topics.every((wanted) => wanted === null || wanted.some((topic) => bloomHas(bloom, topic))) &&
    (!addresses || addresses.some((address) => bloomHas(bloom, address as Hex)))
  );
};

const isSet = (byte: number, bit: number) => (byte >> bit) & 1;
const setBits = (bloom: Uint8Array): number => {
  let sum = 0;
  for (const byte of bloom) for (let bit = 0; bit < 8; bit++) sum += isSet(byte, bit);
  return sum;
};
/** How likely the block's bloom says yes to a filter though the block holds nothing that it asks for. */
export const chanceOfError = (logsBloom: Hex, { addresses, topics }: LogFilter): number => {
  const bloom = hexToBytes(logsBloom);
  const ofOne = (setBits(bloom) / (bloom.length * 8 || 1)) ** 3;
  const ofAny = (values: number) => 1 - (1 - ofOne) ** values;
  return topics.reduce<number>(
    (chance, wanted) => chance * (wanted === null ? 1 : ofAny(wanted.length)),
    addresses ? ofAny(addresses.length) : 1,
  );
};

/** Reads blocks and logs of one chain, and never hands on a mixture of two chains. */
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
  /** A log that several filters let through comes several times; who takes the list knows each by its place. */
  const getAll = async (where: object, filters: LogFilter[]): Promise<RawLog[]> =>
    (await Promise.all(filters.map((filter) => getLogs(where, filter)))).flat();

  /** Checks, sorts and completes what the node gave. */
  const toLogs = async (raw: RawLog[], from: number, end: Block, isNear: boolean): Promise<ChainLog[]> => {
    const hashes = new Map<number, Hex>();
    const times = new Map<number, Date>([[end.number, end.time]]);
    const byPlace = new Map<string, RawLog>();
    for (const log of raw) {
      const number = Number(log.blockNumber);
      const hash = log.blockHash.toLowerCase() as Hex;
      if (log.removed || number < from || number > end.number)
        throw new InconsistentNode(`a log of block ${number} was not asked for`);
      if ((hashes.get(number) ?? hash) !== hash || (number === end.number && hash !== end.hash))
        throw new InconsistentNode(`logs of two different blocks ${number}`);
      hashes.set(number, hash);
      if (log.blockTimestamp && !isNear) times.set(number, toTime(BigInt(log.blockTimestamp)));
      byPlace.set(`${number}.${Number(log.logIndex)}`, log);
    }
    const missing = [...hashes.keys()].filter((number) => !times.has(number));
    for (let at = 0; at < missing.length; at += 20) {
      const blocks = await Promise.all(missing.slice(at, at + 20).map(existing));
      for (const { number, hash, time } of blocks) {
        if (hashes.get(number) !== hash) throw new InconsistentNode(`logs of another block ${number}`);
        times.set(number, time);
      }
    }
    return [...byPlace.values()]
      .map((log) => ({
        chainId,
        blockNumber: BigInt(log.blockNumber),
        blockHash: log.blockHash.toLowerCase() as Hex,
        blockTime: times.get(Number(log.blockNumber)) as Date,
        logIndex: Number(log.logIndex),
        txHash: log.transactionHash.toLowerCase() as Hex,
        address: log.address.toLowerCase() as Hex,
        topics: log.topics.map((topic) => topic.toLowerCase() as Hex),
        data: log.data.toLowerCase() as Hex,
      }))
      .sort((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex);
  };

  /**
   * The logs of the blocks after `tip` up to `to`.
   * What is wanted is asked for after the last block is known: whatever that block can hold was registered before it.
   * @throws ChainChanged when the blocks do not stand on `tip`; InconsistentNode; RangeTooLarge
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
      if (under !== tip.hash) throw new ChainChanged(`block ${to} does not stand on ${tip.hash}`);
    }
    const { broad, narrow } = await wantedOf();
    if (from === to) {
      const likely = [broad, ...narrow].filter((filter) => mayHold(end.logsBloom, filter));
      let isLate = false;
      // An empty answer where the bloom says otherwise is not believed at once, whatever the other queries got: each may
      // have been asked of another node. All that those contracts said in the block decides: several logs may well have
      // together what none of them has alone.
      const ask = async (filter: LogFilter): Promise<RawLog[]> => {
        const got = await getLogs({ blockHash: end.hash }, filter);
        if (got.length > 0 || !filter.addresses || chanceOfError(end.logsBloom, filter) >= UNLIKELY) return got;
        const all = await getLogs({ blockHash: end.hash }, { addresses: filter.addresses, topics: [] });
        if (all.length === 0) isLate = true;
        return all.filter((log) => passes(log, filter));
      };
      const answers = await Promise.all(likely.map(ask));
      const raw = answers.flat();
      // Narrow filters name so many values that a busy block's bloom says yes to one by chance.
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
export type BlockReader = ReturnType<typeof createBlockReader>;

/** The node will not give that many blocks at once, or they hold too much: ask for fewer. */
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
