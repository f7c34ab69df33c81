import type { OnrampFailure, OnrampStatus } from '@skarb/schema/onramp';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../platform/http/app-error.ts';

/** What a provider tells of a payment, in our words. */
export type Told = {
  /** The same for every telling of the same. */
  eventId: string;
  /** Our order, as we named it to the provider; null where it is none of ours. */
  orderUuid: string | null;
  /** The provider's own payment: one order may take several tries. */
  paymentId: string;
  status: OnrampStatus;
  failure: OnrampFailure | null;
  /** Where it goes, lower-case; null where it is not said. */
  address: string | null;
  /** In the currency's own unit. */
  received: number | null;
  paid: { amount: number; currency: string } | null;
  txHash: string | null;
};

type Known = { status: OnrampStatus; paymentId: string | null };

/** A payment goes forward through these and never back. A refund of what was sent is told after it. */
const RANK: Record<OnrampStatus, number> = { created: 0, pending: 1, failed: 2, completed: 3, refunded: 4 };

/**
 * Whether what is told is news to an order. Providers tell things twice and in any order: a payment moves forward alone,
 * and after one that failed or was refunded only another payment begins anew. What was paid and sent stays so, whatever
 * another try comes to.
 */
export const isNews = (known: Known, told: Pick<Told, 'status' | 'paymentId'>): boolean => {
  if (known.paymentId === null || known.paymentId === told.paymentId)
    return RANK[told.status] > RANK[known.status] || (known.paymentId === null && told.status === 'created');
  if (known.status === 'failed' || known.status === 'refunded')
    return told.status === 'pending' || told.status === 'completed';
  if (known.status === 'completed') return false;
  return told.status === 'completed' || RANK[told.status] > RANK[known.status];
};

/** A number as a decimal string without an exponent, with no more digits than the currency has. */
export const decimalText = (value: number, decimals: number): string => {
  const digits = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: Math.min(18, decimals) });
  return digits.format(value);
};

/** A bound of an order in a currency: dollars at a rate, to three digits, rounded inwards. */
export const boundOf = (usd: number, rate: number, decimals: number, way: 'up' | 'down'): string => {
  const exact = usd / rate;
  const step = 10 ** (Math.floor(Math.log10(exact)) - 2);
  return decimalText((way === 'up' ? Math.ceil : Math.floor)(exact / step) * step, Math.min(8, decimals));
};

/** What a bound may have moved by while somebody filled the form in: prices walk. */
export const BOUND_SLACK = 0.05;

/** HMAC-SHA256. */
export const hmac = (key: string, text: string, form: 'hex' | 'base64'): string =>
  createHmac('sha256', key).update(text).digest(form);

/** Compares without telling by its time how much was right. */
export const isSame = (one: string, other: string): boolean => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/** It is not the provider who speaks. */
export const forged = () => new AppError(401, 'onramp.signature', 'The signature is not the provider’s');
/** The provider speaks, but not as its documentation says. */
export const unreadable = (cause?: unknown) =>
  new AppError(400, 'onramp.unreadable', 'The body is not what the provider’s documentation describes', { cause });

/** A body of JSON. @throws AppError 400 */
export const readJson = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch (error) {
    throw unreadable(error);
  }
};
