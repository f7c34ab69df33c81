import { offerZoneAbi } from '@skarb/contracts/abi';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeFunctionData, parseGwei, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { Context } from '../../context.ts';
import { waitForFollower } from '../../platform/chain/barrier.ts';
import { holdLease } from '../../platform/chain/lease.ts';
import { isChainAway, RpcError } from '../../platform/chain/client.ts';
import type { Logger } from '../../platform/chain/follower.ts';
import { readCallError, type Reason } from '../../platform/chain/revert.ts';
import { findAuctionById } from '../auction/auction.store.ts';
import { encodeSettle } from '../auction/auction.house.ts';
import { breedingCall, isBreedingTask } from '../breeding/breeding.call.ts';
import { orderFromJson } from '../offer/offer.order.ts';
import { buildMintCall, mintFailed } from '../token/token.mint.ts';
import {
  closeDone,
  dueTasks,
  findComponents,
  giveUp,
  markSent,
  reopenUndone,
  retryLater,
  type Task,
} from './operator.store.ts';

type OperatorOptions = Pick<Context, 'config' | 'db' | 'chain'> & { log: Logger; pollMs?: number };
type Call = { to: Hex; data: Hex };

/** Transactions on their way at once: one lane, so a stuck one holds the rest. */
const LANE = 16;
/** How many times a contract may refuse before that is believed. */
const REFUSALS = 4;
/** A transaction that is not mined by then is sent again with a higher fee. */
const STUCK_MS = 20_000;
/** Polygon's validators drop transactions that tip less (research/gas.md). */
const LEAST_TIP: Record<number, bigint> = { 137: parseGwei('25'), 80002: parseGwei('25') };
/** Of a chain: one operator works at a time. */
export const OPERATOR_LEASE = 7_305_202;
const REOPEN_MS = 10_000;

/**
 * Does on chain what the tasks ask for, with a key that can do nothing else: submits signed mint requests, cancels
 * orders that name the marketplace's zone, settles auctions that are over (which anybody may), and brings breedings to
 * their end. A task is done when the follower's records say so, not when it was sent;
 * so a lost transaction, a crash or a reorg only means that it is taken up again. Doing one twice is harmless:
 * a second mint of a request or settlement of an auction reverts, a second cancel changes nothing.
 */
export const createOperator = ({ config, db, chain, log, pollMs = 250 }: OperatorOptions) => {
  const account = config.operatorKey && privateKeyToAccount(config.operatorKey);
  const { sql } = db;
  let lastReopened = 0;

  const fees = async (atLeast: bigint) => {
    const [block, offered] = await Promise.all([
      chain.public.getBlock(),
      chain.public.estimateMaxPriorityFeePerGas().catch(() => 0n),
    ]);
    const tip = [offered, LEAST_TIP[chain.id] ?? 1n, atLeast].reduce((a, b) => (a > b ? a : b));
    return { maxPriorityFeePerGas: tip, maxFeePerGas: (block.baseFeePerGas ?? 0n) * 2n + tip };
  };

  /** @returns gas to allow, or why the contract refuses */
  const estimate = async ({ to, data }: Call): Promise<{ gas: bigint } | Reason> => {
    try {
      const gas = BigInt(await chain.rpc<Hex>('eth_estimateGas', [{ from: account?.address, to, data }]));
      return { gas: (gas * 12n) / 10n };
    } catch (error) {
      const why = readCallError(error);
      if (!why) throw error;
      return why;
    }
  };

  const submit = async (
    call: Call,
    gas: bigint,
    nonce: number,
    leastTip = 0n,
  ): Promise<{ txHash: Hex; nonce: number; tip: bigint }> => {
    if (!account) throw new Error('there is no operator key');
    const fee = await fees(leastTip);
    const raw = await account.signTransaction({ chainId: chain.id, type: 'eip1559', ...call, gas, nonce, ...fee });
    return { txHash: await chain.rpc<Hex>('eth_sendRawTransaction', [raw]), nonce, tip: fee.maxPriorityFeePerGas };
  };

  const cancelCall = async (tasks: Task[]): Promise<Call> => {
    const components = await findComponents(
      sql,
      tasks.map((task) => task.subject),
    );
    const orders = tasks.flatMap((task) => {
      const stored = components.get(task.subject);
      return stored ? [orderFromJson(stored)] : [];
    });
    return {
      to: config.deployment.offerZone,
      data: encodeFunctionData({ abi: offerZoneAbi, functionName: 'cancel', args: [orders] }),
    };
  };

  /** What one mint, settlement or act of breeding sends; null when there is nothing (left) to send. */
  const callOf = async (task: Task): Promise<Call | null> => {
    if (isBreedingTask(task))
      return breedingCall(
        { config, db, chain },
        task,
        async () => (await nonceAt('latest')) === (await nonceAt('pending')),
      );
    if (task.kind === 'mint') return ((await buildMintCall(sql, config, task.subject)) as Call | null) ?? null;
    const terms = (await findAuctionById(sql, task.subject))?.terms;
    return terms ? { to: config.deployment.auctionHouse, data: encodeSettle(terms.bidding, terms.lot) } : null;
  };

  /** The transactions that are due: all cancels in one, each mint and each settlement in its own. */
  const plan = async (tasks: Task[]): Promise<{ tasks: Task[]; call: Call }[]> => {
    const cancels = tasks.filter((task) => task.kind === 'cancel');
    const groups: { tasks: Task[]; call: Call }[] =
      cancels.length > 0 ? [{ tasks: cancels, call: await cancelCall(cancels) }] : [];
    for (const task of tasks.filter(({ kind }) => kind !== 'cancel')) {
      try {
        const call = await callOf(task);
        // Minted already: the follower will say so. Or nothing is signed any more.
        if (call) groups.push({ tasks: [task], call });
        else await retryLater(sql, [task.uuid], 'nothing to submit', false);
      } catch (error) {
        if (isChainAway(error)) throw error;
        await retryLater(sql, [task.uuid], String(error), true);
        log.warn('could not prepare', { kind: task.kind, subject: task.subject, error: String(error) });
      }
    }
    return groups;
  };

  const refused = async (tasks: Task[], why: Reason): Promise<void> => {
    // What we do not know of yet may be why it is refused: a mint that went through, above all.
    const isLevel = await waitForFollower(db, chain, { timeoutMs: 0 });
    // A settlement, and what a breeding needs, is asked for until it is done: the chain's clock may be behind ours, and
    // nobody loses by trying.
    const mayBeGone = (task: Task) => task.kind === 'mint' || task.kind === 'cancel';
    const gone = isLevel ? tasks.filter((task) => mayBeGone(task) && task.attempts + 1 >= REFUSALS) : [];
    await retryLater(
      sql,
      tasks.map((task) => task.uuid),
      why.code,
      true,
    );
    for (const task of gone) {
      log.error('the contract refuses a task for good', { kind: task.kind, subject: task.subject, code: why.code });
      await sql.begin(async (tx) => {
        // The token first: whoever holds one may be handing a task in.
        if (task.kind === 'mint') await mintFailed(tx, task.subject, why.code === 'chain.alreadyMinted');
        await giveUp(tx, task.uuid, why.code);
        await tx`select pg_notify('public_change', '')`;
      });
    }
  };

  const send = async (group: { tasks: Task[]; call: Call }, nonce: number): Promise<boolean> => {
    const estimated = await estimate(group.call);
    if (!('gas' in estimated)) {
      // One order that cannot be cancelled must not hold the others.
      if (group.tasks.length > 1) {
        let used = nonce;
        for (const task of group.tasks) if (await send({ tasks: [task], call: await cancelCall([task]) }, used)) used++;
        return used > nonce;
      }
      await refused(group.tasks, estimated);
      return false;
    }
    const sent = await submit(group.call, estimated.gas, nonce);
    await markSent(
      sql,
      group.tasks.map((task) => task.uuid),
      sent,
    );
    log.info('sent', { kind: group.tasks[0]?.kind, tasks: group.tasks.length, txHash: sent.txHash });
    return true;
  };

  const nonceAt = async (block: 'latest' | 'pending') =>
    Number(await chain.rpc<Hex>('eth_getTransactionCount', [account?.address, block]));

  /** Looks after what is on its way: mined and refused, lost, or stuck. */
  const watch = async (sent: Task[]): Promise<void> => {
    const byTx = new Map<Hex, Task[]>();
    for (const task of sent) byTx.set(task.txHash as Hex, [...(byTx.get(task.txHash as Hex) ?? []), task]);
    for (const [txHash, tasks] of byTx) {
      const uuids = tasks.map((task) => task.uuid);
      const receipt = await chain.rpc<{ status: Hex } | null>('eth_getTransactionReceipt', [txHash]);
      if (receipt) {
        // A success waits for the follower; a failure is looked at anew.
        if (receipt.status !== '0x1') await retryLater(sql, uuids, 'reverted', true);
        continue;
      }
      const [task] = tasks as [Task];
      const isKnown = (await chain.rpc<object | null>('eth_getTransactionByHash', [txHash])) !== null;
      if (!isKnown) await retryLater(sql, uuids, 'the node lost the transaction', false);
      else if (Date.now() - (task.sentAt?.getTime() ?? 0) > STUCK_MS) await resend(tasks);
    }
  };

  /** The same transaction again, at the same place in the lane, a quarter dearer. */
  const resend = async (tasks: Task[]): Promise<void> => {
    const [first] = tasks as [Task];
    if (first.nonce === null || (await nonceAt('latest')) > first.nonce) return;
    const call = first.kind === 'cancel' ? await cancelCall(tasks) : await callOf(first);
    const estimated = call && (await estimate(call));
    if (!call || !estimated || !('gas' in estimated)) return;
    const sent = await submit(call, estimated.gas, first.nonce, ((first.tip ?? 1n) * 5n) / 4n + 1n);
    await markSent(
      sql,
      tasks.map((task) => task.uuid),
      sent,
    );
    log.warn('sent again with a higher fee', { txHash: sent.txHash, nonce: first.nonce });
  };

  /** Does what is due now, once. */
  const step = async (): Promise<void> => {
    await closeDone(sql, chain.id);
    // Who takes an effect back also opens its task; this only mends what a crash could have left between the two.
    if (Date.now() - lastReopened > REOPEN_MS) {
      await reopenUndone(sql, chain.id);
      lastReopened = Date.now();
    }
    if (!account) return;
    const sent = await dueTasks(sql, chain.id, 'sent', 200);
    if (sent.length > 0) await watch(sent);
    const room = LANE - new Set(sent.map((task) => task.txHash)).size;
    const due = room > 0 ? await dueTasks(sql, chain.id, 'pending', room) : [];
    if (due.length === 0) return;
    let nonce = await nonceAt('pending');
    for (const group of await plan(due)) {
      try {
        await send(group, nonce);
      } catch (error) {
        if (isChainAway(error)) throw error;
        await retryLater(
          sql,
          group.tasks.map((task) => task.uuid),
          error instanceof RpcError ? error.message : String(error),
          false,
        );
        log.warn('could not send', { kind: group.tasks[0]?.kind, error: String(error) });
      }
      nonce = await nonceAt('pending');
    }
  };

  /** Works until the signal is aborted; waits while another worker does. */
  const run = (signal: AbortSignal): Promise<void> =>
    holdLease({ databaseUrl: config.database.url, key: [OPERATOR_LEASE, chain.id], signal }, async (held) => {
      for (let failures = 0; !held.aborted;) {
        try {
          await step();
          failures = 0;
        } catch (error) {
          failures++;
          if (failures === 1 || failures % 20 === 0)
            log.warn('the operator could not work', { failures, error: String(error) });
        }
        await sleep(Math.min(pollMs * 2 ** Math.min(failures, 5), 5000), undefined, { signal: held }).catch(() => {});
      }
    });

  return { run, step };
};
