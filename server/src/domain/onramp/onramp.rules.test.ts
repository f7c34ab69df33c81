import { describe, expect, it } from 'vitest';
import { isSigned, readTransaction } from './onramp.moonpay.ts';
import { boundOf, decimalText, orderStateOf, type StoredEvent } from './onramp.rules.ts';
import { onrampOf } from './onramp.settings.ts';
import { moonPayBody, moonPaySignature } from './testing-onramp.ts';

const STATES = ['created', 'pending', 'failed', 'completed', 'refunded'] as const;
/** An event of payment 'a' or 'b'; b began later. */
const event = (payment: string, status: (typeof STATES)[number], more: Partial<StoredEvent> = {}): StoredEvent => ({
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
    const all = ['a', 'b'].flatMap((payment) => STATES.map((status) => event(payment, status)));
    const shown = (events: StoredEvent[]) =>
      JSON.stringify(orderStateOf(events), (_key, value) => (typeof value === 'bigint' ? `${value}n` : value));
    const wrong: string[] = [];
    let sets = 0;
    for (let bits = 1; bits < 2 ** all.length; bits++) {
      const set = all.filter((_, index) => bits & (1 << index));
      if (set.length > 4) continue;
      sets++;
      const expected = shown(set);
      for (const order of ordersOf(set))
        if (shown(order) !== expected || shown([...order, ...order]) !== expected)
          wrong.push(order.map(({ eventId }) => eventId).join(', '));
    }
    expect(wrong).toEqual([]);
    expect(sets).toBe(10 + 45 + 120 + 210);
  });

  it.each([
    ['is the furthest event of a payment', [event('a', 'completed'), event('a', 'pending')], 'completed', 'a'],
    [
      'is refunded when a completed payment is refunded',
      [event('a', 'refunded'), event('a', 'completed')],
      'refunded',
      'a',
    ],
    [
      'is completed when a payment that was reported as failed completes',
      [event('a', 'failed'), event('a', 'completed')],
      'completed',
      'a',
    ],
    [
      'is the failure of the later payment, in any order of events',
      [event('a', 'failed'), event('b', 'failed'), event('b', 'pending')],
      'failed',
      'b',
    ],
    ['is that of a second payment after a failed first', [event('a', 'failed'), event('b', 'pending')], 'pending', 'b'],
    [
      'stays failed while a second payment is only created',
      [event('a', 'failed'), event('b', 'created')],
      'failed',
      'a',
    ],
    [
      'is failed when the second payment failed and the first is pending',
      [event('a', 'pending'), event('b', 'failed')],
      'failed',
      'b',
    ],
    ['stays completed when another payment fails', [event('a', 'completed'), event('b', 'failed')], 'completed', 'a'],
    [
      'stays completed when another payment is refunded',
      [event('a', 'completed'), event('b', 'refunded')],
      'completed',
      'a',
    ],
  ] as const)('%s', (_what, events, status, paymentId) => {
    expect(orderStateOf(events)).toMatchObject({ status, paymentId });
  });

  it('takes fields that the furthest event lacks from earlier events', () => {
    const paid = { amount: 50, currency: 'EUR' };
    expect(orderStateOf([event('a', 'refunded'), event('a', 'completed', { paid })])).toEqual({
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

  it.each([undefined, '', 't=1', 's=00', 't=1,s=', 'nonsense'])('is not accepted in the form %s', (header) => {
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
  ])('the status %s (reason %s) becomes %s (failure %s)', (status, failureReason, ours, failure) => {
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
  ])('refuse %o and name the setting at fault', (more, words) => {
    expect(() => onrampOf({ ...env, ...more })).toThrow(words);
  });
});
