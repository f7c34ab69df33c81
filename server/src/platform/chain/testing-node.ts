/**
 * A chain with the logs that a test writes, as a follower sees it through a node: no contract needs to be deployed.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  bytesToHex,
  createPublicClient,
  custom,
  hexToBytes,
  keccak256,
  numberToHex,
  pad,
  toHex,
  type Hex,
  type PublicClient,
} from 'viem';
import { RpcError, type ChainClient } from './client.ts';

export type NewLog = { address: Hex; topics: Hex[]; data: Hex };
export type RawLog = NewLog & { blockNumber: Hex; blockHash: Hex; transactionHash: Hex; logIndex: Hex };
export type RawBlock = { number: Hex; hash: Hex; parentHash: Hex; timestamp: Hex; logsBloom: Hex };
type Filter = {
  blockHash?: Hex;
  fromBlock?: Hex;
  toBlock?: Hex;
  address?: Hex[];
  topics: (Hex[] | null)[];
};

/** The bloom that a block with these logs has (Ethereum yellow paper, section 4.3.1). */
const bloomOf = (logs: NewLog[]): Hex => {
  const bloom = new Uint8Array(256);
  for (const value of logs.flatMap(({ address, topics }) => [address, ...topics])) {
    const hash = hexToBytes(keccak256(value));
    for (const at of [0, 2, 4]) {
      const bit = (((hash[at] as number) << 8) | (hash[at + 1] as number)) & 2047;
      bloom[255 - (bit >> 3)] = (bloom[255 - (bit >> 3)] as number) | (1 << (bit & 7));
    }
  }
  return bytesToHex(bloom);
};
let nodes = 0;
/** The response of a contract without the called function: zero. */
const ZERO_WORD = pad('0x0', { size: 32 });

type Options = {
  id: number;
  /** The number of the first block; its parent is unknown. */
  startBlock: number;
  /** Blocks of another chain that this one continues, from `startBlock` on. */
  past?: { block: RawBlock; logs: RawLog[] }[];
  /** Responds to contract calls; by default every call returns zero. */
  ask?: (method: 'eth_call' | 'eth_getCode', params: unknown[]) => unknown;
};

export const createTestNode = ({ id, startBlock, past = [], ask }: Options) => {
  let blocks = [...past];
  const epoch = Math.max(1_700_000_000 + 2 * startBlock, Number(past.at(-1)?.block.timestamp ?? 0) - 2 * past.length);
  let made = 0;
  const own = ++nodes;
  let finalized: number | undefined;
  let calls = 0;
  const head = () => startBlock + blocks.length - 1;

  /** Adds a block; each list is the logs of one transaction. */
  const mine = (...transactions: NewLog[][]): Hex => {
    const number = numberToHex(startBlock + blocks.length);
    const hash = keccak256(toHex(`block ${own} ${made++}`));
    const parentHash = blocks.at(-1)?.block.hash ?? keccak256('0x00');
    let place = 0;
    const logs = transactions.flatMap((transaction, index) =>
      transaction.map((log) => ({
        ...log,
        blockNumber: number,
        blockHash: hash,
        transactionHash: keccak256(toHex(`${hash} ${index}`)),
        logIndex: numberToHex(place++),
      })),
    );
    const timestamp = numberToHex(epoch + 2 * blocks.length);
    blocks.push({ block: { number, hash, parentHash, timestamp, logsBloom: bloomOf(logs) }, logs });
    return hash;
  };
  /** Drops the newest blocks. @returns their logs, grouped by transaction */
  const drop = (count: number): NewLog[][] => {
    const dropped = blocks.slice(blocks.length - count);
    blocks = blocks.slice(0, blocks.length - count);
    const byTransaction = new Map<Hex, NewLog[]>();
    for (const { transactionHash, address, topics, data } of dropped.flatMap(({ logs }) => logs))
      byTransaction.set(transactionHash, [...(byTransaction.get(transactionHash) ?? []), { address, topics, data }]);
    return [...byTransaction.values()];
  };

  /** Drops the newest blocks. @returns a function that appends the same blocks again, with the same hashes */
  const cut = (count: number): (() => void) => {
    const gone = blocks.slice(blocks.length - count);
    drop(count);
    return () => void blocks.push(...gone);
  };

  const logsOf = ({ blockHash, fromBlock, toBlock, address, topics }: Filter): RawLog[] =>
    blocks
      .filter(({ block }) =>
        blockHash
          ? block.hash === blockHash
          : Number(block.number) >= Number(fromBlock) && Number(block.number) <= Number(toBlock),
      )
      .flatMap(({ logs }) => logs)
      .filter(
        (log) =>
          (!address || address.includes(log.address)) &&
          topics.every((wanted, place) => wanted === null || wanted.includes(log.topics[place] as Hex)),
      );
  const blockOf = (name: string): RawBlock | null => {
    if (name === 'latest') return blocks.at(-1)?.block ?? null;
    if (name !== 'finalized') return blocks[Number(name) - startBlock]?.block ?? null;
    if (finalized === undefined) throw new RpcError(-32602, 'unknown block tag');
    return blocks[finalized - startBlock]?.block ?? null;
  };
  const answer = (method: string, params: unknown[]): unknown => {
    calls++;
    switch (method) {
      case 'eth_chainId':
        return numberToHex(id);
      case 'eth_blockNumber':
        return numberToHex(head());
      case 'eth_getBlockByNumber':
        return blockOf(params[0] as string);
      case 'eth_getLogs':
        return logsOf(params[0] as Filter);
      case 'eth_call':
        return ask ? ask(method, params) : ZERO_WORD;
      case 'eth_getCode':
        return ask ? ask(method, params) : '0x';
      default:
        throw new RpcError(-32601, `${method} is not answered here`);
    }
  };
  const rpc = async <T>(method: string, params: unknown[]): Promise<T> => (await answer(method, params)) as T;
  const client: Pick<ChainClient, 'id' | 'leastTip' | 'rpc' | 'public'> = {
    leastTip: 0n,
    id,
    rpc,
    public: createPublicClient({
      transport: custom(
        { request: ({ method, params }) => rpc(method, (params as unknown[] | undefined) ?? []) },
        { retryCount: 0 },
      ),
      cacheTime: 0,
    }) as PublicClient,
  };
  return {
    client,
    mine,
    drop,
    cut,
    head,
    /** All logs of the current chain, in order. */
    logs: () => blocks.flatMap(({ logs }) => logs),
    calls: () => calls,
    finalize: (number: number | undefined) => void (finalized = number),
  };
};
export type TestNode = ReturnType<typeof createTestNode>;

/** How a served node behaves: `foreign` serves another chain, `fails` answers as a broken gateway. */
export type Behaviour = 'well' | 'hangs' | 'garbles' | 'fails' | 'foreign';

/** Serves JSON-RPC over HTTP, well or badly: `answer` computes each result. */
export const serveNode = async (answer: (method: string, params: unknown[]) => Promise<unknown>) => {
  let behaviour: Behaviour = 'well';
  const asked: string[] = [];
  type Call = { id: number; method: string; params?: unknown[] };
  const respond = async ({ id, method, params = [] }: Call): Promise<object> => {
    asked.push(method);
    const base = { jsonrpc: '2.0', id };
    if (behaviour === 'garbles') return base;
    if (behaviour === 'foreign' && method === 'eth_chainId') return { ...base, result: '0x1' };
    try {
      return { ...base, result: await answer(method, params) };
    } catch (error) {
      const { code = -32000, message, data } = error as { code?: number; message: string; data?: Hex };
      return { ...base, error: { code, message, data } };
    }
  };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', async () => {
      if (behaviour === 'hangs') return;
      if (behaviour === 'fails') return void response.writeHead(502).end('<html>Bad gateway</html>');
      const calls = JSON.parse(body) as Call | Call[];
      const answers = Array.isArray(calls) ? await Promise.all(calls.map(respond)) : await respond(calls);
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answers));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behave: (now: Behaviour) => void (behaviour = now),
    /** How often a method was called. */
    countOf: (method: string) => asked.filter((one) => one === method).length,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
export type ServedNode = Awaited<ReturnType<typeof serveNode>>;
