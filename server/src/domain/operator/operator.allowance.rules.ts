import type { PayReason } from '@skarb/schema/primitive';

export type TaskKind =
  | 'mint'
  | 'cancel'
  | 'settle'
  | 'keep'
  | 'hatch'
  | 'lose'
  | 'commit'
  | 'operation'
  | 'recover'
  | 'drop';

/**
 * The most gas of one task, and so the limit of what a third party's contract within the call can burn: it limits the
 * estimate and the transaction. Free tasks cost at most several times the usual (contracts/snapshots), duties about
 * twice: anyone can cause a duty, and anyone can do one that needs more. For a cancel it counts per order.
 */
export const GAS_CEILING: Record<TaskKind, bigint> = {
  mint: 400_000n,
  cancel: 120_000n,
  // Usually 90,000 to 130,000; the rest is for proxied currencies and for contract wallets that receive the NFT.
  settle: 260_000n,
  // Usually 50,000 to 55,000.
  keep: 80_000n,
  // Usually 215,000 to 270,000.
  hatch: 360_000n,
  // Usually 62,000; a refund that fails must have 127,000 left.
  lose: 200_000n,
  // Usually 72,000.
  commit: 110_000n,
  // An operation of a smart account; each has a lower ceiling of its own, the sum of its limits.
  operation: 3_700_000n,
  // A step of a recovery.
  recover: 150_000n,
  // Usually 21,000; the rest is for wallets that delegate to code (EIP-7702).
  drop: 40_000n,
};

/**
 * The gas limit of a transaction whose use stays below its ceiling: the auction house delivers an NFT only with 400,000
 * left, although a wallet that refuses it uses little.
 */
export const GAS_AVAILABLE: Partial<Record<TaskKind, bigint>> = { settle: 600_000n };

/**
 * Kinds that are free for users: never paid from the reserve. All other kinds are the marketplace's duty: they may use the
 * reserve, and have budgets of their own. Nobody signs in for a duty: its cause is the seller of the auction or the
 * breeder, by account, or by address without one.
 */
export const FREE_KINDS: readonly TaskKind[] = ['mint', 'cancel', 'operation', 'drop'];
export const isFree = (kind: TaskKind): boolean => FREE_KINDS.includes(kind);

/** In wei of the native coin, for any 24 hours: free tasks of all and of one account, duties of all and of one cause. */
export type Budgets = { day: bigint; accountDay: bigint; dutyDay: bigint; dutyCauseDay: bigint; reserve: bigint };
/**
 * Half of the duties' budget pays only for causes that have used less than this part of their own budget, so that a few
 * that use theirs up do not starve the others.
 */
const LIGHT_PART = 4n;

/** The facts that the decision depends on, in wei. */
export type Funds = {
  balance: bigint;
  /** Of one unit of gas. */
  gasPrice: bigint;
  /** Reserved for transactions in flight: the balance does not include it yet. */
  inFlight: bigint;
  /** Free tasks, or for a duty all duties, of the last 24 hours, promised ones included. */
  spent: bigint;
  /** The same of one account or cause; 0 for the marketplace's own tasks. */
  spentByAccount: bigint;
  /** Native coin to be sent along; none by default. */
  value?: bigint;
  /** What the transaction pays the operator back; nothing by default. */
  refund?: bigint;
};

/**
 * How many times its daily budget an account, or all of them, may have cost us before operations that pay for themselves are
 * refused, too: one that fails pays nothing, and accounts are free to make.
 */
const REFUNDED_TIMES = 2n;

/**
 * @param gas the ceiling of what is to be paid for, in units of gas
 * @param isUnlimited whether the budgets of duties do not apply
 * @returns why the operator does not pay for it now; undefined when it does
 */
export const refusePayment = (
  kind: TaskKind,
  gas: bigint,
  funds: Funds,
  budgets: Budgets,
  // The marketplace's own: nobody can cause more than one for each 1,024 breedings.
  isUnlimited = kind === 'commit',
): PayReason | undefined => {
  const advanced = gas * funds.gasPrice + (funds.value ?? 0n);
  const left = funds.balance - funds.inFlight - advanced;
  if (left < (isFree(kind) ? budgets.reserve : 0n)) return 'operator.empty';
  const { refund = 0n } = funds;
  // One that fails pays nothing back, and counts: so people can do that for a while only.
  if (refund > 0n && refund >= advanced) {
    if (funds.spentByAccount > REFUNDED_TIMES * budgets.accountDay) return 'operator.accountBudget';
    return funds.spent > REFUNDED_TIMES * budgets.day ? 'operator.dayBudget' : undefined;
  }
  const cost = advanced - refund;
  if (!isFree(kind)) {
    if (isUnlimited) return undefined;
    const byCause = funds.spentByAccount + cost;
    // A block that is not stored within hours takes the child: its share ends after that of hatches and settlements. It costs
    // its breeder three times what it costs us.
    const most = kind === 'keep' ? 2n * budgets.dutyCauseDay : budgets.dutyCauseDay;
    const isHeavy = kind !== 'keep' && byCause * LIGHT_PART > budgets.dutyCauseDay;
    const all = isHeavy ? budgets.dutyDay / 2n : budgets.dutyDay;
    return byCause > most || funds.spent + cost > all ? 'operator.dutyBudget' : undefined;
  }
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
