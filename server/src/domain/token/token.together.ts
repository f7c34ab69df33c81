/** Whether any token can have what a list asks for, by which common lexemes tokens have together (`facet.store.ts`). */
import type { Tx } from '../../platform/db/database.ts';
import type { Filter } from './token.filter.ts';
import type { Lexemes } from './token.terms.ts';

/** What each facet has together with the others, as bits by their numbers. */
export type Together = { generation: number; ids: ReadonlyMap<string, number>; rows: ReadonlyMap<number, Uint8Array> };

const KEPT_MS = 60_000;
/** At most this many changes that no worker has read yet are looked through; with more, nothing is known. */
const MOST_CHANGES = 300;
const kept = new WeakMap<object, { until: number; value: Promise<Together | undefined> }>();

const bitsOf = (sql: Tx) => sql`substr(bit_send(f.together), 5)`;

const read = async (sql: Tx): Promise<Together | undefined> => {
  const rows = await sql<{ generation: number; id: number; lexeme: string; bits: Buffer }[]>`
    select s.generation, f.id, f.lexeme, ${bitsOf(sql)} as bits from facet f cross join facet_scan s where s.after is null`;
  const [first] = rows;
  return (
    first && {
      generation: first.generation,
      ids: new Map(rows.map(({ lexeme, id }) => [lexeme, id])),
      rows: new Map(rows.map(({ id, bits }) => [id, bits])),
    }
  );
};

/**
 * What tokens had together within the last minute: since then they may have more. Undefined while it is not known of all.
 * @param pool remembers it
 */
const togetherOf = (pool: Tx): Promise<Together | undefined> => {
  const known = kept.get(pool);
  if (known && known.until > Date.now()) return known.value;
  const value = read(pool);
  kept.set(pool, { until: Date.now() + KEPT_MS, value });
  value.catch(() => kept.delete(pool));
  return value;
};

/** Whether some token may have one lexeme of each of two groups. */
const mayMeet = ({ ids, rows }: Together, one: string[], other: string[]): boolean =>
  one.some((a) =>
    other.some((b) => {
      const [from, to] = [ids.get(a), ids.get(b)];
      if (from === undefined || to === undefined) return true;
      const [row, bit] = rows.has(from) ? [rows.get(from), to] : [rows.get(to), from];
      return row === undefined || ((row[bit >> 3] as number) & (128 >> (bit & 7))) !== 0;
    }),
  );

/** Whether some token may have what is asked for, and one of `also`. */
export const mayMatch = (together: Together, { ways, groups }: Lexemes, also?: string): boolean =>
  (ways.length > 0 ? ways : [[]]).some((way) => {
    const all = [...way, ...groups];
    if (also !== undefined) return all.every((group) => mayMeet(together, group, [also]));
    return all.every((one, at) => all.slice(at + 1).every((other) => mayMeet(together, one, other)));
  });

/** What is known at this moment of the facets that are asked for. @returns undefined if tokens changed that may match */
const readNow = async (sql: Tx, known: Together, filter: Filter): Promise<Together | undefined> => {
  const { ways, groups } = filter.lexemes;
  const ids = [...new Set([...ways.flat(2), ...groups.flat()].flatMap((lexeme) => known.ids.get(lexeme) ?? []))];
  const rows = await sql<{ id: number; bits: Buffer }[]>`
    select f.id, ${bitsOf(sql)} as bits from facet f where f.id = any(${ids}::smallint[])
      and (select generation from facet_scan where after is null) = ${known.generation}
      and (select count(*) from (select 1 from facet_change limit ${MOST_CHANGES + 1}) changes) <= ${MOST_CHANGES}
      and not exists (
        select 1 from token t where t.uuid = any(array(select token_uuid from facet_change limit ${MOST_CHANGES})) ${filter.columns} ${filter.content})`;
  return rows.length === ids.length ? { ...known, rows: new Map(rows.map(({ id, bits }) => [id, bits])) } : undefined;
};

/** Whether no token can match, as is certain at this moment: no time is spent where it is not likely. */
export const isNothing = async (sql: Tx, filter: Filter): Promise<boolean> => {
  const { ways, groups } = filter.lexemes;
  if (ways.flat(2).length + groups.length < 2) return false;
  const known = await togetherOf(sql);
  if (!known || mayMatch(known, filter.lexemes)) return false;
  const now = await readNow(sql, known, filter);
  return now !== undefined && !mayMatch(now, filter.lexemes);
};

/** The parts and beginnings of names (lexemes of three characters, and `=n`) that no matching token has, of those that are facets. */
export const absentParts = async (sql: Tx, filter: Filter): Promise<string[]> => {
  const known = await togetherOf(sql);
  if (!known) return [];
  const absentOf = (together: Together, parts: Iterable<string>) =>
    [...parts].filter((part) => /^(=n|~...$)/u.test(part) && !mayMatch(together, filter.lexemes, part));
  const likely = absentOf(known, known.ids.keys());
  if (likely.length === 0) return [];
  const now = await readNow(sql, known, filter);
  return now ? absentOf(now, likely) : [];
};
