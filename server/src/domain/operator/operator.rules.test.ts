import { parseEther, parseGwei } from 'viem';
import { describe, expect, it } from 'vitest';
import { alarmOf, daysLeft, GAS_CEILING, refusePayment } from './operator.allowance.rules.ts';
import { raised } from './operator.fee.ts';

const budgets = {
  day: parseEther('10'),
  accountDay: parseEther('0.1'),
  dutyDay: parseEther('6'),
  dutyCauseDay: parseEther('0.3'),
  reserve: parseEther('1'),
};
const duties = ['settle', 'keep', 'hatch', 'lose'] as const;
const rich = { balance: parseEther('100'), gasPrice: parseGwei('30'), inFlight: 0n, spent: 0n, spentByAccount: 0n };
const cancel = GAS_CEILING.cancel * rich.gasPrice;

describe('the operator pays', () => {
  it('for mints and cancels exactly up to the account’s budget', () => {
    const spentByAccount = budgets.accountDay - cancel;
    expect(refusePayment('cancel', GAS_CEILING.cancel, { ...rich, spentByAccount }, budgets)).toBeUndefined();
    expect(refusePayment('cancel', GAS_CEILING.cancel, { ...rich, spentByAccount: spentByAccount + 1n }, budgets)).toBe(
      'operator.accountBudget',
    );
    expect(refusePayment('cancel', 2n * GAS_CEILING.cancel, { ...rich, spentByAccount }, budgets)).toBe(
      'operator.accountBudget',
    );
  });

  it('for mints and cancels exactly up to the budget of all accounts', () => {
    const spent = budgets.day - cancel;
    expect(refusePayment('cancel', GAS_CEILING.cancel, { ...rich, spent }, budgets)).toBeUndefined();
    expect(refusePayment('cancel', GAS_CEILING.cancel, { ...rich, spent: spent + 1n }, budgets)).toBe(
      'operator.dayBudget',
    );
  });

  it('for operations that pay for themselves beyond both budgets, until failed ones have cost twice as much', () => {
    const gas = 1_000_000n;
    const paid = { ...rich, refund: gas * rich.gasPrice };
    const why = (funds: object) => refusePayment('operation', gas, { ...paid, ...funds }, budgets);
    expect(why({ spent: 2n * budgets.day, spentByAccount: 2n * budgets.accountDay })).toBeUndefined();
    expect(why({ spentByAccount: 2n * budgets.accountDay + 1n })).toBe('operator.accountBudget');
    // Of many accounts, each has cost little.
    expect(why({ spent: 2n * budgets.day + 1n })).toBe('operator.dayBudget');
  });

  it('for its duties from the reserve, which mints and cancels cannot use', () => {
    const balance = budgets.reserve + cancel;
    expect(refusePayment('cancel', GAS_CEILING.cancel, { ...rich, balance }, budgets)).toBeUndefined();
    expect(refusePayment('cancel', GAS_CEILING.cancel, { ...rich, balance, inFlight: 1n }, budgets)).toBe(
      'operator.empty',
    );
    for (const kind of [...duties, 'commit'] as const)
      expect(
        refusePayment(kind, GAS_CEILING[kind], { ...rich, balance: budgets.reserve }, budgets),
        kind,
      ).toBeUndefined();
    expect(refusePayment('settle', GAS_CEILING.settle, { ...rich, balance: 1n }, budgets)).toBe('operator.empty');
  });
});

describe('the operator’s duties', () => {
  it('have ceilings near their honest cost, with a margin for contract wallets', () => {
    // Of contracts/snapshots, the most expensive of each kind: settle, keep, hatch (and 17,100 for a first child), lose, commit.
    const honest = { settle: 108_630n, keep: 55_072n, hatch: 269_168n, lose: 61_983n, commit: 72_378n };
    for (const [kind, gas] of Object.entries(honest)) {
      const ceiling = GAS_CEILING[kind as keyof typeof honest];
      expect(ceiling * 10n, kind).toBeGreaterThanOrEqual(gas * 13n);
      expect(ceiling, kind).toBeLessThanOrEqual((gas * 7n) / 2n);
    }
    // Less than one delivery that burns all that the auction house passes on.
    expect(GAS_CEILING.settle).toBeLessThan(400_000n);
  });

  it('are paid exactly up to the budget of their cause, reserve or not', () => {
    for (const kind of duties) {
      // A block has to be stored within hours: what stores it goes on when hatches wait.
      const most = kind === 'keep' ? 2n * budgets.dutyCauseDay : budgets.dutyCauseDay;
      const spentByAccount = most - GAS_CEILING[kind] * rich.gasPrice;
      const funds = { ...rich, spent: spentByAccount, spentByAccount };
      expect(refusePayment(kind, GAS_CEILING[kind], funds, budgets), kind).toBeUndefined();
      const above = { ...funds, spentByAccount: spentByAccount + 1n };
      expect(refusePayment(kind, GAS_CEILING[kind], above, budgets), kind).toBe('operator.dutyBudget');
    }
  });

  it('are paid for a seller with 40 auctions a day, and for 200 sellers with one each, at their honest cost', () => {
    const cost = 130_000n * rich.gasPrice;
    const one = { ...rich, spent: 40n * cost, spentByAccount: 39n * cost };
    expect(refusePayment('settle', GAS_CEILING.settle, one, budgets)).toBeUndefined();
    expect(refusePayment('settle', GAS_CEILING.settle, { ...rich, spent: 199n * cost }, budgets)).toBeUndefined();
  });

  it('keep half of the budget of all for causes that have used little of their own', () => {
    const spent = budgets.dutyDay / 2n;
    const heavy = { ...rich, spent, spentByAccount: budgets.dutyCauseDay / 4n };
    expect(refusePayment('settle', GAS_CEILING.settle, heavy, budgets)).toBe('operator.dutyBudget');
    expect(refusePayment('settle', GAS_CEILING.settle, { ...rich, spent }, budgets)).toBeUndefined();
    const all = { ...rich, spent: budgets.dutyDay };
    expect(refusePayment('settle', GAS_CEILING.settle, all, budgets)).toBe('operator.dutyBudget');
    // The marketplace's own: breeding cannot go on without it.
    expect(refusePayment('commit', GAS_CEILING.commit, all, budgets)).toBeUndefined();
  });
});

describe('the alarm', () => {
  const least = { leastBalance: parseEther('2'), leastDays: 7 };
  it('starts when the balance is below the minimum or lasts fewer days than required', () => {
    expect(alarmOf({ ...least, balance: parseEther('1.99'), spentWeek: 0n })).toBe('low');
    expect(alarmOf({ ...least, balance: parseEther('9'), spentWeek: parseEther('10') })).toBe('low');
    expect(alarmOf({ ...least, balance: parseEther('100'), spentWeek: parseEther('10') })).toBe('clear');
    expect(daysLeft({ balance: parseEther('9'), spentWeek: parseEther('10') })).toBe(6.3);
    expect(daysLeft({ balance: parseEther('9'), spentWeek: 0n })).toBeNull();
  });

  it('ends only at a quarter above the threshold', () => {
    expect(alarmOf({ ...least, balance: parseEther('2.4'), spentWeek: 0n })).toBe('between');
    expect(alarmOf({ ...least, balance: parseEther('2.5'), spentWeek: 0n })).toBe('clear');
  });
});

describe('a higher fee', () => {
  const fresh = { tip: 30n, maxFee: 130n, price: 80n };
  it('raises tip and fee by a quarter even if the base fee has fallen', () => {
    expect(raised(fresh, { tip: 100n, maxFee: 400n })).toEqual({ tip: 126n, maxFee: 501n, price: 176n });
    expect(raised(fresh, { tip: null, maxFee: null })).toEqual(fresh);
  });

  it('is refused above the limit', () => {
    expect(raised(fresh, { tip: 100_000n, maxFee: 400_000n })).toBeUndefined();
  });
});
