import { createTestDatabase, type TestDatabase } from '@skarb/local/testing.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../db/database.ts';
import {
  LAST_TIME,
  toAmount,
  toBigint,
  toInt,
  toQuantity,
  toQuantityChange,
  toSeconds,
  toText,
  toTime,
} from './clamp.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase(false);
  db = openDatabase({ url: database.url, pool: 1, name: 'clamp-test' });
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
});

const EXTREME = [0n, 1n, 2n ** 31n, 2n ** 40n - 1n, 2n ** 63n, 2n ** 64n, 2n ** 255n, 2n ** 256n - 1n];

describe('the values of a log', () => {
  it.each(EXTREME)('%d seconds become a date that PostgreSQL and JSON can represent', async (seconds) => {
    const time = toTime(seconds);
    const [row] = await db.sql<{ at: Date; text: string }[]>`
      select ${time}::timestamptz as at, to_char(${time}::timestamptz at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as text`;
    expect(row?.at).toEqual(time);
    expect(row?.text).toBe(time.toISOString());
    expect(time <= LAST_TIME).toBe(true);
  });

  it('keep the order of dates', () => {
    const times = EXTREME.map((seconds) => toTime(seconds).getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(toTime(-1n).getTime()).toBe(0);
    expect(toTime(Number.NaN).getTime()).toBe(0);
    expect(toTime(Number.POSITIVE_INFINITY).getTime()).toBe(0);
    expect(toSeconds(toTime(2n ** 64n))).toBe(2n ** 40n - 1n);
    expect(toSeconds(toTime(1_700_000_000))).toBe(1_700_000_000n);
  });

  it.each(EXTREME)('%d is clamped to the range of each column type', async (value) => {
    const [row] = await db.sql`
      select ${toAmount(value)}::numeric(78, 0) as amount, ${String(toQuantity(value))}::bigint as quantity,
        ${String(toQuantityChange(-value))}::bigint as change, ${toBigint(value)}::bigint as block, ${toInt(value)}::int as int`;
    expect(BigInt(row?.amount as string)).toBe(value);
    expect(Number.isSafeInteger(Number(row?.quantity))).toBe(true);
    expect(Number.isSafeInteger(Number(row?.change))).toBe(true);
  });

  it.each([['a\0b'], ['\uD800'], ['x'.repeat(3_000_000)], ['\u{1F600}'.repeat(9_999)]])(
    'text %# can be stored as text and as JSON',
    async (text) => {
      const safe = toText(text);
      expect(safe.length).toBeLessThanOrEqual(10_000);
      const [row] = await db.sql`select ${safe}::text as text, ${db.sql.json({ safe })}::jsonb ->> 'safe' as json`;
      expect(row).toEqual({ text: safe, json: safe });
    },
  );
});
