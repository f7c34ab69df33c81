/** The transactions in flight: each is mined, reverted, lost or stuck. */
import type { Hex } from 'viem';
import { waitForFollower } from '../../platform/chain/barrier.ts';
import { isChainUnavailable, RpcError } from '../../platform/chain/client.ts';
import { isFree } from './operator.allowance.rules.ts';
import { raised, readFee, type Fee, type LastFee } from './operator.fee.ts';
import { type DispatchOptions, type Handling, REFUSALS, uuidsOf } from './operator.handling.ts';
import { unwatchedSpends, type Sent } from './operator.spend.store.ts';
import { raiseFee, retryLater, withoutEffect, type Task } from './operator.store.ts';
import type { Transactions } from './operator.transaction.ts';

/** A transaction that is not mined after this time is sent again with a higher fee. */
const STUCK_MS = 20_000;
/** A node that does not know a transaction after this time has lost it. */
const LOST_MS = 3000;
const isUnderpriced = (error: RpcError) => /underpriced|fee too low|less than/i.test(error.message);
const NO_FEE: LastFee = { tip: null, maxFee: null };

/** @returns a function that checks the transactions of these tasks */
export const createWatch = (
  { db, chain, log }: DispatchOptions,
  transactions: Transactions,
  { handlerOf, buildCall, abandon, holdTooExpensive, decline }: Handling,
): ((sent: Task[]) => Promise<void>) => {
  const { sql } = db;

  /**
   * Sends another transaction with the nonce of a stuck one and a higher fee.
   * @returns when none was sent, the fee that the next one has to exceed
   */
  const replace = async (
    stuck: Sent,
    last: LastFee,
    send: (fee: Fee) => Promise<void>,
  ): Promise<LastFee | undefined> => {
    const { txHash, nonce } = stuck;
    const fee = raised(await readFee(chain), last);
    if (!fee) {
      log.error('a transaction is stuck at the highest fee', { txHash, nonce });
      return last;
    }
    try {
      await send(fee);
      return undefined;
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      // The copy before stays in flight. If the fee was too low, the next copy raises this one's.
      log.warn('the node refused a higher fee', { txHash, nonce, error: error.message });
      return isUnderpriced(error) ? fee : last;
    }
  };

  /** Replaces a stuck transaction that is not needed any more by an empty payment: those after it wait for its nonce. */
  const replaceByEmpty = (stuck: Sent, last: LastFee): Promise<LastFee | undefined> =>
    replace(stuck, last, async (fee) => {
      const replacedBy = await transactions.sendEmpty(stuck, fee);
      const { txHash, nonce } = stuck;
      log.warn('an empty payment replaces a stuck transaction that is not needed any more', {
        txHash,
        nonce,
        replacedBy,
      });
    });

  /** Sends a copy of a stuck transaction with a higher fee, or an empty payment where the call is void or refused now. */
  const resend = async (tasks: Task[]): Promise<void> => {
    const [first] = tasks as [Task];
    const { txHash, nonce } = first;
    if (txHash === null || nonce === null) return;
    const next = await transactions.nonceAt('latest');
    if (next > nonce) return;
    const call = await buildCall(tasks, async () => next === nonce);
    const estimated = call && (await transactions.estimate({ tasks, call }));
    if (estimated && estimated !== 'tooDear' && 'gas' in estimated) {
      const dearer = await replace({ txHash, nonce }, first, async (fee) => {
        await transactions.submit({ tasks, call }, estimated.gas, nonce, fee, !!handlerOf(first.kind).once);
        log.warn('sent again with a higher fee', { nonce });
      });
      if (dearer) await raiseFee(sql, uuidsOf(tasks), dearer);
      return;
    }
    // Those before it may change the answer.
    if (next < nonce) return;
    const dearer = await replaceByEmpty({ txHash, nonce }, first);
    if (dearer) await raiseFee(sql, uuidsOf(tasks), dearer);
    else if (!estimated) await retryLater(sql, uuidsOf(tasks), 'nothing to submit', false);
    // Each of a batch is tried by itself: the contract may refuse one of them.
    else if (tasks.length > 1) await retryLater(sql, uuidsOf(tasks), 'a batch was refused', false);
    else await decline(first, estimated);
  };

  /** The last try to free a nonce. Only memory has the fee of a copy that the node refused. */
  let freed: { nonce: number; at: number; last: LastFee } | undefined;
  /**
   * Frees the next nonce when its transaction is stuck and no task watches it, as when somebody else had the effect and the
   * task was closed.
   */
  const freeNonce = async (sent: Task[]): Promise<void> => {
    const unwatched = await unwatchedSpends(sql, chain.id);
    if (unwatched.length === 0) return;
    const next = await transactions.nonceAt('latest');
    const copies = unwatched.filter(({ nonce }) => nonce === next);
    const [newest] = copies;
    const before = freed?.nonce === next ? freed : undefined;
    if (!newest || Date.now() - Math.max(newest.sentAt.getTime(), before?.at ?? 0) < STUCK_MS) return;
    const inPool = (await Promise.all(copies.map(({ txHash }) => transactions.feeOf(txHash)))).find(Boolean);
    // A transaction that the pool has dropped leaves a gap, which only matters to those after it.
    if (!inPool && !sent.some(({ nonce }) => nonce !== null && nonce > next)) return;
    const last = before && (before.last.maxFee ?? 0n) > (inPool?.maxFee ?? 0n) ? before.last : (inPool ?? NO_FEE);
    freed = { nonce: next, at: Date.now(), last: (await replaceByEmpty(newest, last)) ?? last };
  };

  /** Checks a transaction in flight: mined, reverted, lost or stuck. */
  const watchOne = async (txHash: Hex, tasks: Task[]): Promise<void> => {
    const [first] = tasks as [Task];
    const receipt = await transactions.receiptOf(txHash);
    if (receipt) {
      const { canMineWithoutEffect, done, once } = handlerOf(first.kind);
      if (once) {
        if (receipt.status !== '0x1') await abandon(first, 'fail', 'reverted');
        else await once.mined(sql, first.subject, txHash);
        return;
      }
      const isLevel = () => waitForFollower(db, chain, { timeoutMs: 0 });
      const open = () => withoutEffect(sql, uuidsOf(tasks), done(sql, chain.id));
      if (receipt.status === '0x1') {
        // After a success the follower records the effect.
        if (canMineWithoutEffect && (await isLevel()))
          await retryLater(sql, await open(), 'mined without effect', true);
      } else if (isFree(first.kind) && tasks.length === 1 && (await transactions.revertsOf(first)) >= REFUSALS) {
        // The code that it calls succeeds in the estimate and fails when it is paid for: it may do so for ever. With the
        // follower behind, somebody else may have had the effect.
        if (!(await isLevel()) || (await open()).length === 0) return;
        log.error('the transactions of a task revert', { kind: first.kind, subject: first.subject });
        await abandon(first, 'fail', 'chain.reverted');
      } else {
        await retryLater(sql, uuidsOf(tasks), 'reverted', true);
        // Each costs gas: the code that it calls burns more than it did in the estimate.
        if (!isFree(first.kind) && first.attempts + 1 >= REFUSALS) await holdTooExpensive(tasks);
      }
      return;
    }
    const age = Date.now() - (first.sentAt?.getTime() ?? 0);
    if (await transactions.feeOf(txHash)) {
      if (age > STUCK_MS) await resend(tasks);
      return;
    }
    // While a block is mined a node may show the transaction nowhere: look for the receipt again before sending twice.
    if (age > LOST_MS && (await transactions.receiptOf(txHash)) === null)
      await retryLater(sql, uuidsOf(tasks), 'the node lost the transaction', false);
  };

  /** A transaction that cannot be checked does not delay the others. */
  const watch = async (sent: Task[]): Promise<void> => {
    const byTx = new Map<Hex, Task[]>();
    for (const task of sent) byTx.set(task.txHash as Hex, [...(byTx.get(task.txHash as Hex) ?? []), task]);
    for (const [txHash, tasks] of byTx) {
      try {
        await watchOne(txHash, tasks);
      } catch (error) {
        if (isChainUnavailable(error)) throw error;
        log.warn('could not check a transaction', { txHash, error: String(error) });
      }
    }
  };

  return async (sent) => {
    await watch(sent);
    await freeNonce(sent);
  };
};
