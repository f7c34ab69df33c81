import { receiptOf, rpc } from '../wallet/rpc.ts';

type Position = { nonce: number; fromBlock: number };
type Call = { to: string; data: string };
type ChainTransaction = { hash: string; from: string; to: string | null; input: string; nonce: string };
/** The number of blocks searched for a lost transaction, after it was noted and before now: each about 5 minutes on Polygon. */
const BLOCKS_SEARCHED = 150;

/** Returns the account's next nonce and the current block, recorded before the wallet opens. @throws as `rpc` */
export const notePosition = async (url: string, account: string): Promise<Position> => {
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

/** What became of a nonce of an account: still free, taken by a transaction that waits, or used by a mined one. */
export type NonceState = 'free' | 'pending' | 'used';

/** @throws as `rpc` */
export const stateOfNonce = async (url: string, account: string, nonce: number): Promise<NonceState> => {
  const [mined, sent] = await Promise.all(
    ['latest', 'pending'].map((block) => rpc<string>(url, 'eth_getTransactionCount', [account, block]).then(Number)),
  );
  if ((mined as number) > nonce) return 'used';
  return (sent as number) > nonce ? 'pending' : 'free';
};

/**
 * Finds a mined transaction of an account. Searches the newest blocks and, because the page may have been away for longer,
 * those after `fromBlock`.
 * @throws as `rpc`
 */
const findMined = async (
  url: string,
  account: string,
  fromBlock: number,
  isWanted: (tx: ChainTransaction) => boolean,
): Promise<ChainTransaction | null> => {
  const head = Number(await rpc<string>(url, 'eth_blockNumber'));
  const newest = Math.max(fromBlock, head - BLOCKS_SEARCHED);
  const ranges = [
    [fromBlock, Math.min(newest, fromBlock + BLOCKS_SEARCHED)],
    [newest, head + 1],
  ] as const;
  for (const [from, end] of ranges)
    for (let number = from; number < end; number++) {
      const block = await rpc<{ transactions: ChainTransaction[] } | null>(url, 'eth_getBlockByNumber', [
        `0x${number.toString(16)}`,
        true,
      ]);
      const found = block?.transactions.find((tx) => tx.from.toLowerCase() === account.toLowerCase() && isWanted(tx));
      if (found) return found;
    }
  return null;
};

/** Finds what the user replaced a transaction with in the wallet ("speed up"). @throws as `rpc` */
export const findByNonce = (
  url: string,
  account: string,
  { nonce, fromBlock }: Position,
): Promise<ChainTransaction | null> => findMined(url, account, fromBlock, (tx) => Number(tx.nonce) === nonce);

/**
 * Finds the transaction that an account sent for a call after its position was noted.
 * @returns null if the noted nonce went to another call; undefined if nothing that used it is found
 * @throws as `rpc`
 */
export const findSent = async (
  url: string,
  account: string,
  { nonce, fromBlock }: Position,
  call: Call,
): Promise<ChainTransaction | null | undefined> => {
  let isOther = false;
  const found = await findMined(url, account, fromBlock, (tx) => {
    if (Number(tx.nonce) >= nonce && isSameCall(tx, call)) return true;
    isOther ||= Number(tx.nonce) === nonce;
    return false;
  });
  return found ?? (isOther ? null : undefined);
};

/** Whether a transaction on chain makes the call of a step. */
export const isSameCall = (tx: ChainTransaction, call: Call): boolean =>
  tx.to?.toLowerCase() === call.to.toLowerCase() && tx.input.toLowerCase() === call.data.toLowerCase();

export { receiptOf };
