import { describe, expect, it } from 'vitest';
import { isSigned, readTransaction } from './onramp.moonpay.ts';
import { boundOf, decimalText, orderStateOf, type StoredEvent } from './onramp.rules.ts';
import { onrampOf } from './onramp.settings.ts';
import { moonPayBody, moonPaySignature } from './testing-onramp.ts';

const STATES = ['created', 'pending', 'failed', 'completed', 'refunded'] as const;
/** An event of payment 'a' or 'b'; b began later. */
const told = (payment: string, status: (typeof STATES)[number], more: Partial<StoredEvent> = {}): StoredEvent => ({
  eventId: `${payment} ${status}`,
  paymentId: payment,
  paymentAt: payment === 'a' ? '2026-01-01T10:00:00.000Z' : '2026-01-01T10:05:00.000Z',
  status,
  failure: status === 'failed' ? (payment === 'a' ? 'declined' : 'expired') : null,
  received: status === 'completed' ? 15n : null,
  paid: null,
  txHash: status === 'completed' ? `0x${payment.repeat(64)}` : null,
  ...more,
});
const ordersOf = <T>(things: readonly T[]): T[][] =>
  things.length < 2
    ? [[...things]]
    : things.flatMap((one, at) => ordersOf(things.filter((_, index) => index !== at)).map((rest) => [one, ...rest]));

describe('the state of an order', () => {
  it('is undefined without events', () => {
    expect(orderStateOf([])).toBeUndefined();
  });

  it('depends only on the set of events: all sets of up to four of two payments, in every order, once or twice', () => {
    const all = ['a', 'b'].flatMap((payment) => STATES.map((status) => told(payment, status)));
    const shown = (tellings: StoredEvent[]) =>
      JSON.stringify(orderStateOf(tellings), (_key, value) => (typeof value === 'bigint' ? `${value}n` : value));
    const wrong: string[] = [];
    let sets = 0;
    for (let bits = 1; bits < 2 ** all.length; bits++) {
      const set = all.filter((_, index) => bits & (1 << index));
      if (set.length > 4) continue;
      sets++;
      const standing = shown(set);
      for (const order of ordersOf(set))
        if (shown(order) !== standing || shown([...order, ...order]) !== standing)
          wrong.push(order.map(({ eventId }) => eventId).join(', '));
    }
    expect(wrong).toEqual([]);
    expect(sets).toBe(10 + 45 + 120 + 210);
  });

  it.each([
    ['of one try is the furthest told', [told('a', 'completed'), told('a', 'pending')], 'completed', 'a'],
    ['of one try that was given back is refunded', [told('a', 'refunded'), told('a', 'completed')], 'refunded', 'a'],
    [
      'was told failed too early: what was sent counts',
      [told('a', 'failed'), told('a', 'completed')],
      'completed',
      'a',
    ],
    [
      'of two failed tries, told out of order',
      [told('a', 'failed'), told('b', 'failed'), told('b', 'pending')],
      'failed',
      'b',
    ],
    ['of a second try after a failure', [told('a', 'failed'), told('b', 'pending')], 'pending', 'b'],
    ['of a second try only begun', [told('a', 'failed'), told('b', 'created')], 'failed', 'a'],
    ['of a second try that failed while the first is open', [told('a', 'pending'), told('b', 'failed')], 'failed', 'b'],
    [
      'of what was paid for, whatever another try comes to',
      [told('a', 'completed'), told('b', 'failed')],
      'completed',
      'a',
    ],
    [
      'of what was paid for, though another was refunded',
      [told('a', 'completed'), told('b', 'refunded')],
      'completed',
      'a',
    ],
  ] as const)('%s', (_what, tellings, status, paymentId) => {
    expect(orderStateOf(tellings)).toMatchObject({ status, paymentId });
  });

  it('takes fields that the furthest event lacks from earlier events', () => {
    const paid = { amount: 50, currency: 'EUR' };
    expect(orderStateOf([told('a', 'refunded'), told('a', 'completed', { paid })])).toEqual({
      paymentId: 'a',
      status: 'refunded',
      failure: null,
      received: 15n,
      paid,
      txHash: `0x${'a'.repeat(64)}`,
    });
  });
});

describe('amounts', () => {
  it('are decimal strings without exponents or more digits than the currency has', () => {
    expect([decimalText(0.0154, 18), decimalText(1e-9, 18), decimalText(12.3456789, 6)]).toEqual([
      '0.0154',
      '0.000000001',
      '12.345679',
    ]);
  });

  it('have limits at the rate, rounded to three digits within the allowed range', () => {
    expect(boundOf(30, 3200, 18, 'up')).toBe('0.00938');
    expect(boundOf(10_000, 3200, 18, 'down')).toBe('3.12');
    expect(boundOf(30, 1, 6, 'up')).toBe('30');
  });
});

describe('MoonPay’s signature', () => {
  const body = moonPayBody({});
  it('covers the time and the raw body', () => {
    expect(isSigned(moonPaySignature(body, 'wk_key'), body, 'wk_key')).toBe(true);
    expect(isSigned(moonPaySignature(body, 'wk_other'), body, 'wk_key')).toBe(false);
    expect(isSigned(moonPaySignature(body, 'wk_key'), `${body} `, 'wk_key')).toBe(false);
    expect(isSigned(moonPaySignature(body, 'wk_key').replace('t=1', 't=2'), body, 'wk_key')).toBe(false);
  });

  it.each([undefined, '', 't=1', 's=00', 't=1,s=', 'nonsense'])('%s is none', (header) => {
    expect(isSigned(header, body, 'wk_key')).toBe(false);
  });

  it.each([
    ['waitingPayment', null, 'created', null],
    ['waitingAuthorization', null, 'pending', null],
    ['pending', null, 'pending', null],
    ['completed', null, 'completed', null],
    ['failed', 'payment_authorization_declined', 'failed', 'declined'],
    ['failed', 'timeout_3d_secure', 'failed', 'expired'],
    ['failed', 'cancelled', 'failed', 'cancelled'],
    ['failed', 'error', 'failed', 'other'],
    ['failed', 'refund', 'refunded', null],
  ])('status %s (%s) is ours: %s, %s', (status, failureReason, ours, failure) => {
    expect(readTransaction(moonPayBody({ status, failureReason }))).toMatchObject({ status: ours, failure });
  });
});

describe('the settings', () => {
  const env = {
    ONRAMP_TEST: false,
    ONRAMP_MIN_USD: 30,
    ONRAMP_MAX_USD: 10_000,
    LOCAL_STACK: false,
    CHAIN_ID: 137,
    JWT_SECRET: 'x'.repeat(32),
  };
  it('have no provider by default, and the demo card in the local stack', () => {
    expect(onrampOf(env)).toBeUndefined();
    expect(onrampOf({ ...env, LOCAL_STACK: true, CHAIN_ID: 80001 })).toMatchObject({ provider: 'demo' });
  });

  it.each([
    [{ ONRAMP_PROVIDER: 'demo' as const }, /local stack alone/],
    [{ ONRAMP_PROVIDER: 'moonpay' as const, ONRAMP_KEY: 'k', ONRAMP_SECRET: 's' }, /ONRAMP_WEBHOOK_KEY/],
    [{ ONRAMP_PROVIDER: 'transak' as const, ONRAMP_KEY: 'k' }, /ONRAMP_SECRET/],
    [{ ONRAMP_PROVIDER: 'transak' as const, ONRAMP_KEY: 'k', ONRAMP_SECRET: 's', CHAIN_ID: 80002 }, /80002/],
  ])('%o is refused by name', (more, words) => {
    expect(() => onrampOf({ ...env, ...more })).toThrow(words);
  });
});
