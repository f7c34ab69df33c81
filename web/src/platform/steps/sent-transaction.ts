import { receiptOf, rpc } from '../wallet/rpc.ts';

type ChainTransaction = { hash: string; from: string; to: string | null; input: string; nonce: string };
/** The number of blocks searched for a lost transaction: about 10 minutes on Polygon, enough for a reload. */
const BLOCKS_BACK = 300;

/** Returns the account's next nonce and the current block, recorded before the wallet opens. @throws as `rpc` */
export const notePosition = async (url: string, account: string): Promise<{ nonce: number; fromBlock: number }> => {
  const [nonce, block] = await Promise.all([
    rpc<string>(url, 'eth_getTransactionCount', [account, 'pending']),
    rpc<string>(url, 'eth_blockNumber'),
  ]);
  return { nonce: Number(nonce), fromBlock: Number(block) };
};

/** The nonce of a mined or pending transaction; null if the node does not know it. @throws as `rpc` */
export const nonceOf = async (url: string, hash: string): Promise<number | null> => {
  const found = await rpc<ChainTransaction | null>(url, 'eth_getTransactionByHash', [hash]);
  return found ? Number(found.nonce) : null;
};

/**
 * Finds the mined transaction that an account sent with a nonce: one sent while the page was reloading, or one that the
 * user replaced in the wallet ("speed up").
 * @throws as `rpc`
 */
export const findByNonce = async (
  url: string,
  account: string,
  { nonce, fromBlock }: { nonce: number; fromBlock: number },
): Promise<ChainTransaction | null> => {
  const next = Number(await rpc<string>(url, 'eth_getTransactionCount', [account, 'latest']));
  if (next <= nonce) return null;
  const head = Number(await rpc<string>(url, 'eth_blockNumber'));
  for (let number = Math.max(fromBlock, head - BLOCKS_BACK); number <= head; number++) {
    const block = await rpc<{ transactions: ChainTransaction[] } | null>(url, 'eth_getBlockByNumber', [
      `0x${number.toString(16)}`,
      true,
    ]);
    const found = block?.transactions.find(
      (tx) => tx.from.toLowerCase() === account.toLowerCase() && Number(tx.nonce) === nonce,
    );
    if (found) return found;
  }
  return null;
};

/** Whether a transaction on chain makes the call of a step. */
export const isSameCall = (tx: ChainTransaction, call: { to: string; data: string }): boolean =>
  tx.to?.toLowerCase() === call.to.toLowerCase() && tx.input.toLowerCase() === call.data.toLowerCase();

export { receiptOf };
