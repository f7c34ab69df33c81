import { AsyncLocalStorage } from 'node:async_hooks';
import {
  createPublicClient,
  createTransport,
  http,
  type Hex,
  type HttpTransport,
  type HttpTransportConfig,
  type PublicClient,
  type Transport,
  numberToHex,
} from 'viem';
import { unavailable } from '../http/app-error.ts';
import { lightFetch } from '../http/light-fetch.ts';
import { createNodePool, GarbledAnswer, NodeNotTrusted, RpcError, type NodePool } from './node-pool.ts';

export type ChainClient = {
  id: number;
  /** Of transactions that the network accepts: wei per unit of gas. */
  leastTip: bigint;
  public: PublicClient;
  /** A JSON-RPC call without viem's decoding. @throws RpcError */
  rpc<T>(method: string, params: unknown[]): Promise<T>;
  /** The same for each node separately; `rpc` prefers them in this order. */
  nodes?: (<T>(method: string, params: unknown[]) => Promise<T>)[];
  /** Which of several nodes are used; absent with one. */
  pool?: Pick<NodePool, 'note' | 'leftOut'>;
};

export { RpcError };

const TIMEOUT_MS = 8000;

const deadlines = new AsyncLocalStorage<{ ms: number; signal?: AbortSignal }>();
/**
 * Runs work whose calls to the node share `ms`, counted from the first one. After that each fails at once, as with an
 * unavailable node, so that the caller gets an answer in time however many calls and retries the work takes.
 */
export const withDeadline = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
  running++;
  try {
    return await deadlines.run({ ms }, work);
  } finally {
    running--;
    // While it is enabled, node calls a hook for every promise of the process: a sixth of the time of a list.
    if (running === 0) deadlines.disable();
  }
};
let running = 0;
const deadlineSignal = (): AbortSignal | undefined => {
  const deadline = deadlines.getStore();
  return deadline && (deadline.signal ??= AbortSignal.timeout(deadline.ms));
};
const fetchWithTimeout: typeof lightFetch = (url, init = {}) => {
  const signal = deadlineSignal();
  if (!signal) return lightFetch(url, init);
  return lightFetch(url, { ...init, signal: init.signal ? AbortSignal.any([init.signal, signal]) : signal });
};

/** viem's transport to a node. viem reads no more of an answer than a light one has. */
export const nodeTransport = (url: string, options: HttpTransportConfig = {}): HttpTransport =>
  http(url, { ...options, fetchFn: fetchWithTimeout as unknown as typeof fetch });

type Options = {
  id: number;
  /** One node, or several separated by commas: the others serve while the first is unavailable. */
  rpcUrl: string;
  leastTip?: bigint;
  /** The first block of the chain, as recorded at first contact: a node with another one is not used beside others. */
  genesisHash?: () => Promise<Hex | undefined>;
  /** Times of the pool, for tests. */
  hedgeMs?: number;
  restMs?: number;
};

/** A client of the chain. With one node every call goes to it; with several, to the best one. */
export const createChainClient = ({ id, rpcUrl, leastTip = 0n, genesisHash, ...times }: Options): ChainClient => {
  const urls = rpcUrl.split(',');
  let nextId = 1;
  const request = async <T>(url: string, method: string, params: unknown[]): Promise<T> => {
    const response = await fetchWithTimeout(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: nextId++, method, params }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    type Answer = { result?: T; error?: { code: number; message: string; data?: unknown } };
    const answer = JSON.parse(await response.text()) as Answer;
    if (answer.error) {
      const { code, message, data } = answer.error;
      throw new RpcError(code, message, typeof data === 'string' && data.startsWith('0x') ? (data as Hex) : undefined);
    }
    return answer.result as T;
  };
  /** The result of a call to one of several nodes. @throws GarbledAnswer when the answer cannot be read */
  const resultOf = async <T>(call: Promise<T>): Promise<T> => {
    const result = await call.catch((error: unknown) => {
      // viem gives an answer that it cannot read the code -1.
      const isGarbled = error instanceof SyntaxError || (error as { code?: unknown }).code === -1;
      throw isGarbled ? new GarbledAnswer('the answer of the node cannot be read', { cause: error }) : error;
    });
    if (result === undefined) throw new GarbledAnswer('the answer of the node has no result');
    return result;
  };

  const nodes = urls.map(
    (url) =>
      <T>(method: string, params: unknown[]) =>
        urls.length > 1 ? resultOf(request<T>(url, method, params)) : request<T>(url, method, params),
  );

  let known: Hex | undefined;
  const checkNode = async (index: number): Promise<number> => {
    const rpc = nodes[index] as (typeof nodes)[number];
    const served = Number(await rpc<Hex>('eth_chainId', []));
    if (served !== id) throw new NodeNotTrusted('wrong', `the node serves chain ${served}, not ${id}`);
    known ??= await genesisHash?.().catch(() => undefined);
    // A node may have pruned its old blocks, and answer with null or an error: that proves nothing.
    const genesis =
      known &&
      (await rpc<{ hash: Hex } | null>('eth_getBlockByNumber', ['0x0', false]).catch((error: unknown) => {
        if (error instanceof RpcError) return null;
        throw error;
      }));
    if (genesis && genesis.hash.toLowerCase() !== known)
      throw new NodeNotTrusted('wrong', `the node's first block is ${genesis.hash}, not ${known}`);
    return Number(await rpc<Hex>('eth_blockNumber', []));
  };
  const pool =
    urls.length > 1
      ? createNodePool({
          count: urls.length,
          // A check is not part of the request that starts it.
          check: (index) => deadlines.exit(() => checkNode(index)),
          deadline: deadlineSignal,
          ...times,
        })
      : undefined;
  const transports = urls.map((url) =>
    nodeTransport(url, { timeout: TIMEOUT_MS, retryCount: pool ? 0 : 2, retryDelay: 150, batch: { wait: 0 } }),
  );
  const pooled: Transport = (options) => {
    const instances = transports.map((transport) => transport({ ...options, retryCount: 0 }));
    return createTransport({
      key: 'pool',
      name: 'several nodes',
      type: 'pool',
      retryCount: 0,
      request: ({ method, params }) =>
        (pool as NodePool).run(method, (index) =>
          resultOf(instances[index]?.request({ method, params }) as Promise<never>),
        ),
    });
  };
  const client = createPublicClient({
    chain: {
      id,
      name: `chain ${id}`,
      nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
      rpcUrls: { default: { http: urls } },
    },
    transport: pool ? pooled : (transports[0] as Transport),
    cacheTime: 0,
  });
  const rpc = <T>(method: string, params: unknown[]): Promise<T> =>
    pool
      ? pool.run(method, (index) => (nodes[index] as (typeof nodes)[number])<T>(method, params))
      : (nodes[0] as (typeof nodes)[number])<T>(method, params);
  return { id, leastTip, public: client as PublicClient, rpc, nodes, ...(pool && { pool }) };
};

/** Whether an error, or one of its causes, says that the node is unavailable. */
export const isChainUnavailable = (error: unknown): boolean => {
  for (let cause = error as { name?: string; cause?: unknown } | undefined, depth = 0; cause && depth < 8; depth++) {
    if (
      /^(HttpRequestError|TimeoutError|FetchError|AbortError|SocketClosedError|AnswerTooLong)$/.test(cause.name ?? '')
    )
      return true;
    if (cause instanceof NodeNotTrusted || cause instanceof GarbledAnswer) return true;
    if (cause instanceof TypeError && /fetch failed/i.test(cause.message)) return true;
    cause = cause.cause as typeof cause;
  }
  return false;
};

/** Whether the chain has a block with this hash at a number. @param hash in lower case */
export const hasBlock = async ({ rpc }: Pick<ChainClient, 'rpc'>, number: number, hash: string): Promise<boolean> =>
  (await rpc<{ hash: Hex } | null>('eth_getBlockByNumber', [numberToHex(number), false]))?.hash.toLowerCase() === hash;

/** Runs a read of the chain. @throws AppError 503 when the node is unavailable */
export const reading = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw isChainUnavailable(error) ? unavailable('chain', error) : error;
  }
};
