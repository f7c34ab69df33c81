/**
 * Converts values of logs, which anyone may write, into what PostgreSQL, JavaScript and JSON can hold. A value out of
 * range becomes the nearest bound, so it still sorts on the right side of every ordinary value. Every number and text of
 * a log passes through here before it becomes a date, a column or part of an answer.
 */

/** 9999-12-31T23:59:59Z: the last second that PostgreSQL, `Date` and a four-digit ISO 8601 year can all express. */
const LAST_SECOND = 253_402_300_799n;
export const LAST_TIME = new Date(Number(LAST_SECOND) * 1000);

const UINT40_MAX = 2n ** 40n - 1n;
const UINT256_MAX = 2n ** 256n - 1n;
const QUANTITY_MAX = BigInt(Number.MAX_SAFE_INTEGER);
const BIGINT_MAX = 2n ** 63n - 1n;
const INT_MAX = 2 ** 31 - 1;
const TEXT_MAX = 10_000;

const between = (value: bigint, least: bigint, most: bigint): bigint =>
  value < least ? least : value > most ? most : value;

/** Seconds since 1970 as a date, from the epoch to `LAST_TIME`. */
export const toTime = (seconds: bigint | number): Date => {
  const whole = typeof seconds === 'bigint' ? seconds : BigInt(Math.trunc(Number.isFinite(seconds) ? seconds : 0));
  return new Date(Number(between(whole, 0n, LAST_SECOND)) * 1000);
};

/** A date in seconds. A clamped date becomes the largest uint40, so that a call that agrees to it covers the real one. */
export const toSeconds = (time: Date): bigint =>
  time >= LAST_TIME ? UINT40_MAX : BigInt(Math.floor(time.getTime() / 1000));

/** Base units for `numeric(78, 0)`: 0 to 2^256 - 1. */
export const toAmount = (value: bigint): string => String(between(value, 0n, UINT256_MAX));

/** Units of a token, which are JSON integers in answers: 0 to 2^53 - 1. */
export const toQuantity = (value: bigint): bigint => between(value, 0n, QUANTITY_MAX);

/** A positive or negative change of units. */
export const toQuantityChange = (value: bigint): bigint => between(value, -QUANTITY_MAX, QUANTITY_MAX);

/** A non-negative PostgreSQL `bigint`, such as a block number. */
export const toBigint = (value: bigint): string => String(between(value, 0n, BIGINT_MAX));

/** A non-negative PostgreSQL `integer`. */
export const toInt = (value: bigint | number): number =>
  Number(between(BigInt(Math.trunc(Number.isNaN(Number(value)) ? 0 : Number(value))), 0n, BigInt(INT_MAX)));

/** Text for PostgreSQL and JSON: without NUL and lone surrogates, at most `limit` UTF-16 units. */
export const toText = (text: string, limit = TEXT_MAX): string =>
  new TextDecoder().decode(new TextEncoder().encode(text.slice(0, limit))).replaceAll('\0', '\uFFFD');
