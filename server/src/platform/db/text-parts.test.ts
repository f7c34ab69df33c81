import { createTestDatabase, type TestDatabase } from '@skarb/local/testing.ts';
import { wordsAsked, wordsFound } from '@skarb/schema/word';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from './database.ts';
import { contains, partsOf, prefixesOf } from './text-parts.ts';

const NAMES = ['Бурштинові ріки 7', 'Silver Threads', "O'Neill \\ 50% _", 'Їжак і Ґава', '🌻 sun', 'аб', ''];

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, pool: 1, name: 'text-parts' });
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
});

describe('a text inside of another', () => {
  it('is found by its parts wherever it is, in either alphabet and case', async () => {
    const { sql } = db;
    for (const name of NAMES)
      for (let from = 0; from < name.length; from++)
        for (const size of [1, 2, 3, 4, 7]) {
          const text = [...name].slice(from, from + size).join('');
          for (const asked of [text, text.toUpperCase(), text.toLowerCase()]) {
            if (asked === '') continue;
            const [row] =
              await sql`select ${contains(sql, sql`name`, asked, 1)} as found from (values (${name}::text)) v (name)`;
            expect(row?.found, `${asked} in ${name}`).toBe(true);
          }
        }
    const [other] =
      await sql`select ${contains(sql, sql`name`, 'ріки 8', 1)} as found from (values (${NAMES[0] as string})) v (name)`;
    expect(other?.found).toBe(false);
  });

  it('is found where JavaScript and PostgreSQL write small letters differently', async () => {
    const { sql } = db;
    for (const name of ['İstanbul', 'ΟΔΟΣ'])
      for (const asked of [name, name.slice(0, 3), name.slice(-3)]) {
        const [row] =
          await sql`select ${contains(sql, sql`name`, asked, 1)} as found from (values (${name}::text)) v (name)`;
        expect(row?.found, `${asked} in ${name}`).toBe(true);
      }
  });

  it('is found by an index, not by comparing each row', async () => {
    const { sql } = db;
    await sql`select set_config(name, 'off', false) from unnest(array['enable_seqscan', 'enable_indexscan', 'enable_indexonlyscan']) name`;
    for (const text of ['урш', 'бурштин', 'ти'])
      expect(
        JSON.stringify(await sql`explain select uuid from collection where ${contains(sql, sql`name`, text, 1)}`),
      ).toContain('Index Cond');
  });

  it('of fewer characters than the index has, has no parts', () => {
    expect(partsOf('ти', 3)).toEqual([]);
    expect(partsOf('тик', 3)).toEqual(['~тик']);
    expect(partsOf('тики', 3)).toEqual(['~тик', '~ики']);
  });
});

describe('the words of a text', () => {
  const wordsInDatabase = async (texts: string[]): Promise<string[][]> => {
    const rows = await db.sql<{ words: string[] }[]>`
      select tsvector_to_array(words_in(text)) as words from json_array_elements_text(${texts as never}::json) with ordinality as each (text, at) order by at`;
    return rows.map(({ words }) => words.toSorted());
  };
  const here = (text: string) => [...new Set(wordsFound(text))].toSorted();

  it('are the same in PostgreSQL and in JavaScript, whatever character is inside of one or beside it', async () => {
    // Latin to Arabic, general punctuation and symbols, signs and letters of East Asia, presentation forms, emoji.
    const blocks = [
      [0x1, 0x7ff],
      [0x1f00, 0x2bff],
      [0x3000, 0x30ff],
      [0xfb00, 0xffff],
      [0x1f300, 0x1faff],
    ] as const;
    for (const [from, to] of blocks) {
      const characters = Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at));
      const texts = characters.map((one) => `Ще${one}Слово ${one}x${one} 7${one}`);
      const found = await wordsInDatabase(texts);
      const different = texts.filter((text, at) => here(text).join() !== found[at]?.join());
      expect(different, from.toString(16)).toEqual([]);
    }
  });

  it('with an apostrophe are found however it is written, and by their parts', async () => {
    const spellings = ["пам'ять", 'пам’ять', 'памʼять', 'пам`ять', 'ПАМ‘ЯТЬ'];
    for (const found of await wordsInDatabase(spellings)) expect(found).toEqual(['пам', 'память', 'ять']);
    for (const asked of spellings) expect(wordsAsked(asked)).toEqual(['память']);
    expect(await wordsInDatabase(["rock'n'roll", "'quoted'", "''", ''])).toEqual([
      ['n', 'rock', 'rocknroll', 'roll'],
      ['quoted'],
      [],
      [],
    ]);
  });

  it('have neither quotes nor stress marks, and no number is negative', async () => {
    expect(await wordsInDatabase(['«За\u0301мок», Ghost-3: 1\u00A0000₴ та кра\u00ADса'])).toEqual([
      ['000', '1', '3', 'ghost', 'замок', 'краса', 'та'],
    ]);
  });

  it('are whole where they look like numbers, and small in every locale', async () => {
    const texts = ['Serial 12e3ab, colour #7E1F', '1e5', 'ISTANBUL İzmir ВЕСНЯНКА', 'a'.repeat(3000)];
    const found = await wordsInDatabase(texts);
    expect(found[0]).toEqual(['12e3ab', '7e1f', 'colour', 'serial']);
    expect(found.slice(1)).toEqual([['1e5'], ['istanbul', 'izmir', 'веснянка'], []]);
    expect(texts.slice(0, 3).map(here)).toEqual(found.slice(0, 3));
    const [row] = await db.sql<{ found: boolean }[]>`
      select words_in('Serial 12e3ab') @@ ${prefixesOf(wordsAsked('12E3AB'))}::tsquery as found`;
    expect(row?.found).toBe(true);
  });
});
