/**
 * What anybody may write into a log, as something that PostgreSQL, JavaScript and the wire all take. A value out of
 * bounds becomes the nearest bound, so it still sorts and compares on the right side of every honest one. Each number
 * and text of a log that reaches a date, a column or an answer goes through here.
 */

/** 9999-12-31T23:59:59Z: the last second that PostgreSQL, `Date` and ISO 8601 with four digits of year have in common. */
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

/** The seconds of a date; of a clamped one the most a contract can hold, so that what it agrees to covers the real one. */
export const toSeconds = (time: Date): bigint =>
  time >= LAST_TIME ? UINT40_MAX : BigInt(Math.floor(time.getTime() / 1000));

/** Base units as `numeric(78, 0)` takes them: 0 to 2^256 - 1. */
export const toAmount = (value: bigint): string => String(between(value, 0n, UINT256_MAX));

/** Units of a token, which answers carry as JSON integers: 0 to 2^53 - 1. */
export const toQuantity = (value: bigint): bigint => between(value, 0n, QUANTITY_MAX);

/** A change of units, either way. */
export const toQuantityChange = (value: bigint): bigint => between(value, -QUANTITY_MAX, QUANTITY_MAX);

/** A PostgreSQL `bigint` that is not negative: block numbers and the like. */
export const toBigint = (value: bigint): string => String(between(value, 0n, BIGINT_MAX));

/** A PostgreSQL `integer` that is not negative. */
export const toInt = (value: bigint | number): number =>
  Number(between(BigInt(Math.trunc(Number.isNaN(Number(value)) ? 0 : Number(value))), 0n, BigInt(INT_MAX)));

/** Text that `text` and JSON take: no NUL, no half of a surrogate pair, at most `limit` UTF-16 units. */
export const toText = (text: string, limit = TEXT_MAX): string =>
  new TextDecoder().decode(new TextEncoder().encode(text.slice(0, limit))).replaceAll('\0', '\uFFFD');
