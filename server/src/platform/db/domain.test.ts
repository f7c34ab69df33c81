import { createTestDatabase, type TestDatabase } from '@skarb/local/testing.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from './database.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, pool: 1, name: 'domain-test' });
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
});

describe.each([
  ['address', 40],
  ['hash32', 64],
] as const)('the column type %s', (type, digits) => {
  const cast = (text: string) => db.sql`select ${text}::text::${db.sql.unsafe(type)} as value`;
  const hex = '0123456789abcdef'.repeat(4).slice(0, digits);

  it('takes hexadecimal digits in lower case after 0x', async () => {
    expect((await cast(`0x${hex}`))[0]?.value).toBe(`0x${hex}`);
  });

  it.each([
    ['one digit less', `0x${hex.slice(1)}`],
    ['one digit more', `0x${hex}0`],
    ['a capital letter', `0x${hex.slice(1)}A`],
    ['another letter', `0x${hex.slice(1)}g`],
    ['a line break at the end', `0x${hex.slice(1)}\n`],
    ['a line break in it', `0x${hex.slice(2)}\n0`],
    ['no 0x', `00${hex}`],
    ['nothing', ''],
  ])('refuses %s', async (_, text) => {
    await expect(cast(text)).rejects.toThrow(`${type}_check`);
  });
});
