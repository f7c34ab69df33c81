import type { PayReason } from '@skarb/schema/primitive';
import { privateKeyToAccount } from 'viem/accounts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { refusePayment, type TaskKind } from './operator.allowance.rules.ts';
import { readSpent } from './operator.spend.ts';
import { findTasks, reopenTask } from './operator.store.ts';

type Needs = Pick<Context, 'config' | 'chain'>;
/** In wei. */
export type WalletLook = { balance: bigint; gasPrice: bigint };

const CACHE_MS = 5000;
let cached: { at: number; answer: Promise<WalletLook | undefined>; key: string } | undefined;

/**
 * The operator's balance and what gas costs. Asked at most every few seconds.
 * @returns undefined without a key, or when the node is away
 */
export const lookAtWallet = async ({ config, chain }: Needs): Promise<WalletLook | undefined> => {
  const { operatorKey } = config;
  if (!operatorKey) return undefined;
  const key = `${operatorKey} ${config.chain.rpcUrl}`;
  if (!cached || cached.key !== key || Date.now() - cached.at > CACHE_MS) {
    const { address } = privateKeyToAccount(operatorKey);
    const ask = async () => {
      try {
        const [balance, gasPrice] = await Promise.all([
          chain.public.getBalance({ address }),
          chain.public.getGasPrice(),
        ]);
        return { balance, gasPrice };
      } catch {
        return undefined;
      }
    };
    cached = { at: Date.now(), answer: ask(), key };
  }
  return cached.answer;
};

export type Ask = {
  kind: TaskKind;
  accountUuid: string | null;
  /** As in the tasks: a token's uuid, orders' hashes, an auction's id, a breeding's uuid. */
  subjects: readonly string[];
};

/**
 * Would the marketplace pay the gas of this now? Where it would not, the steps hold the user's own transaction.
 * What waits to be sent counts as spent, so that nothing is promised twice; the runner has the last word.
 * @returns why not, if not
 */
export const whyNotPaid = async (
  needs: Needs & Pick<Context, 'db'>,
  { kind, accountUuid, subjects }: Ask,
  { sql = needs.db.sql as Tx, look }: { sql?: Tx; look?: WalletLook | undefined } = {},
): Promise<PayReason | undefined> => {
  const { config } = needs;
  const wallet = look ?? (await lookAtWallet(needs));
  if (!wallet) return 'operator.off';
  const tasks = await findTasks(sql, kind, subjects);
  for (const { status, lastError } of tasks) {
    if (status === 'failed' && lastError === 'operator.tooDear') return 'operator.tooDear';
    // A refused mint is signed once more; a cancel that the contract refuses is for its owner to send.
    if (status === 'failed' && kind === 'cancel') return 'operator.refused';
    if (status === 'pending' && lastError?.startsWith('operator.')) return lastError as PayReason;
  }
  if (
    subjects.length > 0 &&
    subjects.every((one) => tasks.some((task) => task.subject === one && task.status === 'sent'))
  )
    return undefined;
  const open = tasks.filter(({ status }) => status === 'pending' || status === 'sent').length;
  const spent = await readSpent(sql, config.chain.id, accountUuid, wallet.gasPrice, true);
  return refusePayment(kind, subjects.length - open, { ...wallet, ...spent }, config.operatorBudget);
};

/** Of a chain: who hands in a task takes what is left of the budget, one after the other. */
const BUDGET_LOCK = 7_305_203;
/**
 * As whyNotPaid, for whoever writes the task in the same transaction: two at once cannot both take the last of a budget.
 * Held until the transaction ends; taken after the tokens.
 */
export const claimPayment = async (
  needs: Needs & Pick<Context, 'db'>,
  tx: Tx,
  ask: Ask,
  look: WalletLook | undefined,
): Promise<PayReason | undefined> => {
  if (!look) return 'operator.off';
  await tx`select pg_advisory_xact_lock(${BUDGET_LOCK}, ${needs.config.chain.id})`;
  return whyNotPaid(needs, ask, { sql: tx, look });
};

/** Takes a failed task up again at once. @returns what it does; undefined when it is gone, on its way or never failed */
export const retryTask = (tx: Tx, uuid: string): Promise<string | undefined> => reopenTask(tx, uuid);
