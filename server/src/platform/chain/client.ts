import { createPublicClient, http, type Hex, type PublicClient } from 'viem';
import { away } from '../http/app-error.ts';

export type ChainClient = {
  id: number;
  public: PublicClient;
  /** A bare JSON-RPC call: the follower's way round viem's decoding. @throws RpcError */
  rpc<T>(method: string, params: unknown[]): Promise<T>;
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

export const createChainClient = ({ id, rpcUrl }: { id: number; rpcUrl: string }): ChainClient => {
  const client = createPublicClient({
    chain: {
      id,
      name: `chain ${id}`,
      nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
      rpcUrls: { default: { http: [rpcUrl] } },
    },
    transport: http(rpcUrl, { timeout: TIMEOUT_MS, retryCount: 2, retryDelay: 150, batch: { wait: 0 } }),
    cacheTime: 0,
  });
  let nextId = 1;
  const rpc = async <T>(method: string, params: unknown[]): Promise<T> => {
    const response = await fetch(rpcUrl, {
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
  return { id, public: client as PublicClient, rpc };
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
