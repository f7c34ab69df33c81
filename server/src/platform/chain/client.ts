import { AsyncLocalStorage } from 'node:async_hooks';
import { createPublicClient, fallback, http, type Hex, type HttpTransport, type PublicClient } from 'viem';
import { away } from '../http/app-error.ts';

export type ChainClient = {
  id: number;
  public: PublicClient;
  /** A bare JSON-RPC call: the follower's way round viem's decoding. @throws RpcError */
  rpc<T>(method: string, params: unknown[]): Promise<T>;
  /** The same of each node alone, where there are several; `rpc` asks them in this order until one is there. */
  nodes?: (<T>(method: string, params: unknown[]) => Promise<T>)[];
};

/** The node answered with an error (as opposed to not answering). */
export class RpcError extends Error {
  override name = 'RpcError';
  constructor(
    readonly code: number,
    message: string,
    /** What the contract reverted with, where that is what happened. */
    readonly data?: Hex | undefined,
  ) {
    super(message);
  }
}

const TIMEOUT_MS = 8000;

const deadlines = new AsyncLocalStorage<{ ms: number; signal?: AbortSignal }>();
/**
 * Runs work whose calls of the chain have `ms` together, counted from the first one. After that each fails at once, as
 * with a node that is away: whoever waits for an answer gets one, however many calls it takes and however often each
 * is tried.
 */
export const withDeadline = <T>(ms: number, work: () => T): T => deadlines.run({ ms }, work);
const bounded: typeof fetch = (input, init) => {
  const deadline = deadlines.getStore();
  if (!deadline) return fetch(input, init);
  deadline.signal ??= AbortSignal.timeout(deadline.ms);
  return fetch(input, {
    ...init,
    signal: init?.signal ? AbortSignal.any([init.signal, deadline.signal]) : deadline.signal,
  });
};

/** @param rpcUrl the node's address, or several with commas between them: the first is asked, the others when it is away */
export const createChainClient = ({ id, rpcUrl }: { id: number; rpcUrl: string }): ChainClient => {
  const urls = rpcUrl.split(',');
  const transports = urls.map((url) =>
    http(url, { timeout: TIMEOUT_MS, retryCount: 2, retryDelay: 150, batch: { wait: 0 }, fetchFn: bounded }),
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
  const ask = async <T>(url: string, method: string, params: unknown[]): Promise<T> => {
    const response = await bounded(url, {
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
        return await ask<T>(url, method, params);
      } catch (error) {
        if (error instanceof RpcError || index === urls.length - 1) throw error;
      }
    }
    throw new Error('no node');
  };
  const nodes = urls.map(
    (url) =>
      <T>(method: string, params: unknown[]) =>
        ask<T>(url, method, params),
  );
  return { id, public: client as PublicClient, rpc, nodes };
};

/** Did the failure come from the node not being there? Walks viem's causes. */
export const isChainAway = (error: unknown): boolean => {
  for (let cause = error as { name?: string; cause?: unknown } | undefined, depth = 0; cause && depth < 8; depth++) {
    if (/^(HttpRequestError|TimeoutError|FetchError|AbortError|SocketClosedError)$/.test(cause.name ?? '')) return true;
    if (cause instanceof TypeError && /fetch failed/i.test(cause.message)) return true;
    cause = cause.cause as typeof cause;
  }
  return false;
};

/** Runs a read of the chain; an unreachable node becomes a 503 with words. */
export const reading = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw isChainAway(error) ? away('chain', error) : error;
  }
};
