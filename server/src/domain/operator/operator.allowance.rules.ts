import type { PayReason } from '@skarb/schema/primitive';

export type TaskKind = 'mint' | 'cancel' | 'settle' | 'keep' | 'hatch' | 'lose' | 'commit' | 'operation';

/**
 * The most gas of one task: several times the usual cost (contracts/snapshots), and the limit of what a third party's
 * contract within the call can burn. It limits the estimate and so the transaction. For a cancel it counts per order.
 */
export const GAS_CEILING: Record<TaskKind, bigint> = {
  mint: 400_000n,
  cancel: 120_000n,
  // Three payments, a delivery and a royalty lookup, each with a gas limit in the auction house.
  settle: 1_200_000n,
  keep: 150_000n,
  hatch: 800_000n,
  lose: 500_000n,
  commit: 150_000n,
  // An operation of a smart account; each has a lower ceiling of its own, the sum of its limits.
  operation: 2_600_000n,
};

/**
 * Kinds that are free for users: limited by budgets, never paid from the reserve. All other kinds are the marketplace's
 * duty.
 */
export const FREE_KINDS: readonly TaskKind[] = ['mint', 'cancel', 'operation'];
export const isFree = (kind: TaskKind): boolean => FREE_KINDS.includes(kind);

/** In wei of the native coin, for any 24 hours. */
export type Budgets = { day: bigint; accountDay: bigint; reserve: bigint };

/** The facts that the decision depends on, in wei. */
export type Funds = {
  balance: bigint;
  /** Of one unit of gas. */
  gasPrice: bigint;
  /** Reserved for transactions in flight: the balance does not include it yet. */
  inFlight: bigint;
  /** Free tasks of the last 24 hours, promised ones included. */
  spent: bigint;
  /** The same of one account. */
  spentByAccount: bigint;
};

/**
 * @param gas the ceiling of what is to be paid for, in units of gas
 * @returns why the operator does not pay for it now; undefined when it does
 */
export const refusePayment = (kind: TaskKind, gas: bigint, funds: Funds, budgets: Budgets): PayReason | undefined => {
  const cost = gas * funds.gasPrice;
  const left = funds.balance - funds.inFlight - cost;
  if (left < (isFree(kind) ? budgets.reserve : 0n)) return 'operator.empty';
  if (!isFree(kind)) return undefined;
  if (funds.spentByAccount + cost > budgets.accountDay) return 'operator.accountBudget';
  return funds.spent + cost > budgets.day ? 'operator.dayBudget' : undefined;
};

export type Alarm = { balance: bigint; spentWeek: bigint; leastBalance: bigint; leastDays: number };
/** How many days the balance lasts at last week's rate, to a tenth; null when nothing was spent. */
export const daysLeft = ({ balance, spentWeek }: Pick<Alarm, 'balance' | 'spentWeek'>): number | null =>
  spentWeek === 0n ? null : Number((balance * 70n) / spentWeek) / 10;

/** `clear` requires a quarter more than the alarm's threshold, so that a balance near it does not repeat the alarm. */
export const alarmOf = ({ balance, spentWeek, leastBalance, leastDays }: Alarm): 'low' | 'clear' | 'between' => {
  const lasts = (quarters: bigint) =>
    balance * 4n >= leastBalance * quarters && balance * 28n >= spentWeek * BigInt(leastDays) * quarters;
  if (!lasts(4n)) return 'low';
  return lasts(5n) ? 'clear' : 'between';
};
