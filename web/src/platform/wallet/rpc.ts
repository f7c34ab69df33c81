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
 * @throws WalletError `rpcAway` when the node cannot be reached, `tooMany` when it takes no more requests for a while; RpcError
 * when it refuses
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
    if (response.status === 429) throw new WalletError('tooMany');
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    answer = (await response.json()) as typeof answer;
  } catch (cause) {
    throw cause instanceof WalletError ? cause : new WalletError('rpcAway', cause);
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

export type Log = { address: string; topics: readonly string[]; data: string };
/** What the contracts of a transaction logged; null until it is mined. @throws as `rpc` */
export const logsOf = async (url: string, hash: string): Promise<readonly Log[] | null> =>
  (await rpc<{ logs: Log[] } | null>(url, 'eth_getTransactionReceipt', [hash]))?.logs ?? null;

/** The network fee that a transaction's sender paid, in wei; null until it is mined. @throws as `rpc` */
export const feeOf = async (url: string, hash: string): Promise<bigint | null> => {
  const receipt = await rpc<{ gasUsed: string; effectiveGasPrice: string } | null>(url, 'eth_getTransactionReceipt', [
    hash,
  ]);
  return receipt && BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice);
};

/** Wei per unit of gas: the validator's tip, the most, and the price expected now. */
export type Fee = { tip: bigint; most: bigint; price: bigint };

/**
 * The fee of a transaction on a network that drops those with too low a tip; null where the wallet decides alone, because
 * the network accepts any. @throws as `rpc`
 */
export const readFee = async (network: { rpcUrl: string; leastTip?: string }): Promise<Fee | null> => {
  const least = BigInt(network.leastTip ?? 0);
  if (least === 0n) return null;
  const [block, offered] = await Promise.all([
    rpc<{ baseFeePerGas?: string }>(network.rpcUrl, 'eth_getBlockByNumber', ['latest', false]),
    rpc<string>(network.rpcUrl, 'eth_maxPriorityFeePerGas').then(BigInt, () => 0n),
  ]);
  const tip = offered > least ? offered : least;
  const base = BigInt(block.baseFeePerGas ?? 0);
  return { tip, most: 2n * base + tip, price: base + tip };
};

/** What a unit of gas costs now, in wei. @throws as `rpc` */
export const readGasPrice = async (network: { rpcUrl: string; leastTip?: string }): Promise<bigint> =>
  (await readFee(network))?.price ?? BigInt(await rpc<string>(network.rpcUrl, 'eth_gasPrice'));

/** The code of a wallet with its own key that lets code act for it (EIP-7702). */
const DELEGATION = /^0xef0100[0-9a-f]{40}$/i;
/**
 * Whether an account pays the network fee of its transactions. A contract wallet (Safe) does not: whoever executes for it
 * pays, and it may have no coin at all. @throws as `rpc`
 */
export const paysFees = async (url: string, address: string): Promise<boolean> => {
  const code = await rpc<string>(url, 'eth_getCode', [address, 'latest']);
  return code === '0x' || DELEGATION.test(code);
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
