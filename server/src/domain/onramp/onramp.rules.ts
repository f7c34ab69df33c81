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
  /** When that payment began, as the provider says (ISO 8601); null where it does not. */
  paymentAt: string | null;
  status: OnrampStatus;
  failure: OnrampFailure | null;
  /** Where it goes, lower-case; null where it is not said. */
  address: string | null;
  /** In the currency's own unit. */
  received: number | null;
  paid: { amount: number; currency: string } | null;
  txHash: string | null;
};

/** A payment goes forward through these and never back. A refund of what was sent is told after it. */
const RANK: Record<OnrampStatus, number> = { created: 0, pending: 1, failed: 2, completed: 3, refunded: 4 };

/** A telling as it is kept. */
export type Telling = Pick<Told, 'eventId' | 'paymentId' | 'paymentAt' | 'status' | 'failure' | 'paid' | 'txHash'> & {
  /** In base units. */
  received: bigint | null;
};
/** How an order stands. */
export type Standing = Pick<Telling, 'paymentId' | 'status' | 'failure' | 'received' | 'paid' | 'txHash'>;

const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** How one payment stands: as the furthest of what was told of it says; what that leaves out is taken from before. */
const paymentOf = (tellings: readonly Telling[]): Standing & { at: string } => {
  const sorted = tellings.toSorted((a, b) => RANK[b.status] - RANK[a.status] || byText(b.eventId, a.eventId));
  const furthest = sorted[0] as Telling;
  const known = <K extends keyof Telling>(name: K) => sorted.find((told) => told[name] !== null)?.[name] ?? null;
  return {
    paymentId: furthest.paymentId,
    status: furthest.status,
    failure: furthest.failure,
    received: known('received'),
    paid: known('paid'),
    txHash: known('txHash'),
    at: tellings.reduce((first, { paymentAt }) => (paymentAt && (!first || paymentAt < first) ? paymentAt : first), ''),
  };
};

/** Whose word counts among several tries: what was paid for, then any that came to something, then one just begun. */
const weightOf = (status: OnrampStatus): number => (status === 'completed' ? 2 : status === 'created' ? 0 : 1);

/**
 * How an order stands by all that was told of it. Providers tell things twice and in any order, so this looks at the set
 * alone and never at what came first: of each payment the furthest state counts; what was paid and sent speaks for the
 * order whatever other tries come to; otherwise the try that began last does.
 * @returns undefined where nothing was told
 */
export const standingOf = (tellings: readonly Telling[]): Standing | undefined => {
  const ids = [...new Set(tellings.map(({ paymentId }) => paymentId))];
  const payments = ids.map((id) => paymentOf(tellings.filter(({ paymentId }) => paymentId === id)));
  payments.sort(
    (a, b) => weightOf(b.status) - weightOf(a.status) || byText(b.at, a.at) || byText(b.paymentId, a.paymentId),
  );
  if (!payments[0]) return undefined;
  const { at: _at, ...standing } = payments[0];
  return standing;
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

/** What a bound may have moved by while somebody filled the form in, in basis points: prices walk. */
export const BOUND_SLACK_BPS = 500;

/** A provider's time in our form (UTC); null for what is none. */
export const timeOf = (text: string | null | undefined): string | null => {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? null : new Date(time).toISOString();
};

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
