import { TransactionReceiptNotFoundError, type Hex, type TransactionReceipt } from 'viem';

type Reader = { getTransactionReceipt(args: { hash: Hex }): Promise<TransactionReceipt> };
/** Time limit and polling interval, in milliseconds. */
type Patience = { timeout?: number; every?: number };

/**
 * Waits for a transaction's receipt, successful or not. Polls the receipt itself: viem's `waitForTransactionReceipt`
 * reads only when the block number changes, and searches for a replacement meanwhile. On a chain that mines only when
 * something is sent there may be no further block, so it could wait forever.
 */
export async function receiptOf(
  client: Reader,
  hash: Hex,
  { timeout = 60_000, every = 20 }: Patience = {},
): Promise<TransactionReceipt> {
  const until = Date.now() + timeout;
  for (;;) {
    try {
      return await client.getTransactionReceipt({ hash });
    } catch (error) {
      if (!(error instanceof TransactionReceiptNotFoundError)) throw error;
      if (Date.now() > until) throw new Error(`Transaction ${hash} was not mined within ${timeout / 1_000} s.`);
    }
    await new Promise((resolve) => setTimeout(resolve, every));
  }
}

/** Waits until a transaction is mined. @throws Error when it reverted; `what` names the transaction in its message */
export async function mined(
  client: Reader,
  hash: Hex,
  { what = 'The transaction', ...patience }: Patience & { what?: string } = {},
): Promise<TransactionReceipt> {
  const receipt = await receiptOf(client, hash, patience);
  if (receipt.status !== 'success') throw new Error(`${what} failed on the chain (${hash}).`);
  return receipt;
}
