/**
 * A node that serves a recorded chain over JSON-RPC, so that the node is not what a run waits for: answers are cut from
 * texts made before. Forked with the chain's file; sends its port.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RecordedBlock } from './chain.ts';

type Filter = {
  blockHash?: string;
  fromBlock?: string;
  toBlock?: string;
  address?: string | string[];
  topics?: (string | string[] | null)[];
};
type Call = { id: number; method: string; params: unknown[] };

const { chainId, blocks } = JSON.parse(readFileSync(process.argv[2] as string, 'utf8')) as {
  chainId: number;
  blocks: RecordedBlock[];
};
const zeros = (bytes: number) => `0x${'00'.repeat(bytes)}`;
const first = Number(blocks[0]?.number);
const headOf = (block: RecordedBlock) => ({
  number: block.number,
  hash: block.hash,
  parentHash: block.parentHash,
  timestamp: block.timestamp,
  logsBloom: block.logsBloom,
  baseFeePerGas: '0x7',
  difficulty: '0x0',
  extraData: '0x',
  gasLimit: '0x1c9c380',
  gasUsed: '0x1c9c380',
  miner: zeros(20),
  mixHash: zeros(32),
  nonce: zeros(8),
  receiptsRoot: zeros(32),
  sha3Uncles: zeros(32),
  size: '0x400',
  stateRoot: zeros(32),
  totalDifficulty: '0x0',
  transactionsRoot: zeros(32),
  uncles: [],
});
const transactionOf = (block: RecordedBlock) => ({
  blockHash: block.hash,
  blockNumber: block.number,
  transactionIndex: '0x0',
  hash: block.txHash,
  from: zeros(20),
  to: zeros(20),
  gas: '0x1c9c380',
  gasPrice: '0x7',
  maxFeePerGas: '0x7',
  maxPriorityFeePerGas: '0x0',
  input: '0x',
  nonce: block.number,
  r: zeros(32),
  s: zeros(32),
  v: '0x0',
  type: '0x2',
  value: '0x0',
  chainId: `0x${chainId.toString(16)}`,
});
const texts = blocks.map((block) => {
  const { length } = block.logs;
  const head = headOf(block);
  return {
    plain: JSON.stringify({ ...head, transactions: length > 0 ? [block.txHash] : [] }),
    full: JSON.stringify({ ...head, transactions: length > 0 ? [transactionOf(block)] : [] }),
    logs: block.logs.map((log, place) => ({
      address: log.address,
      topics: log.topics,
      text: JSON.stringify({
        ...log,
        blockNumber: block.number,
        blockHash: block.hash,
        blockTimestamp: block.timestamp,
        transactionHash: block.txHash,
        transactionIndex: '0x0',
        logIndex: `0x${place.toString(16)}`,
        removed: false,
      }),
    })),
  };
});
const byHash = new Map<string, number>(blocks.map((block, place) => [block.hash, place]));

const placesOf = ({ blockHash, fromBlock, toBlock }: Filter): number[] => {
  if (blockHash) return byHash.has(blockHash) ? [byHash.get(blockHash) as number] : [];
  const from = Math.max(0, Number(fromBlock) - first);
  const to = Math.min(blocks.length - 1, Number(toBlock) - first);
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
};
const logsOf = (filter: Filter): string => {
  const addresses = filter.address ? new Set([filter.address].flat().map((one) => one.toLowerCase())) : undefined;
  const topics = (filter.topics ?? []).map((topic) => (topic === null ? null : new Set<string>([topic].flat())));
  const found: string[] = [];
  for (const place of placesOf(filter))
    for (const log of texts[place]?.logs ?? [])
      if (
        (!addresses || addresses.has(log.address)) &&
        topics.every((wanted, at) => wanted === null || wanted.has(log.topics[at] as string))
      )
        found.push(log.text);
  return `[${found.join(',')}]`;
};
const blockAt = (name: string, isFull: boolean): string => {
  const place = name.startsWith('0x') ? Number(name) - first : blocks.length - 1;
  return texts[place]?.[isFull ? 'full' : 'plain'] ?? 'null';
};

/** When logs were asked for, to tell a client's start from its work. */
let askedAt: number | undefined;
const answer = ({ method, params }: Call): string => {
  switch (method) {
    case 'eth_chainId':
      return `"0x${chainId.toString(16)}"`;
    case 'eth_blockNumber':
      return JSON.stringify(blocks.at(-1)?.number);
    case 'eth_getBlockByNumber':
      return blockAt(params[0] as string, params[1] as boolean);
    case 'eth_getBlockByHash': {
      const place = byHash.get(params[0] as string);
      return place === undefined ? 'null' : (texts[place]?.[params[1] ? 'full' : 'plain'] ?? 'null');
    }
    case 'eth_getLogs':
      askedAt ??= Date.now();
      return logsOf(params[0] as Filter);
    case 'eth_getCode':
      return '"0x"';
    default:
      return JSON.stringify(zeros(32));
  }
};

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const calls = JSON.parse(Buffer.concat(parts).toString()) as Call | Call[];
    const one = (call: Call) => `{"jsonrpc":"2.0","id":${JSON.stringify(call.id)},"result":${answer(call)}}`;
    response.setHeader('content-type', 'application/json');
    response.end(Array.isArray(calls) ? `[${calls.map(one).join(',')}]` : one(calls));
  });
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('message', () => process.send?.({ askedAt }));
process.on('disconnect', () => process.exit(0));
