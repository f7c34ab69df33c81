import type { OnrampFailure, OnrampStatus } from '@skarb/schema/onramp';
import { z } from 'zod';
import type { ProviderMaker } from './onramp.provider.ts';
import { forged, hmac, isSame, readJson, timeOf, unreadable, type ProviderEvent } from './onramp.rules.ts';

/**
 * The transaction in a webhook (dev.moonpay.com/api-reference/widget/webhooks/buy, .../webhooks.openapi.json), with
 * only the fields that are read here.
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

/** The codes of dev.moonpay.com/api-reference/widget/stage-failure-reasons; unknown codes count as `other`. */
const failureOf = (reason: string | null | undefined): OnrampFailure => {
  if (!reason) return 'other';
  if (/cancel/.test(reason)) return 'cancelled';
  if (/timeout|expired/.test(reason)) return 'expired';
  if (/kyc|identity/.test(reason)) return 'identity';
  if (/limit/.test(reason)) return 'limit';
  return /declined|rejected|card|authorization|insufficient/.test(reason) ? 'declined' : 'other';
};

const paidOf = (data: z.infer<typeof event>['data']): ProviderEvent['paid'] => {
  if (data.baseCurrencyAmount == null || !data.baseCurrency) return null;
  const fees = (data.feeAmount ?? 0) + (data.extraFeeAmount ?? 0) + (data.networkFeeAmount ?? 0);
  const amount = data.baseCurrencyAmount + fees;
  return { amount: Math.round(amount * 100) / 100, currency: data.baseCurrency.code.toUpperCase() };
};

/** Reads a transaction in MoonPay's format, which the demo card uses, too. @throws AppError 400 */
export const readTransaction = (body: string): ProviderEvent | null => {
  const parsed = event.safeParse(readJson(body));
  if (!parsed.success) throw unreadable(parsed.error);
  const { type, data } = parsed.data;
  const status = STATUS[data.status];
  // Sales, swaps and identity checks arrive at the same URL.
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
 * Verifies the header `t=<unix time>,s=<hex>`: an HMAC of "<t>.<raw body>"
 * (dev.moonpay.com/api-reference/widget/webhooks/signature). The age of `t` is not checked: no limit is documented,
 * events are repeated for days, and an old one changes nothing.
 */
export const isSigned = (header: string | string[] | undefined, body: string, key: string): boolean => {
  if (typeof header !== 'string') return false;
  const parts = new Map(header.split(',').map((part) => part.trim().split(/=(.*)/s) as [string, string]));
  const [time, signature] = [parts.get('t'), parts.get('s')];
  return !!time && !!signature && isSame(hmac(key, `${time}.${body}`, 'hex'), signature.toLowerCase());
};

/** A widget's URL with its signature at the end (dev.moonpay.com/widget/on-ramp/customization/url-signing). */
export const signAddress = (base: string, params: Record<string, string>, secret: string): string => {
  const query = `?${new URLSearchParams(params)}`;
  return `${base}${query}&signature=${encodeURIComponent(hmac(secret, query, 'base64'))}`;
};

/**
 * MoonPay's widget, opened by a signed URL. The parameters are those of
 * dev.moonpay.com/widget/on-ramp/customization/parameters.
 */
export const createMoonPay: ProviderMaker = (settings) => ({
  open: async (request) =>
    signAddress(
      settings.baseUrl ?? `https://buy${settings.isTest ? '-sandbox' : ''}.moonpay.com`,
      {
        apiKey: settings.key,
        currencyCode: request.code,
        walletAddress: request.address,
        quoteCurrencyAmount: request.amount,
        ...(request.payIn && { baseCurrencyCode: request.payIn.toLowerCase() }),
        externalTransactionId: request.orderUuid,
        redirectURL: request.returnUrl,
        theme: 'dark',
      },
      settings.secret,
    ),
  read: async (body, headers) => {
    if (!isSigned(headers['moonpay-signature-v2'], body, settings.webhookKey)) throw forged();
    return readTransaction(body);
  },
});
