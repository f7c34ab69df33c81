import { setTimeout as sleep } from 'node:timers/promises';
import type { PrivateKeyAccount } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { createAttempt } from '../../platform/attempt.ts';
import { holdLease } from '../../platform/chain/lease.ts';
import { createSteps, type Steps } from '../../platform/steps.ts';
import { watchWallet } from './operator.alarm.ts';
import { createDispatch } from './operator.dispatch.ts';
import type { DispatchOptions } from './operator.handling.ts';
import type { TaskHandler } from './operator.registry.ts';
import { closeDone, hasWork, reopenUndone } from './operator.store.ts';
import { createTransactions } from './operator.transaction.ts';

/** Lease key: one operator at a time works on each chain. */
export const OPERATOR_LEASE = 7_305_202;
const REOPEN_MS = 10_000;

/** Finds the payments that a reorg has removed: no log says so. They are sent again with the nonce that they had. */
const findReverted = async (
  { db, chain }: Pick<DispatchOptions, 'db' | 'chain'>,
  handlers: readonly TaskHandler[],
  account: PrivateKeyAccount,
): Promise<void> => {
  const { isRemoved } = createTransactions({ db, chain }, account);
  for (const { once } of handlers)
    for (const { subject, txHash } of (await once?.recent(db.sql, chain.id)) ?? [])
      if (await isRemoved(txHash)) await once?.reverted(db.sql, subject);
};

/**
 * Carries out the operator's tasks on chain. Its key can only cancel orders, commit secrets, sign births, and propose or
 * cancel keys of the accounts whose guardian it is. The runner knows no kind of task: the handlers build the calls. A
 * task is done when the follower has recorded its effect, not when its transaction was sent: a lost transaction, a crash
 * or a reorg only means another attempt. The contracts make it harmless to send one twice; a payment, which no contract
 * guards, keeps its nonce.
 */
export const createOperator = ({
  pollMs = 250,
  steps = createSteps(),
  ...options
}: DispatchOptions & { pollMs?: number | undefined; steps?: Steps | undefined }) => {
  const { config, db, chain, log, handlers } = options;
  const { sql } = db;
  const account = config.operatorKey && privateKeyToAccount(config.operatorKey);
  const dispatch = account && createDispatch(options, account);
  let lastReopened = 0;

  /** Processes the due tasks once. Without a key it only closes and reopens tasks. */
  const step = async (): Promise<void> => {
    const reopens = Date.now() - lastReopened > REOPEN_MS;
    const isAtWork = await hasWork(sql, chain.id);
    if (!reopens && !isAtWork) return;
    // Its conditions of all kinds take longer to plan than to check.
    if (isAtWork) await closeDone(sql, chain.id, handlers);
    // The event handler that reverts an effect reopens its task as well; this covers a crash between the two.
    if (reopens) {
      if (account) await findReverted({ db, chain }, handlers, account);
      await reopenUndone(sql, chain.id, handlers);
      if (account) await watchWallet({ config, db, chain }, account.address);
      lastReopened = Date.now();
    }
    await dispatch?.();
  };

  /** Works until the signal is aborted; waits while another worker holds the lease. */
  const run = (signal: AbortSignal): Promise<void> =>
    holdLease(
      { databaseUrl: config.database.url, key: [OPERATOR_LEASE, chain.id], name: 'operator', log, signal },
      async (held) => {
        const attempt = createAttempt(log, 'the operator could not work');
        while (!held.aborted) {
          const failures = await attempt(() => steps.run('transactions', step));
          await sleep(Math.min(pollMs * 2 ** Math.min(failures, 5), 5000), undefined, { signal: held }).catch(() => {});
        }
      },
    );

  return { run, step };
};
