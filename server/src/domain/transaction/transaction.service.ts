import type { Transaction } from '@skarb/schema/transaction';
import type { Hex } from 'viem';
import type { Context } from '../../context.ts';
import { reading, RpcError } from '../../platform/chain/client.ts';
import { OUT_OF_GAS, readRevert, tryCall, type Reason } from '../../platform/chain/revert-reason.ts';
import { invalidField, notFound } from '../../platform/http/app-error.ts';
import {
  findTransaction,
  followTransaction,
  hasRoomForVisitors,
  isRead,
  setOutcome,
  type FollowedRow,
  type Outcome,
} from './transaction.store.ts';

type Needs = Pick<Context, 'config' | 'db' | 'chain'>;
type RawReceipt = { status: Hex; blockNumber: Hex; gasUsed: Hex };
type RawTransaction = { from: Hex; to: Hex | null; input: Hex; value: Hex; gas: Hex };

/**
 * Why a mined transaction failed: runs the call again on the state before its block, otherwise reads the node's trace. The
 * first lacks the block's earlier transactions: when the call passes there, they made it fail.
 */
const whyFailed = async (chain: Needs['chain'], txHash: Hex, receipt: RawReceipt): Promise<Reason> => {
  const tx = await chain.rpc<RawTransaction | null>('eth_getTransactionByHash', [txHash]);
  if (!tx?.to) return readRevert(undefined);
  const call = { from: tx.from, to: tx.to, data: tx.input, value: BigInt(tx.value) };
  const before = await tryCall(chain, call, BigInt(receipt.blockNumber) - 1n).catch(() => undefined);
  if (before && before.code !== 'chain.reverted') return before;
  try {
    const trace = await chain.rpc<{ output?: Hex; error?: string }>('debug_traceTransaction', [
      txHash,
      { tracer: 'callTracer' },
    ]);
    if (/out of ?gas/i.test(trace.error ?? '')) return OUT_OF_GAS;
    if (trace.output && trace.output !== '0x') return readRevert(trace.output);
  } catch (error) {
    // Public nodes do not trace.
    if (!(error instanceof RpcError)) throw error;
  }
  if (before) return before;
  if (BigInt(receipt.gasUsed) * 64n >= BigInt(tx.gas) * 63n) return OUT_OF_GAS;
  return (await tryCall(chain, call).catch(() => undefined)) ?? readRevert(undefined);
};

const outcomeOf = async ({ chain }: Needs, row: FollowedRow): Promise<Outcome> => {
  const receipt = await chain.rpc<RawReceipt | null>('eth_getTransactionReceipt', [row.tx_hash]);
  if (!receipt) return { status: 'pending', reason: null, code: null, blockNumber: null };
  const blockNumber = BigInt(receipt.blockNumber);
  if (receipt.status === '0x1') return { status: 'successful', reason: null, code: null, blockNumber };
  if (row.status === 'failed' && row.code) return { status: 'failed', reason: row.reason, code: row.code, blockNumber };
  const { code, words } = await whyFailed(chain, row.tx_hash, receipt);
  return { status: 'failed', reason: words, code, blockNumber };
};

const answer = async (needs: Needs, row: FollowedRow): Promise<Transaction> => {
  const outcome = await reading(() => outcomeOf(needs, row));
  if (outcome.status !== row.status || String(outcome.blockNumber) !== String(row.block_number))
    await setOutcome(needs.db.sql, row.tx_hash, outcome);
  return {
    txHash: row.tx_hash,
    chainId: row.chain_id,
    status: outcome.status,
    reason: outcome.reason,
    code: outcome.code,
    blockNumber: outcome.blockNumber === null ? null : Number(outcome.blockNumber),
    isIndexed: outcome.blockNumber !== null && (await isRead(needs.db.sql, row.chain_id, outcome.blockNumber)),
    createdAt: row.created_at.toISOString(),
  };
};

/**
 * POST /transaction. Of what visitors report and the node does not know, a limited number is stored.
 * @throws AppError 400 for a transaction of another chain
 */
export const follow = async (
  needs: Needs,
  userUuid: string | undefined,
  { txHash: reported, chainId }: { txHash: string; chainId: number },
): Promise<Transaction> => {
  if (chainId !== needs.chain.id)
    throw invalidField('chainId', 'isIn', `must be ${needs.chain.id}, the chain of this marketplace`);
  const txHash = reported.toLowerCase() as Hex;
  const isKnown = async () =>
    (await reading(() => needs.chain.rpc<RawTransaction | null>('eth_getTransactionByHash', [txHash]))) !== null;
  if (!userUuid && !(await hasRoomForVisitors(needs.db.sql)) && !(await isKnown()))
    return {
      txHash,
      chainId,
      status: 'pending',
      reason: null,
      code: null,
      blockNumber: null,
      isIndexed: false,
      createdAt: new Date().toISOString(),
    };
  return answer(needs, await followTransaction(needs.db.sql, { txHash, chainId, userUuid }));
};

/** GET /transaction/{txHash}: its state on the chain now. @throws AppError 404 when no client asked to follow it */
export const show = async (needs: Needs, txHash: string): Promise<Transaction> => {
  const row = await findTransaction(needs.db.sql, txHash.toLowerCase());
  if (!row) throw notFound('transaction');
  return answer(needs, row);
};
