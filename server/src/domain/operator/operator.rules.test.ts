import { parseEther, parseGwei } from 'viem';
import { describe, expect, it } from 'vitest';
import { alarmOf, daysLeft, GAS_CEILING, refusePayment } from './operator.allowance.rules.ts';
import { raised } from './operator.fee.ts';

const budgets = { day: parseEther('10'), accountDay: parseEther('0.1'), reserve: parseEther('1') };
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

  it('for its duties from the reserve, which mints and cancels cannot use', () => {
    const balance = budgets.reserve + cancel;
    expect(refusePayment('cancel', GAS_CEILING.cancel, { ...rich, balance }, budgets)).toBeUndefined();
    expect(refusePayment('cancel', GAS_CEILING.cancel, { ...rich, balance, inFlight: 1n }, budgets)).toBe(
      'operator.empty',
    );
    const used = { ...rich, balance, spent: budgets.day, spentByAccount: budgets.day };
    for (const kind of ['settle', 'keep', 'hatch', 'lose', 'commit'] as const)
      expect(refusePayment(kind, GAS_CEILING[kind], used, budgets), kind).toBeUndefined();
    expect(refusePayment('settle', GAS_CEILING.settle, { ...rich, balance: 1n }, budgets)).toBe('operator.empty');
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
