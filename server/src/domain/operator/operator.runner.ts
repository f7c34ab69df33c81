import { offerZoneAbi } from '@skarb/contracts/abi';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeFunctionData, keccak256, numberToHex, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { Context } from '../../context.ts';
import { waitForFollower } from '../../platform/chain/barrier.ts';
import { holdLease } from '../../platform/chain/lease.ts';
import { isChainAway, RpcError } from '../../platform/chain/client.ts';
import type { Logger } from '../../platform/chain/follower.ts';
import { OUT_OF_GAS, readCallError, type Reason } from '../../platform/chain/revert.ts';
import { findAuctionById } from '../offer/store/auction.store.ts';
import { encodeSettle } from '../offer/auction/auction.contract.ts';
import { breedingCall, isBreedingTask } from '../breeding/breeding.call.ts';
import { orderFromJson } from '../offer/offer.order.ts';
import { buildMintCall, mintFailed } from '../token/token.mint.ts';
import { watchWallet } from './operator.alarm.ts';
import { GAS_CEILING, isFree, refusePayment } from './operator.allowance.rules.ts';
import { readFee, raised, type Fee } from './operator.fee.ts';
import { bookSpend, dropSpend, openSpends, readSpent, reserveSpend } from './operator.spend.ts';
import {
  closeDone,
  dropTask,
  dueTasks,
  findComponents,
  giveUp,
  holdTask,
  markSent,
  mintsWithoutEffect,
  raiseFee,
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
/** A node that does not know a transaction by then has lost it. */
const LOST_MS = 3000;
/** Of a chain: one operator works at a time. */
export const OPERATOR_LEASE = 7_305_202;
const REOPEN_MS = 10_000;
/** A task that no budget pays for is looked at again then; one that an empty wallet cannot pay, sooner. */
const HELD_SECONDS = { budget: 600, empty: 30 };
type Group = { tasks: Task[]; call: Call };
/** The node has this very transaction, or one at its place in the lane: what is on its way goes on. */
const isKnownAlready = (error: RpcError) => /already known|already imported|known transaction/i.test(error.message);
const isUnderpriced = (error: RpcError) => /underpriced|fee too low|less than/i.test(error.message);

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

  /** @returns gas to allow, or why the contract refuses; nothing that needs more than the tasks' ceiling is paid for */
  const estimate = async ({ tasks, call: { to, data } }: Group): Promise<{ gas: bigint } | Reason | 'tooDear'> => {
    const ceiling = tasks.reduce((sum, { kind }) => sum + GAS_CEILING[kind], 0n);
    const call = { from: account?.address, to, data, gas: numberToHex(ceiling) };
    try {
      // By the mined state: a node that counts what is on its way finds that a copy of it has nothing left to do.
      const gas = (BigInt(await chain.rpc<Hex>('eth_estimateGas', [call, 'latest'])) * 12n) / 10n;
      return { gas: gas < ceiling ? gas : ceiling };
    } catch (error) {
      // geth says that more than the allowance is required; others let the call run out of it.
      if (error instanceof RpcError && /gas required exceeds|exceeds allowance/i.test(error.message)) return 'tooDear';
      const why = readCallError(error);
      if (!why) throw error;
      if (why.code === OUT_OF_GAS.code) return 'tooDear';
      // A contract in the way that burns all it gets fails in its own words: does it pass where nothing bounds it?
      const { gas: _bound, ...unbound } = call;
      const isBound = await chain.rpc('eth_call', [unbound, 'latest']).then(
        () => true,
        () => false,
      );
      return isBound ? 'tooDear' : why;
    }
  };

  /**
   * Sends a transaction, its cost reserved before it leaves, so that no crash forgets it.
   * @throws RpcError when the node does not take it
   */
  const submit = async ({ tasks, call }: Group, gas: bigint, nonce: number, fee: Fee): Promise<void> => {
    if (!account) throw new Error('there is no operator key');
    const { tip, maxFee, price } = fee;
    const raw = await account.signTransaction({
      chainId: chain.id,
      type: 'eip1559',
      ...call,
      gas,
      nonce,
      maxPriorityFeePerGas: tip,
      maxFeePerGas: maxFee,
    });
    const txHash = keccak256(raw);
    await reserveSpend(sql, chain.id, tasks, { txHash, nonce, gas, wei: gas * price });
    try {
      await chain.rpc<Hex>('eth_sendRawTransaction', [raw]);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      if (!isKnownAlready(error)) {
        await dropSpend(sql, txHash);
        throw error;
      }
    }
    await markSent(
      sql,
      tasks.map((task) => task.uuid),
      { txHash, nonce, tip, maxFee },
    );
    log.info('sent', { kind: tasks[0]?.kind, tasks: tasks.length, txHash });
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

  /** The creator pays himself: his token is a draft again, so to say, with the step that mints it. */
  const handBackMint = (task: Task): Promise<unknown> =>
    sql.begin(async (tx) => {
      await mintFailed(tx, task.subject);
      await dropTask(tx, task.uuid);
      await tx`select pg_notify('public_change', '')`;
    });

  /** Those of the tasks that the operator pays for now; the others wait, or go back to whom they are for. */
  const admit = async (tasks: Task[], fee: Fee): Promise<Task[]> => {
    const balance = await chain.public.getBalance({ address: (account as { address: Hex }).address });
    let promised = 0n;
    const promisedTo = new Map<string | null, bigint>();
    const admitted: Task[] = [];
    for (const task of tasks) {
      const { kind, accountUuid } = task;
      const spent = await readSpent(sql, chain.id, accountUuid, fee.price, false);
      const mine = promisedTo.get(accountUuid) ?? 0n;
      const purse = {
        balance,
        gasPrice: fee.price,
        onTheirWay: spent.onTheirWay + promised,
        spent: spent.spent + promised,
        spentByAccount: spent.spentByAccount + mine,
      };
      const why = refusePayment(kind, 1, purse, config.operatorBudget);
      if (!why) {
        const cost = GAS_CEILING[kind] * fee.price;
        promised += cost;
        promisedTo.set(accountUuid, mine + cost);
        admitted.push(task);
      } else if (kind === 'mint') await handBackMint(task);
      else {
        await holdTask(sql, task.uuid, why, why === 'operator.empty' ? HELD_SECONDS.empty : HELD_SECONDS.budget);
        if (!isFree(kind)) log.error('the wallet is empty', { kind, subject: task.subject });
      }
    }
    return admitted;
  };

  /** The transactions that are due: all cancels in one, each mint and each settlement in its own. */
  const plan = async (tasks: Task[]): Promise<Group[]> => {
    const cancels = tasks.filter((task) => task.kind === 'cancel');
    const groups: Group[] = cancels.length > 0 ? [{ tasks: cancels, call: await cancelCall(cancels) }] : [];
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

  const tooDear = async (task: Task): Promise<void> => {
    log.error('needs more gas than is paid for', {
      kind: task.kind,
      subject: task.subject,
      most: GAS_CEILING[task.kind],
    });
    await sql.begin(async (tx) => {
      if (task.kind === 'mint') await mintFailed(tx, task.subject);
      await giveUp(tx, task.uuid, 'operator.tooDear');
      await tx`select pg_notify('public_change', '')`;
    });
  };

  const send = async (group: Group, nonce: number, fee: Fee): Promise<boolean> => {
    const estimated = await estimate(group);
    if (typeof estimated === 'object' && 'gas' in estimated) {
      await submit(group, estimated.gas, nonce, fee);
      return true;
    }
    const [task] = group.tasks as [Task];
    // One order that cannot be cancelled must not hold the others.
    if (group.tasks.length > 1) {
      let used = nonce;
      for (const one of group.tasks) if (await send({ tasks: [one], call: await cancelCall([one]) }, used, fee)) used++;
      return used > nonce;
    }
    if (estimated === 'tooDear') await tooDear(task);
    else await refused(group.tasks, estimated);
    return false;
  };

  const nonceAt = async (block: 'latest' | 'pending') =>
    Number(await chain.rpc<Hex>('eth_getTransactionCount', [account?.address, block]));

  type Receipt = { status: Hex; gasUsed: Hex; effectiveGasPrice: Hex };
  const receiptOf = (txHash: Hex) => chain.rpc<Receipt | null>('eth_getTransactionReceipt', [txHash]);

  /** Writes down what transactions really cost, once they are mined; forgets those that never will be. */
  const book = async (): Promise<void> => {
    const open = await openSpends(sql, chain.id);
    if (open.length === 0) return;
    const mined = await nonceAt('latest');
    for (const one of open) {
      // Copies at one nonce: the one that was mined may be any of them.
      if (one.nonce >= mined && !one.isOld) continue;
      const receipt = await receiptOf(one.txHash);
      if (!receipt) {
        if (one.isOld) await dropSpend(sql, one.txHash);
        continue;
      }
      const gas = BigInt(receipt.gasUsed);
      await bookSpend(sql, chain.id, one, { gas, wei: gas * BigInt(receipt.effectiveGasPrice) });
    }
  };

  /** Looks after one that is on its way: mined and refused, lost, or stuck. */
  const watchOne = async (txHash: Hex, tasks: Task[]): Promise<void> => {
    const uuids = tasks.map((task) => task.uuid);
    const receipt = await receiptOf(txHash);
    if (receipt) {
      // A success waits for the follower; a failure is looked at anew.
      if (receipt.status !== '0x1') await retryLater(sql, uuids, 'reverted', true);
      // A call to a collection that a reorg removed succeeds without doing anything: send it through the factory.
      else if (tasks[0]?.kind === 'mint' && (await waitForFollower(db, chain, { timeoutMs: 0 })))
        await retryLater(sql, await mintsWithoutEffect(sql, uuids), 'mined without effect', true);
      return;
    }
    const [task] = tasks as [Task];
    const isKnown = (await chain.rpc<object | null>('eth_getTransactionByHash', [txHash])) !== null;
    const age = Date.now() - (task.sentAt?.getTime() ?? 0);
    if (isKnown) {
      if (age > STUCK_MS) await resend(tasks);
      return;
    }
    // While a block is made a transaction may be in neither place: what is sent twice is paid twice.
    if (age > LOST_MS && (await receiptOf(txHash)) === null)
      await retryLater(sql, uuids, 'the node lost the transaction', false);
  };

  /** One that cannot be looked after does not hold the others, nor what is due. */
  const watch = async (sent: Task[]): Promise<void> => {
    const byTx = new Map<Hex, Task[]>();
    for (const task of sent) byTx.set(task.txHash as Hex, [...(byTx.get(task.txHash as Hex) ?? []), task]);
    for (const [txHash, tasks] of byTx) {
      try {
        await watchOne(txHash, tasks);
      } catch (error) {
        if (isChainAway(error)) throw error;
        log.warn('could not look after a transaction', { txHash, error: String(error) });
      }
    }
  };

  /** The same transaction again, at the same place in the lane, a quarter dearer. */
  const resend = async (tasks: Task[]): Promise<void> => {
    const [first] = tasks as [Task];
    if (first.nonce === null || (await nonceAt('latest')) > first.nonce) return;
    const call = first.kind === 'cancel' ? await cancelCall(tasks) : await callOf(first);
    if (!call) return;
    const estimated = await estimate({ tasks, call });
    if (typeof estimated !== 'object' || !('gas' in estimated)) return;
    const fresh = await readFee(chain);
    const fee = raised(fresh, first);
    if (!fee) {
      log.error('a transaction is stuck at the highest fee', { txHash: first.txHash, nonce: first.nonce });
      return;
    }
    try {
      await submit({ tasks, call }, estimated.gas, first.nonce, fee);
      log.warn('sent again with a higher fee', { nonce: first.nonce });
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      // The one before stays on its way. Where the fee was too low, the next copy starts from this one's.
      log.warn('the node refused a higher fee', { txHash: first.txHash, error: error.message });
      const next = isUnderpriced(error) ? fee : { tip: first.tip ?? 0n, maxFee: first.maxFee ?? 0n };
      await raiseFee(
        sql,
        tasks.map((task) => task.uuid),
        next,
      );
    }
  };

  /** Does what is due now, once. */
  const step = async (): Promise<void> => {
    await closeDone(sql, chain.id);
    // Who takes an effect back also opens its task; this only mends what a crash could have left between the two.
    if (Date.now() - lastReopened > REOPEN_MS) {
      await reopenUndone(sql, chain.id);
      if (account) await watchWallet({ config, db, chain }, account.address);
      lastReopened = Date.now();
    }
    if (!account) return;
    await book();
    const sent = await dueTasks(sql, chain.id, 'sent', 200);
    if (sent.length > 0) await watch(sent);
    const room = LANE - new Set(sent.map((task) => task.txHash)).size;
    const due = room > 0 ? await dueTasks(sql, chain.id, 'pending', room) : [];
    if (due.length === 0) return;
    const fee = await readFee(chain);
    const admitted = await admit(due, fee);
    if (admitted.length === 0) return;
    let nonce = await nonceAt('pending');
    for (const group of await plan(admitted)) {
      try {
        await send(group, nonce, fee);
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
