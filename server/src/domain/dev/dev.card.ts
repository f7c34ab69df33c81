import { LANGUAGE_FALLBACK, LANGUAGES } from '@skarb/schema/language';
import { DISPLAY_CURRENCIES } from '@skarb/schema/limits';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../../platform/db/database.ts';
import { lower } from '../../platform/chain/address.ts';
import { DEMO_SIGNATURE } from '../onramp/onramp.demo.ts';
import { hmac, isSame } from '../onramp/onramp.rules.ts';
import type { Onramp } from '../onramp/onramp.settings.ts';
import { Unpayable, type Payout } from './dev.card.money.ts';
import type { Outcome } from './dev.card.rules.ts';
import { finishPayment, insertPayment, putOff, takeDue, type Bought, type Payment } from './dev.card.store.ts';

const WAIT_MS: Record<Payment['outcome'], number> = { success: 0, slow: 6_000, refunded: 1_500 };
const DELIVERIES = [200, 1_000, 5_000];
const TICK_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/** Parses a signed query. @returns undefined when the marketplace did not sign it */
export const readSigned = (query: string, secret: string): Bought | undefined => {
  const [signed = '', signature = ''] = query.split('&signature=');
  if (!isSame(hmac(secret, `?${signed}`, 'base64'), decodeURIComponent(signature))) return undefined;
  const given = new URLSearchParams(signed);
  const of = (name: string) => given.get(name) ?? '';
  return {
    order: of('externalTransactionId'),
    currency: of('currencyCode'),
    amount: of('quoteCurrencyAmount'),
    address: lower(of('walletAddress')),
    language: LANGUAGES.find((language) => language === of('language')) ?? LANGUAGE_FALLBACK,
    payIn: DISPLAY_CURRENCIES.find((currency) => currency === of('baseCurrencyCode')) ?? 'USD',
    returnUrl: of('redirectURL'),
  };
};

type Parts = {
  settings: Onramp;
  sql: Sql;
  payout: Payout;
  /** The webhook's URL, looked up at each delivery. */
  webhookUrl: () => string;
  warn: (message: string, error: unknown) => void;
};

/**
 * The demo provider: accepts any card, notifies the marketplace with signed webhooks over HTTP as a real one does, and
 * sends play money. It records each payment (`demo_payment`) before anything else happens, so that any process can
 * finish it.
 */
export const createTill = ({ settings, sql, payout, webhookUrl, warn }: Parts) => {
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();

  const deliver = async (body: string): Promise<void> => {
    const time = String(Math.floor(Date.now() / 1000));
    const signature = hmac(settings.webhookKey, `${time}.${body}`, 'hex');
    for (let attempt = 0; ; attempt++) {
      try {
        const response = await fetch(webhookUrl(), {
          method: 'POST',
          headers: { 'content-type': 'application/json', [DEMO_SIGNATURE]: `t=${time},s=${signature}` },
          body,
          signal: stopping.signal,
        });
        if (response.ok) return;
        throw new Error(`the webhook answers ${response.status}`);
      } catch (error) {
        const wait = DELIVERIES[attempt];
        if (wait === undefined || stopping.signal.aborted) throw error;
        await sleep(wait, undefined, { signal: stopping.signal });
      }
    }
  };
  type Try = Pick<Payment, 'id' | 'order' | 'address' | 'amount' | 'price' | 'payIn' | 'createdAt'>;
  const sendWebhook = (payment: Try, status: string, more: object = {}) =>
    deliver(
      JSON.stringify({
        type: status === 'failed' ? 'transaction_failed' : 'transaction_updated',
        data: {
          id: payment.id,
          status,
          createdAt: payment.createdAt.toISOString(),
          updatedAt: new Date().toISOString(),
          externalTransactionId: payment.order,
          walletAddress: payment.address,
          quoteCurrencyAmount: Number(payment.amount),
          baseCurrencyAmount: payment.price,
          baseCurrency: { code: payment.payIn.toLowerCase() },
          ...more,
        },
      }),
    );

  const finish = async (payment: Payment): Promise<void> => {
    try {
      if (payment.outcome === 'refunded') await sendWebhook(payment, 'failed', { failureReason: 'refund' });
      else await sendWebhook(payment, 'completed', { cryptoTransactionId: await payout(payment) });
    } catch (error) {
      if (!(error instanceof Unpayable)) throw error;
      warn('the demo card cannot send what was paid for', error);
      await sendWebhook(payment, 'failed', { failureReason: 'error' });
    }
    await finishPayment(sql, payment.order);
  };
  /** Finishes all due payments concurrently; failed ones are postponed, longer each time. */
  const turn = async (): Promise<void> => {
    for (;;) {
      const payment = stopping.signal.aborted ? undefined : await takeDue(sql);
      if (!payment) return;
      const work = finish(payment)
        .catch(async (error: unknown) => {
          if (!stopping.signal.aborted) warn('the demo card could not finish a payment yet', error);
          await putOff(sql, payment.order, Math.min(LONGEST_WAIT_MS, TICK_MS * 2 ** Math.min(payment.attempts, 10)));
        })
        .catch((error: unknown) => warn('the demo card’s books cannot be written', error))
        .finally(() => underWay.delete(work));
      underWay.add(work);
    }
  };
  const tick = () => turn().catch((error: unknown) => warn('the demo card’s books cannot be read', error));
  let timer: NodeJS.Timeout | undefined;

  return {
    /** Starts finishing payments in this process, including those of a process that died. */
    open: (): void => {
      timer ??= setInterval(() => void tick(), TICK_MS);
      timer.unref();
    },
    /** Aborts the payments in progress: they are recorded, so another process finishes them. */
    close: async (): Promise<void> => {
      clearInterval(timer);
      stopping.abort();
      await Promise.all(underWay);
    },
    /**
     * Accepts a payment. Returns after the marketplace was notified that it is pending (or declined); the rest runs in
     * the background.
     * @param price what the card pays, in the order's `payIn`
     * @returns false when the order was already paid
     */
    take: async (bought: Bought, price: number, outcome: Outcome): Promise<boolean> => {
      if (outcome === 'declined') {
        const attempt = { ...bought, id: randomUUID(), price, createdAt: new Date() };
        await sendWebhook(attempt, 'failed', { failureReason: 'payment_authorization_declined' });
        return true;
      }
      const payment = await insertPayment(sql, bought, { price, outcome, waitMs: WAIT_MS[outcome] });
      if (!payment) return false;
      await sendWebhook(payment, 'pending').catch((error: unknown) =>
        warn('the demo card could not report a payment', error),
      );
      if (outcome === 'success') void tick();
      return true;
    },
  };
};
