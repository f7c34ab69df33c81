import { receiptOf, rpc } from '../wallet/rpc.ts';

type ChainTransaction = { hash: string; from: string; to: string | null; input: string; nonce: string };
/** How far back a lost transaction is looked for: minutes on Polygon, plenty for a reload. */
const BLOCKS_BACK = 300;

/** The account's next nonce and the chain's height, noted before the wallet opens. @throws as `rpc` */
export const notePosition = async (url: string, account: string): Promise<{ nonce: number; fromBlock: number }> => {
  const [nonce, block] = await Promise.all([
    rpc<string>(url, 'eth_getTransactionCount', [account, 'pending']),
    rpc<string>(url, 'eth_blockNumber'),
  ]);
  return { nonce: Number(nonce), fromBlock: Number(block) };
};

/** The nonce of a transaction that the node knows, in a block or waiting for one; null when it knows none. @throws as `rpc` */
export const nonceOf = async (url: string, hash: string): Promise<number | null> => {
  const found = await rpc<ChainTransaction | null>(url, 'eth_getTransactionByHash', [hash]);
  return found ? Number(found.nonce) : null;
};

/**
 * The transaction that an account sent with a nonce, if it is in a block since. Finds what was sent while the
 * page was being reloaded, and what a person replaced in his wallet ("speed up").
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

/** Does a transaction on chain do what a step asks for? */
export const isSameCall = (tx: ChainTransaction, call: { to: string; data: string }): boolean =>
  tx.to?.toLowerCase() === call.to.toLowerCase() && tx.input.toLowerCase() === call.data.toLowerCase();

export { receiptOf };
