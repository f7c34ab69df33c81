import type { OnrampFailure, OnrampStatus } from '@skarb/schema/onramp';
import { jwtVerify } from 'jose';
import { z } from 'zod';
import { AppError } from '../../platform/http/app-error.ts';
import type { Provider } from './onramp.provider.ts';
import type { Onramp } from './onramp.settings.ts';
import { forged, readJson, timeOf, unreadable, type ProviderEvent } from './onramp.rules.ts';

export type AccessToken = { token: string; expiresAt: Date };
/** An access token that all processes share, because requesting another one revokes it. */
export type AccessTokens = {
  /** The current one; an expired one is replaced by `renew` for all processes. */
  present: (renew: () => Promise<AccessToken>) => Promise<string>;
  /** The current one and its predecessor. */
  known: () => Promise<string[]>;
};

const PATIENCE_MS = 6_000;

/**
 * The order in a webhook (docs.transak.com/guides/how-to-decrypt-webhook-payload, "Sample decrypted payload"), with
 * only the fields that are read here.
 */
const webhook = z.object({
  eventID: z.string().nullish(),
  webhookData: z.object({
    id: z.string().min(1),
    status: z.string(),
    createdAt: z.string().nullish(),
    isBuyOrSell: z.string().nullish(),
    walletAddress: z.string().nullish(),
    partnerOrderId: z.string().nullish(),
    fiatAmount: z.number().nullish(),
    fiatCurrency: z.string().nullish(),
    cryptoAmount: z.number().nullish(),
    transactionHash: z.string().nullish(),
    statusReason: z.string().nullish(),
  }),
});

/** The on-ramp's status codes (docs.transak.com/docs/webhooks, docs.transak.com/features/webhooks). */
const STATUS: Record<string, OnrampStatus> = {
  AWAITING_PAYMENT_FROM_USER: 'created',
  PAYMENT_DONE_MARKED_BY_USER: 'pending',
  PROCESSING: 'pending',
  PENDING_DELIVERY_FROM_TRANSAK: 'pending',
  ON_HOLD_PENDING_DELIVERY_FROM_TRANSAK: 'pending',
  COMPLETED: 'completed',
  EXPIRED: 'failed',
  FAILED: 'failed',
  CANCELLED: 'failed',
  REFUNDED: 'refunded',
};
const FAILURE: Record<string, OnrampFailure> = { EXPIRED: 'expired', FAILED: 'declined', CANCELLED: 'cancelled' };

const eventOf = (payload: unknown): ProviderEvent | null => {
  const parsed = webhook.safeParse(payload);
  if (!parsed.success) throw unreadable(parsed.error);
  const { eventID, webhookData: order } = parsed.data;
  const status = STATUS[order.status];
  if (!status || order.isBuyOrSell?.toUpperCase() === 'SELL') return null;
  return {
    eventId: `${order.id} ${eventID ?? ''} ${order.status}`,
    orderUuid: order.partnerOrderId ?? null,
    paymentId: order.id,
    paymentAt: timeOf(order.createdAt),
    status,
    failure: status === 'failed' ? (FAILURE[order.status] ?? 'other') : null,
    address: order.walletAddress?.toLowerCase() ?? null,
    received: status === 'completed' ? (order.cryptoAmount ?? null) : null,
    paid:
      order.fiatAmount == null || !order.fiatCurrency
        ? null
        : { amount: order.fiatAmount, currency: order.fiatCurrency.toUpperCase() },
    txHash: order.transactionHash ?? null,
  };
};

/** 503: the provider does not answer. */
export const providerUnavailable = (cause?: unknown) =>
  new AppError(503, 'onramp.away', 'The card payment cannot be reached at the moment, try again in a minute', {
    retryAfterSeconds: 30,
    cause,
  });

const ask = async (url: string, headers: Record<string, string>, body: unknown): Promise<unknown> => {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (!response.ok) throw new Error(`Transak answers ${response.status} at ${new URL(url).pathname}`);
    return await response.json();
  } catch (cause) {
    throw providerUnavailable(cause);
  }
};

/** Seven days by docs.transak.com/guides/how-to-create-partner-access-token; `expiresAt` in Unix seconds. */
const tokenAnswer = z.object({ data: z.object({ accessToken: z.string().min(1), expiresAt: z.number() }) });
const sessionAnswer = z.object({ data: z.object({ widgetUrl: z.url() }) });

/**
 * Transak, by the only flow that it still documents
 * (docs.transak.com/guides/migration-to-api-based-transak-widget-url): an access token, then a widget URL for one
 * customer by the Create Widget URL API. The URL is valid once and for 5 minutes. Webhooks are a JWT signed with the
 * access token (docs.transak.com/guides/how-to-decrypt-webhook-payload).
 */
export const createTransak = (settings: Onramp, tokens: AccessTokens, site: string): Provider => {
  const stage = settings.isTest ? '-stg' : '';
  const renew = async () => {
    const url = `${settings.baseUrl ?? `https://api${stage}.transak.com`}/partners/api/v2/refresh-token`;
    const { data } = tokenAnswer.parse(await ask(url, { 'api-secret': settings.secret }, { apiKey: settings.key }));
    return { token: data.accessToken, expiresAt: new Date(data.expiresAt * 1000) };
  };
  return {
    open: async (request) => {
      const url = `${settings.baseUrl ?? `https://api-gateway${stage}.transak.com`}/api/v2/auth/session`;
      const widgetParams = {
        apiKey: settings.key,
        referrerDomain: site,
        productsAvailed: 'BUY',
        network: 'polygon',
        cryptoCurrencyCode: request.code,
        cryptoAmount: Number(request.amount),
        // Not `fiatCurrency`, which buyers cannot change: a card of another currency could not pay.
        ...(request.payIn && { defaultFiatCurrency: request.payIn }),
        walletAddress: request.address,
        disableWalletAddressForm: true,
        partnerOrderId: request.orderUuid,
        redirectURL: request.returnUrl,
        colorMode: 'DARK',
      };
      const answer = await ask(url, { 'access-token': await tokens.present(renew) }, { widgetParams });
      return sessionAnswer.parse(answer).data.widgetUrl;
    },
    read: async (body) => {
      const { data } = z.looseObject({ data: z.unknown() }).parse(readJson(body));
      if (typeof data !== 'string') throw unreadable();
      for (const token of await tokens.known()) {
        // HS256 only: "none" and other algorithms are refused.
        const proved = await jwtVerify(data, new TextEncoder().encode(token), { algorithms: ['HS256'] }).catch(
          () => undefined,
        );
        if (proved) return eventOf(proved.payload);
      }
      throw forged();
    },
  };
};
