import type { PayReason } from '@skarb/schema/primitive';
import type { Address } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { GAS_CEILING, isFree, refusePayment, type TaskKind } from './operator.allowance.rules.ts';
import { readSpent } from './operator.spend.store.ts';
import { findTasks, reopenTask } from './operator.store.ts';

type Needs = Pick<Context, 'config' | 'chain'>;
/** In wei; `gasPrice` per unit of gas. */
export type WalletLook = { balance: bigint; gasPrice: bigint };

const CACHE_MS = 5000;
let cached: { at: number; answer: Promise<WalletLook | undefined>; key: string } | undefined;

/**
 * The operator's balance and the gas price, requested from the node at most every five seconds.
 * @returns undefined without a key, or when the node is unavailable
 */
export const lookAtWallet = async ({ config, chain }: Needs): Promise<WalletLook | undefined> => {
  const { operatorKey } = config;
  if (!operatorKey) return undefined;
  const key = `${operatorKey} ${config.chain.rpcUrl}`;
  if (!cached || cached.key !== key || Date.now() - cached.at > CACHE_MS) {
    const { address } = privateKeyToAccount(operatorKey);
    const request = async () => {
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
    cached = { at: Date.now(), answer: request(), key };
  }
  return cached.answer;
};

export type PaymentRequest = {
  kind: TaskKind;
  accountUuid: string | null;
  /** Who causes a duty, when they have no account. */
  cause?: Address;
  /** As in the tasks: a token's uuid, orders' hashes, an auction's id, a breeding's uuid, an operation's hash. */
  subjects: readonly string[];
  /** The gas ceiling of each task; by default the ceiling of its kind. */
  gas?: bigint;
  /** Native coin that is sent along, in wei. */
  value?: bigint;
  /** What the transaction pays the operator back, in wei. */
  refund?: bigint;
};

/**
 * Whether the marketplace would pay the gas of these tasks now. If not, the steps contain the user's own transaction.
 * Pending tasks count as spent, so that no budget is promised twice; the runner decides again before it sends.
 * @returns why not; undefined when it would pay
 */
export const whyNotPaid = async (
  needs: Needs & Pick<Context, 'db'>,
  { kind, accountUuid, cause, subjects, gas = GAS_CEILING[kind], value = 0n, refund = 0n }: PaymentRequest,
  { sql = needs.db.sql as Tx, look }: { sql?: Tx; look?: WalletLook | undefined } = {},
): Promise<PayReason | undefined> => {
  const { config } = needs;
  const wallet = look ?? (await lookAtWallet(needs));
  if (!wallet) return 'operator.off';
  const tasks = await findTasks(sql, kind, subjects);
  for (const { status, lastError } of tasks) {
    if (status === 'failed' && lastError === 'operator.tooDear') return 'operator.tooDear';
    // A refused mint can be signed again; a refused cancel is left to the offer's maker.
    if (status === 'failed' && kind === 'cancel') return 'operator.refused';
    if (status === 'pending' && lastError?.startsWith('operator.')) return lastError as PayReason;
  }
  if (
    subjects.length > 0 &&
    subjects.every((one) => tasks.some((task) => task.subject === one && task.status === 'sent'))
  )
    return undefined;
  const open = tasks.filter(({ status }) => status === 'pending' || status === 'sent').length;
  const spent = await readSpent(
    sql,
    config.chain.id,
    { kind, accountUuid, cause: cause ?? null },
    wallet.gasPrice,
    isFree(kind),
  );
  return refusePayment(
    kind,
    gas * BigInt(subjects.length - open),
    { ...wallet, ...spent, value, refund },
    config.operatorBudget,
  );
};

/** Serializes the claims on the budgets of one chain. */
const BUDGET_LOCK = 7_305_203;
/**
 * As `whyNotPaid`, for a caller that writes the task in the same transaction: two at once cannot both claim the rest of
 * a budget. Its lock is taken after the tokens' locks and held until the transaction ends.
 */
export const claimPayment = async (
  needs: Needs & Pick<Context, 'db'>,
  tx: Tx,
  request: PaymentRequest,
  look: WalletLook | undefined,
): Promise<PayReason | undefined> => {
  if (!look) return 'operator.off';
  await tx`select pg_advisory_xact_lock(${BUDGET_LOCK}, ${needs.config.chain.id})`;
  return whyNotPaid(needs, request, { sql: tx, look });
};

/** Makes a failed task due now. @returns its kind; undefined when there is none, it is in flight or it never failed */
export const retryTask = (tx: Tx, uuid: string): Promise<string | undefined> => reopenTask(tx, uuid);
