import type { Offer } from '@skarb/schema/offer';
import type { Step } from '@skarb/schema/primitive';
import { expect, it } from 'vitest';
import { blocks, compareWithSeen, judge, nextCheapest, roundedUp, type Findings } from './preflight.rules.ts';

const sale = (change: Partial<Offer> = {}): Offer =>
  ({
    uuid: 'a',
    type: 'SALE',
    status: 'ACTIVE',
    invalidReason: null,
    price: '1.25',
    currency: { decimals: 18 },
    quantityLeft: 3,
    ...change,
  }) as Offer;
const step = (id: string, change: Partial<Step> = {}): Step =>
  ({ id, kind: 'transaction', status: 'incomplete', value: '0', to: '0x', data: '0x', chainId: 1, ...change }) as Step;
const findings = (change: Partial<Findings> = {}): Findings => ({
  steps: [step('purchase')],
  trial: { kind: 'passes', gas: 100_000n, block: 7, isWhole: true },
  gasPrice: 10n,
  coins: 1_000_000n,
  ...change,
});

it('is ready only after a simulation on the chain, and gives the fee', () => {
  expect(judge(findings())).toEqual({
    kind: 'ready',
    fee: 1_000_000n,
    block: 7,
    approves: false,
    transactions: 1,
  });
  expect(judge(findings({ steps: [step('approve-weth'), step('purchase')] }))).toMatchObject({
    kind: 'ready',
    approves: true,
    transactions: 2,
  });
});

it('gives no fee and no block for what it could not simulate', () => {
  const first = { kind: 'passes', gas: 100_000n, block: 7, isWhole: false } as const;
  expect(judge(findings({ trial: first }))).toMatchObject({ kind: 'ready', fee: null, block: null });
  expect(judge(findings({ trial: { kind: 'unknown' } }))).toMatchObject({ fee: null, block: null });
  expect(judge(findings({ steps: [step('approve-weth', { status: 'complete' })] }))).toMatchObject({
    approves: false,
    transactions: 0,
    fee: null,
  });
});

it('gives the fee but no block for a gas that is known beforehand', () => {
  const known = { kind: 'passes', gas: 100_000n, block: null, isWhole: true } as const;
  expect(judge(findings({ trial: known }))).toMatchObject({ kind: 'ready', fee: 1_000_000n, block: null });
});

it('reports missing gas, exact to the base unit', () => {
  expect(judge(findings({ coins: 999_999n }))).toEqual({ kind: 'gas', missing: 1n });
  // A price in the native coin comes out of the same balance as the fee.
  expect(judge(findings({ steps: [step('purchase', { value: '500' } as Partial<Step>)] }))).toEqual({
    kind: 'gas',
    missing: 500n,
  });
});

it('reports a refusal by the contract with its code', () => {
  const verdict = judge(findings({ trial: { kind: 'fails', index: 0, data: '0x' } }));
  expect(verdict).toEqual({ kind: 'refused', code: 'wallet.wouldFail' });
  expect(blocks(verdict)).toBe(true);
  expect(blocks({ kind: 'checking' })).toBe(false);
  expect(blocks({ kind: 'away', error: null })).toBe(false);
});

it.each<[string, Partial<Offer>, string]>([
  ['sold', { status: 'SOLD' }, 'offer.sold'],
  ['cancelled', { status: 'CANCELLED' }, 'offer.cancelled'],
  ['over', { status: 'EXPIRED' }, 'offer.expired'],
  ['not begun', { status: 'SCHEDULED' }, 'offer.notStarted'],
  ['without permission', { status: 'INVALID', invalidReason: 'NOT_APPROVED' }, 'offer.invalid.NOT_APPROVED'],
])('a sale that is %s cannot be bought', (_, change, code) =>
  expect(compareWithSeen(sale(change), { price: '1.25' }, 1, false)).toEqual({ kind: 'gone', code, next: null }),
);

it('reports a changed price, too few units, and the viewer’s own offer', () => {
  expect(compareWithSeen(sale(), { price: '1.250' }, 3, false)).toBeNull();
  const dearer = sale({ price: '1.5' });
  expect(compareWithSeen(dearer, { price: '1.25' }, 1, false)).toEqual({ kind: 'price', offer: dearer });
  expect(compareWithSeen(sale(), { price: '1.25' }, 4, false)).toEqual({ kind: 'tooMany', left: 3 });
  expect(compareWithSeen(sale(), { price: '1.25' }, 1, true)).toMatchObject({ code: 'offer.own' });
});

it('reports a changed bid only if it is lower than before', () => {
  const bid = (price: string) => sale({ type: 'BID', price });
  expect(compareWithSeen(bid('2'), { price: '1.25' }, 1, false)).toBeNull();
  expect(compareWithSeen(bid('1'), { price: '1.25' }, 1, false)).toMatchObject({ kind: 'price' });
});

it('finds the cheapest other sale that is not the viewer’s own', () => {
  const sales = [sale(), sale({ uuid: 'own' }), sale({ uuid: 'bid', type: 'BID' }), sale({ uuid: 'next' })];
  expect(nextCheapest(sales, 'a', ({ uuid }) => uuid === 'own')?.uuid).toBe('next');
  expect(nextCheapest(sales.slice(0, 3), 'a', ({ uuid }) => uuid === 'own')).toBeNull();
});

it('rounds a shortage up to four decimals, never down', () => {
  expect(roundedUp(1n, 18)).toBe('0.0001');
  expect(roundedUp(100_000_000_000_000n, 18)).toBe('0.0001');
  expect(roundedUp(100_000_000_000_001n, 18)).toBe('0.0002');
  expect(roundedUp(1_234_567n, 6)).toBe('1.2346');
});
