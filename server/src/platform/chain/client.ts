import { AsyncLocalStorage } from 'node:async_hooks';
import { createPublicClient, fallback, http, type Hex, type HttpTransport, type PublicClient } from 'viem';
import { away } from '../http/app-error.ts';

export type ChainClient = {
  id: number;
  public: PublicClient;
  /** A JSON-RPC call without viem's decoding. @throws RpcError */
  rpc<T>(method: string, params: unknown[]): Promise<T>;
  /** The same for each node separately; `rpc` tries them in this order until one answers. */
  nodes?: (<T>(method: string, params: unknown[]) => Promise<T>)[];
};

/** The node answered with an error (as opposed to no answer). */
export class RpcError extends Error {
  override name = 'RpcError';
  constructor(
    readonly code: number,
    message: string,
    /** The revert data, if a contract reverted. */
    readonly data?: Hex | undefined,
  ) {
    super(message);
  }
}

const TIMEOUT_MS = 8000;

const deadlines = new AsyncLocalStorage<{ ms: number; signal?: AbortSignal }>();
/**
 * Runs work whose calls to the node share `ms`, counted from the first one. After that each fails at once, as with an
 * unavailable node, so that the caller gets an answer in time however many calls and retries the work takes.
 */
export const withDeadline = <T>(ms: number, work: () => T): T => deadlines.run({ ms }, work);
const fetchInTime: typeof fetch = (input, init) => {
  const deadline = deadlines.getStore();
  if (!deadline) return fetch(input, init);
  deadline.signal ??= AbortSignal.timeout(deadline.ms);
  return fetch(input, {
    ...init,
    signal: init?.signal ? AbortSignal.any([init.signal, deadline.signal]) : deadline.signal,
  });
};

/** @param rpcUrl one node, or several separated by commas: the others serve when the first is unavailable */
export const createChainClient = ({ id, rpcUrl }: { id: number; rpcUrl: string }): ChainClient => {
  const urls = rpcUrl.split(',');
  const transports = urls.map((url) =>
    http(url, { timeout: TIMEOUT_MS, retryCount: 2, retryDelay: 150, batch: { wait: 0 }, fetchFn: fetchInTime }),
  );

  const client = createPublicClient({
    chain: {
      id,
      name: `chain ${id}`,
      nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
      rpcUrls: { default: { http: urls } },
    },
    transport: transports.length > 1 ? fallback(transports, { retryCount: 0 }) : (transports[0] as HttpTransport),
    cacheTime: 0,
  });
  let nextId = 1;
  const request = async <T>(url: string, method: string, params: unknown[]): Promise<T> => {
    const response = await fetchInTime(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: nextId++, method, params }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = (await response.json()) as { result?: T; error?: { code: number; message: string; data?: unknown } };
    if (answer.error) {
      const { code, message, data } = answer.error;
      throw new RpcError(code, message, typeof data === 'string' && data.startsWith('0x') ? (data as Hex) : undefined);
    }
    return answer.result as T;
  };
  const rpc = async <T>(method: string, params: unknown[]): Promise<T> => {
    for (const [index, url] of urls.entries()) {
      try {
        return await request<T>(url, method, params);
      } catch (error) {
        if (error instanceof RpcError || index === urls.length - 1) throw error;
      }
    }
    throw new Error('no node');
  };
  const nodes = urls.map(
    (url) =>
      <T>(method: string, params: unknown[]) =>
        request<T>(url, method, params),
  );
  return { id, public: client as PublicClient, rpc, nodes };
};

/** Whether an error, or one of its causes, says that the node is unavailable. */
export const isChainAway = (error: unknown): boolean => {
  for (let cause = error as { name?: string; cause?: unknown } | undefined, depth = 0; cause && depth < 8; depth++) {
    if (/^(HttpRequestError|TimeoutError|FetchError|AbortError|SocketClosedError)$/.test(cause.name ?? '')) return true;
    if (cause instanceof TypeError && /fetch failed/i.test(cause.message)) return true;
    cause = cause.cause as typeof cause;
  }
  return false;
};

/** Runs a read of the chain. @throws AppError 503 when the node is unavailable */
export const reading = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw isChainAway(error) ? away('chain', error) : error;
  }
};
