import { keccak256, numberToHex, type Hex, type PrivateKeyAccount } from 'viem';
import type { Context } from '../../context.ts';
import { RpcError } from '../../platform/chain/client.ts';
import { OUT_OF_GAS, readCallError, type Reason } from '../../platform/chain/revert-reason.ts';
import { GAS_AVAILABLE, type TaskKind } from './operator.allowance.rules.ts';
import type { Fee } from './operator.fee.ts';
import type { Call, Log } from './operator.registry.ts';
import {
  bookSpend,
  dropSpend,
  findReserved,
  findSent,
  lessRefund,
  openSpends,
  othersAtNonce,
  reserveEmpty,
  reserveSpend,
  type Sent,
  spendsOfTask,
} from './operator.spend.store.ts';
import { markSent, type Task } from './operator.store.ts';

/** One transaction: its call and the tasks it does. */
export type Group = { tasks: Task[]; call: Call };
type Receipt = { status: Hex; gasUsed: Hex; effectiveGasPrice: Hex; logs: Log[] };

/** A payment that no node has shown for so long is given up: it may have been made, so it is not made again. */
const UNSEEN_MS = 24 * 3_600_000;

/** The gas of a payment without data to an account without code. */
const EMPTY_PAYMENT_GAS = 21_000n;

/** The node already has this transaction. */
const isKnownAlready = (error: RpcError) => /already known|already imported|known transaction/i.test(error.message);

export type Transactions = ReturnType<typeof createTransactions>;
/** The operator's side of the chain: estimates, signs, sends and books transactions. */
export const createTransactions = (
  { db: { sql }, chain }: Pick<Context, 'db' | 'chain'>,
  account: PrivateKeyAccount,
) => {
  const receiptOf = (txHash: Hex) => chain.rpc<Receipt | null>('eth_getTransactionReceipt', [txHash]);
  const nonceAt = async (block: 'latest' | 'pending') =>
    Number(await chain.rpc<Hex>('eth_getTransactionCount', [account.address, block]));

  /** @returns the fee of a transaction, 0 where the node does not say it; undefined when the node does not know it */
  const feeOf = async (txHash: Hex): Promise<Pick<Fee, 'tip' | 'maxFee'> | undefined> => {
    const known = await chain.rpc<Record<string, unknown> | null>('eth_getTransactionByHash', [txHash]);
    if (!known) return undefined;
    const weiOf = (value: unknown) =>
      typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value) ? BigInt(value) : 0n;
    return { tip: weiOf(known.maxPriorityFeePerGas), maxFee: weiOf(known.maxFeePerGas) };
  };

  /** The gas that a call uses, which may be far below the limit that it needs; its limit on nodes that do not report it. */
  const gasUsed = async (call: { gas: Hex }): Promise<bigint> => {
    try {
      const [block] = await chain.rpc<{ calls: { gasUsed: Hex }[] }[]>('eth_simulateV1', [
        { blockStateCalls: [{ calls: [call] }] },
        'latest',
      ]);
      return BigInt(block?.calls[0]?.gasUsed ?? call.gas);
    } catch (error) {
      if (error instanceof RpcError) return BigInt(call.gas);
      throw error;
    }
  };

  /** @returns the gas limit, why the contract refuses the call, or that it needs more gas than the tasks' ceilings allow */
  const estimate = async ({
    tasks,
    call: { to, data, value = 0n },
  }: Group): Promise<{ gas: bigint } | Reason | 'tooDear'> => {
    const ceiling = tasks.reduce((sum, { gas: most }) => sum + most, 0n);
    const limit = GAS_AVAILABLE[(tasks[0] as Task).kind] ?? ceiling;
    const call = { from: account.address, to, data, value: numberToHex(value), gas: numberToHex(limit) };
    try {
      // `latest`, not `pending`: with a copy of this transaction in flight, the call would have nothing left to do.
      const estimated = BigInt(await chain.rpc<Hex>('eth_estimateGas', [call, 'latest']));
      if (estimated > ceiling && (await gasUsed(call)) > ceiling) return 'tooDear';
      const gas = (estimated * 12n) / 10n;
      return { gas: gas < limit ? gas : limit };
    } catch (error) {
      // geth reports that more than the limit is required; other nodes let the call run out of gas.
      if (error instanceof RpcError && /gas required exceeds|exceeds allowance/i.test(error.message)) return 'tooDear';
      const why = readCallError(error);
      if (!why) throw error;
      if (why.code === OUT_OF_GAS.code) return 'tooDear';
      // A third party's contract that burns all its gas makes the call fail with some other error: check whether it
      // succeeds without a gas limit.
      const { gas: _limit, ...unlimited } = call;
      const needsMoreGas = await chain.rpc('eth_call', [unlimited, 'latest']).then(
        () => true,
        () => false,
      );
      return needsMoreGas ? 'tooDear' : why;
    }
  };

  /**
   * Sends a transaction. Its cost is reserved first, so that a crash cannot lose it.
   * @param isOnce whether the reservation stays when the node refuses: its nonce must not be forgotten
   * @throws RpcError when the node refuses the transaction
   */
  const broadcast = async (
    call: Call,
    { gas, nonce, fee, isOnce = false }: { gas: bigint; nonce: number; fee: Fee; isOnce?: boolean },
    reserve: (txHash: Hex) => Promise<void>,
  ): Promise<Hex> => {
    const raw = await account.signTransaction({
      chainId: chain.id,
      type: 'eip1559',
      ...call,
      gas,
      nonce,
      maxPriorityFeePerGas: fee.tip,
      maxFeePerGas: fee.maxFee,
    });
    const txHash = keccak256(raw);
    await reserve(txHash);
    try {
      await chain.rpc<Hex>('eth_sendRawTransaction', [raw]);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      if (!isKnownAlready(error)) {
        if (!isOnce) await dropSpend(sql, txHash);
        throw error;
      }
    }
    return txHash;
  };

  /** Sends the transaction of tasks. @throws RpcError when the node refuses it */
  const submit = async (
    { tasks, call }: Group,
    gas: bigint,
    nonce: number,
    fee: Fee,
    isOnce: boolean,
  ): Promise<Hex> => {
    const { tip, maxFee, price } = fee;
    const txHash = await broadcast(call, { gas, nonce, fee, isOnce }, (hash) =>
      reserveSpend(sql, chain.id, tasks, { txHash: hash, nonce, gas, wei: gas * price }),
    );
    await markSent(
      sql,
      tasks.map((task) => task.uuid),
      { txHash, nonce, tip, maxFee },
    );
    return txHash;
  };

  /** Replaces a transaction by an empty payment of the operator to itself. @throws RpcError when the node refuses it */
  const sendEmpty = (replaced: Sent, fee: Fee): Promise<Hex> =>
    broadcast({ to: account.address, data: '0x' }, { gas: EMPTY_PAYMENT_GAS, nonce: replaced.nonce, fee }, (txHash) =>
      reserveEmpty(sql, chain.id, replaced, { txHash, gas: EMPTY_PAYMENT_GAS, wei: EMPTY_PAYMENT_GAS * fee.price }),
    );

  /**
   * Records a transaction that was sent before a crash, so that it is not sent twice. @returns whether there is one
   */
  const adopt = async (tasks: Task[]): Promise<boolean> => {
    const reserved = await findReserved(sql, (tasks[0] as Task).uuid);
    if (!reserved) return false;
    const fee = await feeOf(reserved.txHash);
    if (!fee) return false;
    await markSent(
      sql,
      tasks.map((task) => task.uuid),
      { ...reserved, ...fee },
    );
    return true;
  };

  /**
   * Where a transaction is that the node does not show. That alone proves nothing: behind one address there may be several
   * nodes, and nodes forget.
   * @returns `free` while its nonce is, `replaced` when another task's transaction has used it
   */
  const nonceStateOf = async (sent: Sent): Promise<'free' | 'replaced' | 'unknown'> => {
    if ((await nonceAt('latest')) <= sent.nonce) return 'free';
    for (const other of await othersAtNonce(sql, chain.id, sent)) if (await receiptOf(other)) return 'replaced';
    return 'unknown';
  };

  /** Whether it is certain that a reorg has removed a transaction that was mined. */
  const isRemoved = async (txHash: Hex): Promise<boolean> => {
    if (await receiptOf(txHash)) return false;
    const sent = await findSent(sql, txHash);
    return sent !== undefined && (await nonceStateOf(sent)) !== 'unknown';
  };

  /**
   * The nonce for a task that must not be done twice: that of its earlier transactions, or a new one once another task's
   * transaction has used it. An earlier transaction that was mined is recorded as the sent one.
   * @returns `mined`; `unknown` while an earlier one may still be, `unseen` when that has lasted for a day
   */
  const nonceOnce = async (task: Task, next: number): Promise<number | 'mined' | 'unknown' | 'unseen'> => {
    const earlier = await spendsOfTask(sql, task.uuid);
    const [last] = earlier;
    if (!last) return next;
    for (const one of earlier)
      if (await receiptOf(one.txHash)) {
        await markSent(sql, [task.uuid], { ...one, tip: 0n, maxFee: 0n });
        return 'mined';
      }
    const state = await nonceStateOf(last);
    if (state !== 'unknown') return state === 'free' ? last.nonce : next;
    return Date.now() - last.sentAt.getTime() > UNSEEN_MS ? 'unseen' : 'unknown';
  };

  /** How many transactions of a task were mined and reverted. Its attempts count other failures, too. */
  const revertsOf = async ({ uuid }: Task): Promise<number> => {
    const sent = await spendsOfTask(sql, uuid);
    const receipts = await Promise.all(sent.map(({ txHash }) => receiptOf(txHash)));
    return receipts.filter((receipt) => receipt && receipt.status !== '0x1').length;
  };

  /**
   * Books the real cost of mined transactions; deletes the reserved cost of those that can no longer be mined.
   * @param isRefunded whether a mined transaction has paid its task's refund
   */
  const bookCosts = async (isRefunded: (kind: TaskKind, logs: readonly Log[]) => boolean): Promise<void> => {
    const open = await openSpends(sql, chain.id);
    if (open.length === 0) return;
    const mined = await nonceAt('latest');
    for (const one of open) {
      // A transaction and its replacements share a nonce: any of them may be the mined one.
      if (one.nonce >= mined && (!one.isOld || one.isPayment)) continue;
      const receipt = await receiptOf(one.txHash);
      if (!receipt) {
        // The hash of a payment is the only proof that it may have been made; one that waits in the pool may still be mined.
        if (one.isOld && !one.isPayment && !(await feeOf(one.txHash))) await dropSpend(sql, one.txHash);
        continue;
      }
      const gas = BigInt(receipt.gasUsed);
      const wei = gas * BigInt(receipt.effectiveGasPrice);
      const refund = one.refund > 0n && isRefunded(one.kind, receipt.logs) ? one.refund : 0n;
      await bookSpend(sql, chain.id, one, { gas, wei: lessRefund(wei, refund) });
    }
  };

  return {
    receiptOf,
    nonceAt,
    estimate,
    submit,
    adopt,
    nonceOnce,
    isRemoved,
    revertsOf,
    bookCosts,
    balance: () => chain.public.getBalance({ address: account.address }),
    feeOf,
    sendEmpty,
    hasNothingInFlight: async () => (await nonceAt('latest')) === (await nonceAt('pending')),
  };
};
