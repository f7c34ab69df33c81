import type { PayReason } from '@skarb/schema/primitive';

export type TaskKind = 'mint' | 'cancel' | 'settle' | 'keep' | 'hatch' | 'lose' | 'commit';

/**
 * The most gas that one task may take: several times what an honest one takes (contracts/snapshots), and all that a
 * stranger's contract in its way can burn. It bounds the estimate and so the transaction. A cancel's is of one order.
 */
export const GAS_CEILING: Record<TaskKind, bigint> = {
  mint: 400_000n,
  cancel: 120_000n,
  // Three payments, a delivery and a royalty lookup, each bounded by the house.
  settle: 1_200_000n,
  keep: 150_000n,
  hatch: 800_000n,
  lose: 500_000n,
  commit: 150_000n,
};

/** What people get for nothing: bounded by budgets, and never paid from the reserve. The rest is the marketplace's duty. */
export const FREE_KINDS: readonly TaskKind[] = ['mint', 'cancel'];
export const isFree = (kind: TaskKind): boolean => FREE_KINDS.includes(kind);

/** In wei of the native coin; budgets hold for any 24 hours. */
export type Budgets = { day: bigint; accountDay: bigint; reserve: bigint };

/** What the decision stands on, in wei. */
export type Purse = {
  balance: bigint;
  /** Of one unit of gas, now. */
  gasPrice: bigint;
  /** Reserved for transactions that are on their way: the balance does not show it yet. */
  onTheirWay: bigint;
  /** Free tasks of the last 24 hours, with what is promised. */
  spent: bigint;
  /** The same, of the account in question. */
  spentByAccount: bigint;
};

/** Does the operator pay for this now? @returns why not, if not */
export const refusePayment = (kind: TaskKind, count: number, purse: Purse, budgets: Budgets): PayReason | undefined => {
  const cost = GAS_CEILING[kind] * BigInt(count) * purse.gasPrice;
  const left = purse.balance - purse.onTheirWay - cost;
  if (left < (isFree(kind) ? budgets.reserve : 0n)) return 'operator.empty';
  if (!isFree(kind)) return undefined;
  if (purse.spentByAccount + cost > budgets.accountDay) return 'operator.accountBudget';
  return purse.spent + cost > budgets.day ? 'operator.dayBudget' : undefined;
};

export type Alarm = { balance: bigint; spentWeek: bigint; leastBalance: bigint; leastDays: number };
/** Days that the balance lasts at the last week's rate; null when nothing was spent. */
export const daysLeft = ({ balance, spentWeek }: Pick<Alarm, 'balance' | 'spentWeek'>): number | null =>
  spentWeek === 0n ? null : Number((balance * 70n) / spentWeek) / 10;

/** `clear` asks for a quarter more than `low` does, so that a balance at the edge does not raise the alarm again and again. */
export const alarmOf = ({ balance, spentWeek, leastBalance, leastDays }: Alarm): 'low' | 'clear' | 'between' => {
  const lasts = (quarters: bigint) =>
    balance * 4n >= leastBalance * quarters && balance * 28n >= spentWeek * BigInt(leastDays) * quarters;
  if (!lasts(4n)) return 'low';
  return lasts(5n) ? 'clear' : 'between';
};
