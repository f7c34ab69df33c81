import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Address } from 'viem';
import { DEMO_SIGNATURE } from '../onramp/onramp.demo.ts';
import { hmac, isSame } from '../onramp/onramp.rules.ts';
import type { Onramp } from '../onramp/onramp.settings.ts';
import type { Outcome } from './dev.card.rules.ts';
import type { createFaucet, Given } from './dev.faucet.ts';

/** What the signed address says is to be bought: all that a provider knows of us. */
export type Bought = {
  order: string;
  currency: string;
  amount: string;
  address: Address;
  language: 'en' | 'ukr';
  returnUrl: string;
};

const NOTHING: Given = { pol: '0', weth: '0', usdc: '0' };
/** For gas: whoever buys his first ether has none. */
const GAS_POL = '2';
const SLOW_MS = 6_000;
const REFUND_MS = 1_500;
const DELIVERIES = [200, 1_000, 5_000, 15_000];

const givenOf = ({ currency, amount }: Bought): Given => {
  if (currency === 'POL') return { ...NOTHING, pol: amount };
  return { ...NOTHING, pol: GAS_POL, [currency === 'USDC' ? 'usdc' : 'weth']: amount };
};

/** Reads a signed address. @returns undefined where it is not as the marketplace made it */
export const readSigned = (query: string, secret: string): Bought | undefined => {
  const [signed = '', signature = ''] = query.split('&signature=');
  if (!isSame(hmac(secret, `?${signed}`, 'base64'), decodeURIComponent(signature))) return undefined;
  const given = new URLSearchParams(signed);
  const of = (name: string) => given.get(name) ?? '';
  return {
    order: of('externalTransactionId'),
    currency: of('currencyCode'),
    amount: of('quoteCurrencyAmount'),
    address: of('walletAddress').toLowerCase() as Address,
    language: of('language') === 'ukr' ? 'ukr' : 'en',
    returnUrl: of('redirectURL'),
  };
};

type Parts = {
  settings: Onramp;
  pour: ReturnType<typeof createFaucet>;
  /** Where webhooks go: looked up when one is sent. */
  webhookUrl: () => string;
  warn: (message: string, error: unknown) => void;
};

/**
 * The till of the demo provider: takes any card, tells the marketplace by signed webhooks over HTTP as a real one does,
 * and sends play money from the faucet.
 */
export const createTill = ({ settings, pour, webhookUrl, warn }: Parts) => {
  const paid = new Set<string>();

  const deliver = async (body: string): Promise<void> => {
    const time = String(Math.floor(Date.now() / 1000));
    const signature = hmac(settings.webhookKey, `${time}.${body}`, 'hex');
    for (let attempt = 0; ; attempt++) {
      try {
        const response = await fetch(webhookUrl(), {
          method: 'POST',
          headers: { 'content-type': 'application/json', [DEMO_SIGNATURE]: `t=${time},s=${signature}` },
          body,
        });
        if (response.ok) return;
        throw new Error(`the webhook answers ${response.status}`);
      } catch (error) {
        const wait = DELIVERIES[attempt];
        if (wait === undefined) throw error;
        await sleep(wait, undefined, { ref: false });
      }
    }
  };

  return {
    isPaid: ({ order }: Bought) => paid.has(order),
    /**
     * Takes a payment: returns once the marketplace knows that it is under way (or declined); the rest follows.
     * @param price what the card pays, in US dollars
     */
    take: async (bought: Bought, price: number, outcome: Outcome): Promise<void> => {
      const id = randomUUID();
      const tell = (status: string, more: object = {}) =>
        deliver(
          JSON.stringify({
            type: status === 'failed' ? 'transaction_failed' : 'transaction_updated',
            data: {
              id,
              status,
              updatedAt: new Date().toISOString(),
              externalTransactionId: bought.order,
              walletAddress: bought.address,
              quoteCurrencyAmount: Number(bought.amount),
              baseCurrencyAmount: price,
              baseCurrency: { code: 'usd' },
              ...more,
            },
          }),
        );
      if (outcome === 'declined') return tell('failed', { failureReason: 'payment_authorization_declined' });
      paid.add(bought.order);
      await tell('pending');
      const finish = async () => {
        if (outcome === 'refunded') {
          await sleep(REFUND_MS, undefined, { ref: false });
          return tell('failed', { failureReason: 'refund' });
        }
        if (outcome === 'slow') await sleep(SLOW_MS, undefined, { ref: false });
        const { sent } = await pour(bought.address, givenOf(bought));
        return tell('completed', { cryptoTransactionId: sent[0] ?? null });
      };
      finish().catch((error: unknown) => {
        warn('the demo card could not finish a payment', error);
        return tell('failed', { failureReason: 'error' }).catch(() => {});
      });
    },
  };
};
