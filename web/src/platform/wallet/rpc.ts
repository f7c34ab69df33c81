import { WalletError } from './wallet-error.ts';

const TIMEOUT_MS = 10_000;
let nextId = 1;

/** An error in the node's answer. */
export class RpcError extends Error {
  override name = 'RpcError';
  readonly code: number;
  readonly data: unknown;
  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/**
 * Makes one JSON-RPC call to a node, to read the chain without the wallet.
 * @throws WalletError `rpcAway` when the node cannot be reached; RpcError when it refuses
 */
export const rpc = async <T>(url: string, method: string, params: unknown[] = []): Promise<T> => {
  let answer: { result?: T; error?: { code: number; message: string; data?: unknown } };
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: nextId++, method, params }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    answer = (await response.json()) as typeof answer;
  } catch (cause) {
    throw new WalletError('rpcAway', cause);
  }
  if (answer.error) throw new RpcError(answer.error.code, answer.error.message, answer.error.data);
  return answer.result as T;
};

export type Receipt = { status: 'successful' | 'failed'; blockNumber: number };

/** The result of a transaction; null until it is mined. @throws as `rpc` */
export const receiptOf = async (url: string, hash: string): Promise<Receipt | null> => {
  const receipt = await rpc<{ status: string; blockNumber: string } | null>(url, 'eth_getTransactionReceipt', [hash]);
  if (!receipt?.blockNumber) return null;
  return { status: receipt.status === '0x1' ? 'successful' : 'failed', blockNumber: Number(receipt.blockNumber) };
};

/** The network fee that a transaction's sender paid, in wei; null until it is mined. @throws as `rpc` */
export const feeOf = async (url: string, hash: string): Promise<bigint | null> => {
  const receipt = await rpc<{ gasUsed: string; effectiveGasPrice: string } | null>(url, 'eth_getTransactionReceipt', [
    hash,
  ]);
  return receipt && BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice);
};

/** The native balance of an account in wei. @throws as `rpc` */
export const nativeBalance = async (url: string, address: string): Promise<bigint> =>
  BigInt(await rpc<string>(url, 'eth_getBalance', [address, 'latest']));

/** A token balance in base units. @throws as `rpc` */
export const tokenBalance = async (url: string, token: string, owner: string): Promise<bigint> => {
  // balanceOf(address)
  const data = `0x70a08231${owner.slice(2).toLowerCase().padStart(64, '0')}`;
  const answer = await rpc<string>(url, 'eth_call', [{ to: token, data }, 'latest']);
  return answer === '0x' ? 0n : BigInt(answer.slice(0, 66));
};
