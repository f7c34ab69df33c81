import type { OnrampFailure, OnrampStatus } from '@skarb/schema/onramp';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../platform/http/app-error.ts';

/** A provider's event about a payment, in the marketplace's terms. */
export type ProviderEvent = {
  /** The same for every delivery of one event. */
  eventId: string;
  /** The uuid of our order that the provider was given; null if the event has none. */
  orderUuid: string | null;
  /** The provider's payment: one order may take several attempts. */
  paymentId: string;
  /** The payment's start as the provider gives it (ISO 8601); null if it does not. */
  paymentAt: string | null;
  status: OnrampStatus;
  failure: OnrampFailure | null;
  /** The receiving address in lower case; null if the event has none. */
  address: string | null;
  /** In the currency's own unit. */
  received: number | null;
  paid: { amount: number; currency: string } | null;
  txHash: string | null;
};

/** The states of a payment, in order: it only moves forward. The refund of a sent payment comes after it. */
const RANK: Record<OnrampStatus, number> = { created: 0, pending: 1, failed: 2, completed: 3, refunded: 4 };

/** An event as it is stored. */
export type StoredEvent = Pick<
  ProviderEvent,
  'eventId' | 'paymentId' | 'paymentAt' | 'status' | 'failure' | 'paid' | 'txHash'
> & {
  /** In base units. */
  received: bigint | null;
};
/** The state of a payment, and of the order it decides. */
export type PaymentState = Pick<StoredEvent, 'paymentId' | 'status' | 'failure' | 'received' | 'paid' | 'txHash'>;

const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** The state of one payment: its furthest event; fields that this event lacks come from earlier ones. */
const paymentOf = (events: readonly StoredEvent[]): PaymentState & { at: string } => {
  const sorted = events.toSorted((a, b) => RANK[b.status] - RANK[a.status] || byText(b.eventId, a.eventId));
  const furthest = sorted[0] as StoredEvent;
  const known = <K extends keyof StoredEvent>(name: K) => sorted.find((event) => event[name] !== null)?.[name] ?? null;
  return {
    paymentId: furthest.paymentId,
    status: furthest.status,
    failure: furthest.failure,
    received: known('received'),
    paid: known('paid'),
    txHash: known('txHash'),
    at: events.reduce((first, { paymentAt }) => (paymentAt && (!first || paymentAt < first) ? paymentAt : first), ''),
  };
};

/** Priority among several payments of an order: completed first, `created` last, all others between. */
const weightOf = (status: OnrampStatus): number => (status === 'completed' ? 2 : status === 'created' ? 0 : 1);

/**
 * The state of an order, derived from all of its events. Providers deliver events twice and in any order, so only the
 * set counts: each payment has its furthest state; a completed payment decides the order whatever other attempts end
 * as; otherwise the attempt that began last decides, those that are only `created` last.
 * @returns undefined without events
 */
export const orderStateOf = (events: readonly StoredEvent[]): PaymentState | undefined => {
  const ids = [...new Set(events.map(({ paymentId }) => paymentId))];
  const payments = ids.map((id) => paymentOf(events.filter(({ paymentId }) => paymentId === id)));
  payments.sort(
    (a, b) => weightOf(b.status) - weightOf(a.status) || byText(b.at, a.at) || byText(b.paymentId, a.paymentId),
  );
  if (!payments[0]) return undefined;
  const { at: _at, ...state } = payments[0];
  return state;
};

/** A number as a decimal string without an exponent, with no more digits than the currency has. */
export const decimalText = (value: number, decimals: number): string => {
  const digits = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: Math.min(18, decimals) });
  return digits.format(value);
};

/** A limit of an order in a currency: US dollars at a rate, rounded to three digits towards the allowed range. */
export const boundOf = (usd: number, rate: number, decimals: number, way: 'up' | 'down'): string => {
  const exact = usd / rate;
  const step = 10 ** (Math.floor(Math.log10(exact)) - 2);
  return decimalText((way === 'up' ? Math.ceil : Math.floor)(exact / step) * step, Math.min(8, decimals));
};

/** Tolerance at the limits in basis points: prices change while a user fills in the form. */
export const BOUND_SLACK_BPS = 500;

/** A provider's time as ISO 8601 in UTC; null if it is not a time. */
export const timeOf = (text: string | null | undefined): string | null => {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? null : new Date(time).toISOString();
};

/** HMAC-SHA256. */
export const hmac = (key: string, text: string, form: 'hex' | 'base64'): string =>
  createHmac('sha256', key).update(text).digest(form);

/** Compares in constant time. */
export const isSame = (one: string, other: string): boolean => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/** The webhook was not sent by the provider. */
export const forged = () => new AppError(401, 'onramp.signature', 'The signature is not the provider’s');
/** The webhook does not follow the provider's documentation. */
export const unreadable = (cause?: unknown) =>
  new AppError(400, 'onramp.unreadable', 'The body is not what the provider’s documentation describes', { cause });

/** Parses a JSON body. @throws AppError 400 */
export const readJson = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch (error) {
    throw unreadable(error);
  }
};
