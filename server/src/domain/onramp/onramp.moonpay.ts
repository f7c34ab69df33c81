import type { OnrampFailure, OnrampStatus } from '@skarb/schema/onramp';
import { z } from 'zod';
import type { ProviderMaker } from './onramp.provider.ts';
import { forged, hmac, isSame, readJson, timeOf, unreadable, type Told } from './onramp.rules.ts';

/**
 * A transaction as webhooks carry it (dev.moonpay.com/api-reference/widget/webhooks/buy, .../webhooks.openapi.json): of
 * its many fields, those that are read here.
 */
const event = z.object({
  type: z.string(),
  data: z.object({
    id: z.string().min(1),
    status: z.string(),
    createdAt: z.string().nullish(),
    updatedAt: z.string().nullish(),
    externalTransactionId: z.string().nullish(),
    failureReason: z.string().nullish(),
    walletAddress: z.string().nullish(),
    quoteCurrencyAmount: z.number().nullish(),
    baseCurrencyAmount: z.number().nullish(),
    feeAmount: z.number().nullish(),
    extraFeeAmount: z.number().nullish(),
    networkFeeAmount: z.number().nullish(),
    areFeesIncluded: z.boolean().nullish(),
    baseCurrency: z.object({ code: z.string() }).nullish(),
    cryptoTransactionId: z.string().nullish(),
    stages: z.array(z.object({ status: z.string(), failureReason: z.string().nullish() })).nullish(),
  }),
});

/** The statuses of a Buy transaction (dev.moonpay.com/api-reference/widget/getbuytransaction). */
const STATUS: Record<string, OnrampStatus> = {
  waitingPayment: 'created',
  waitingAuthorization: 'pending',
  pending: 'pending',
  completed: 'completed',
  failed: 'failed',
};

/** By the codes of dev.moonpay.com/api-reference/widget/stage-failure-reasons: new ones may come, and count as `other`. */
const failureOf = (reason: string | null | undefined): OnrampFailure => {
  if (!reason) return 'other';
  if (/cancel/.test(reason)) return 'cancelled';
  if (/timeout|expired/.test(reason)) return 'expired';
  if (/kyc|identity/.test(reason)) return 'identity';
  if (/limit/.test(reason)) return 'limit';
  return /declined|rejected|card|authorization|insufficient/.test(reason) ? 'declined' : 'other';
};

const paidOf = (data: z.infer<typeof event>['data']): Told['paid'] => {
  if (data.baseCurrencyAmount == null || !data.baseCurrency) return null;
  const fees = (data.feeAmount ?? 0) + (data.extraFeeAmount ?? 0) + (data.networkFeeAmount ?? 0);
  const amount = data.baseCurrencyAmount + fees;
  return { amount: Math.round(amount * 100) / 100, currency: data.baseCurrency.code.toUpperCase() };
};

/** What a transaction of MoonPay's shape says. The demo card speaks like it. @throws AppError 400 */
export const readTransaction = (body: string): Told | null => {
  const parsed = event.safeParse(readJson(body));
  if (!parsed.success) throw unreadable(parsed.error);
  const { type, data } = parsed.data;
  const status = STATUS[data.status];
  // Sells, swaps and checks of people come to the same address.
  if (!/^transaction_(created|updated|failed)$/.test(type) || !status) return null;
  const reason = data.failureReason ?? data.stages?.find((stage) => stage.status === 'failed')?.failureReason;
  const isRefund = status === 'failed' && /refund/.test(reason ?? '');
  return {
    eventId: `${data.id} ${type} ${data.status} ${data.updatedAt ?? ''}`,
    orderUuid: data.externalTransactionId ?? null,
    paymentId: data.id,
    paymentAt: timeOf(data.createdAt),
    status: isRefund ? 'refunded' : status,
    failure: status === 'failed' && !isRefund ? failureOf(reason) : null,
    address: data.walletAddress?.toLowerCase() ?? null,
    received: status === 'completed' ? (data.quoteCurrencyAmount ?? null) : null,
    paid: paidOf(data),
    txHash: data.cryptoTransactionId ?? null,
  };
};

/**
 * `t=<unix time>,s=<hex>` over "<t>.<body as it came>" (dev.moonpay.com/api-reference/widget/webhooks/signature). No age
 * is asked of `t`: none is documented, tellings come again for days, and an old one changes nothing.
 */
export const isSigned = (header: string | string[] | undefined, body: string, key: string): boolean => {
  if (typeof header !== 'string') return false;
  const parts = new Map(header.split(',').map((part) => part.trim().split(/=(.*)/s) as [string, string]));
  const [time, signature] = [parts.get('t'), parts.get('s')];
  return !!time && !!signature && isSame(hmac(key, `${time}.${body}`, 'hex'), signature.toLowerCase());
};

/** A widget's address with its signature at the end (dev.moonpay.com/widget/on-ramp/customization/url-signing). */
export const signAddress = (base: string, params: Record<string, string>, secret: string): string => {
  const query = `?${new URLSearchParams(params)}`;
  return `${base}${query}&signature=${encodeURIComponent(hmac(secret, query, 'base64'))}`;
};

/**
 * MoonPay's widget by its signed address. The parameters are those of
 * dev.moonpay.com/widget/on-ramp/customization/parameters.
 */
export const createMoonPay: ProviderMaker = (settings) => ({
  open: async (wish) =>
    signAddress(
      settings.baseUrl ?? `https://buy${settings.isTest ? '-sandbox' : ''}.moonpay.com`,
      {
        apiKey: settings.key,
        currencyCode: wish.code,
        walletAddress: wish.address,
        quoteCurrencyAmount: wish.amount,
        externalTransactionId: wish.orderUuid,
        redirectURL: wish.returnUrl,
        theme: 'dark',
      },
      settings.secret,
    ),
  read: async (body, headers) => {
    if (!isSigned(headers['moonpay-signature-v2'], body, settings.webhookKey)) throw forged();
    return readTransaction(body);
  },
});
