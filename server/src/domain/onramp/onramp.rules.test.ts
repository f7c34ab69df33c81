import { describe, expect, it } from 'vitest';
import { isSigned, readTransaction } from './onramp.moonpay.ts';
import { boundOf, decimalText, isNews } from './onramp.rules.ts';
import { onrampOf } from './onramp.settings.ts';
import { moonPayBody, moonPaySignature } from './testing-onramp.ts';

const A = 'payment-a';
const B = 'payment-b';

describe('what is told of a payment', () => {
  it.each([
    ['created', 'pending', true],
    ['created', 'completed', true],
    ['pending', 'pending', false],
    ['pending', 'created', false],
    ['completed', 'pending', false],
    ['completed', 'failed', false],
    ['failed', 'pending', false],
    // Told before its failure was found to be none: what was sent counts.
    ['failed', 'completed', true],
    ['failed', 'refunded', true],
    ['completed', 'refunded', true],
    ['refunded', 'completed', false],
  ] as const)('%s then %s: news is %s', (status, next, news) => {
    expect(isNews({ status, paymentId: A }, { status: next, paymentId: A })).toBe(news);
  });

  it.each([
    // A second try with another card.
    ['failed', 'pending', true],
    ['failed', 'completed', true],
    ['failed', 'created', false],
    ['refunded', 'pending', true],
    ['pending', 'failed', true],
    ['pending', 'completed', true],
    // What was paid for stays so, whatever becomes of another try.
    ['completed', 'failed', false],
    ['completed', 'refunded', false],
    ['completed', 'completed', false],
  ] as const)('%s, then another payment is %s: news is %s', (status, next, news) => {
    expect(isNews({ status, paymentId: A }, { status: next, paymentId: B })).toBe(news);
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

  it('are bounded at the rate, to three digits, never beyond the bound', () => {
    expect(boundOf(30, 3200, 18, 'up')).toBe('0.00938');
    expect(boundOf(10_000, 3200, 18, 'down')).toBe('3.12');
    expect(boundOf(30, 1, 6, 'up')).toBe('30');
  });
});

describe('MoonPay’s signature', () => {
  const body = moonPayBody({});
  it('is over the time and the body as it came', () => {
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
  it('name nobody where no provider is set, and the demo card in the local stack', () => {
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
