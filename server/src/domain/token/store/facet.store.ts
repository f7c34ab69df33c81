/**
 * Which of the most common lexemes of tokens some token has together (migration 0151). What is written here only grows, so
 * that it is right for every token at any time, together with the tokens in `facet_change`.
 */
import { columnOf } from '../../../platform/db/column.ts';
import type { Fragment, Sql, Tx } from '../../../platform/db/database.ts';
import { termsOf, UNPAIRED } from '../token.terms.ts';

/** As many as `facet` has bits for: all that the statistics know. */
const MOST_FACETS = 2048;
/** Of these, lists are asked for most; statistics may lack some. */
const ALWAYS = ['=s', '=e1', '=e2', '=e4', '=e8', '=e16', '=tERC721', '=tERC1155', UNPAIRED];
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** The tokens of a batch have been read: adds what they have together. */
const addTogether = (tx: Tx, tokens: Fragment) => tx`
  with terms as materialized (
    select t.uuid, unnest(tsvector_to_array(${termsOf(tx, 't')})) as lexeme from token t where t.uuid = any(${tokens})),
  sets as materialized (
    select array_agg(f.id) as ids, bit_or(f.own) as bits from terms join facet f using (lexeme) group by terms.uuid),
  added as (select id, bit_or(bits) as bits from sets cross join unnest(ids) id group by id)
  update facet f set together = f.together | a.bits from added a where f.id = a.id and f.together | a.bits <> f.together`;

/** Adds what changed tokens have together. @returns how many changes there were, `most` at most */
export const readChanges = async (tx: Tx, most: number): Promise<number> => {
  // The tokens are read as they are where these rows are: a change in the meantime has a row of its own.
  const changes = await tx<{ token_uuid: string }[]>`
    delete from facet_change where id in (select id from facet_change order by id limit ${most}) returning token_uuid`;
  const uuids = [...new Set(changes.map(({ token_uuid }) => token_uuid))];
  if (uuids.length > 0) await addTogether(tx, tx`${columnOf(uuids)}::uuid[]`);
  return changes.length;
};

type Scan = { tokens: number; after: string | null };
export type ScanState = { scan: Scan | undefined; tokens: number; hasChanges: boolean };
/** How far the tokens have been read, how many there are now, and whether some have changed. */
export const readScan = async (tx: Tx): Promise<ScanState> => {
  const [row] = await tx<(Scan & { now: number; has_facets: boolean; has_changes: boolean })[]>`
    select coalesce((select minted from token_count where scope = 'all' and id = ${BEFORE_ALL}), 0) as now,
      s.is_only is not null as has_facets, s.tokens, s.after, exists (select 1 from facet_change) as has_changes
    from (select 1) one left join facet_scan s on true`;
  return { scan: row?.has_facets ? row : undefined, tokens: row?.now ?? 0, hasChanges: row?.has_changes ?? false };
};

/** Reads the next tokens. @returns how many */
export const scanTokens = async (tx: Tx, after: string, most: number): Promise<number> => {
  const tokens = await tx<{ uuid: string }[]>`
    select uuid from token where uuid > ${after} order by uuid limit ${most}`;
  const uuids = tokens.map(({ uuid }) => uuid);
  if (uuids.length > 0) await addTogether(tx, tx`${columnOf(uuids)}::uuid[]`);
  await tx`update facet_scan set after = ${uuids.length < most ? null : (uuids.at(-1) as string)}`;
  return uuids.length;
};

/** Chooses the most common lexemes, and begins to read all tokens for them. @returns whether statistics know any */
export const chooseFacets = async (tx: Tx, tokens: number): Promise<boolean> => {
  await tx`delete from facet`;
  const { count } = await tx`
    insert into facet (id, lexeme, own, together)
    select id, lexeme, set_bit(none, id, 1), none from (
      select (row_number() over ())::int - 1 as id, lexeme, repeat('0', ${MOST_FACETS})::bit(${tx.unsafe(String(MOST_FACETS)) as unknown as Fragment}) as none from (
        select lexeme from (
          select lexeme, 2::real as share from unnest(${ALWAYS}::text[]) lexeme
          union all
          -- After one share a lexeme, there are the least and the greatest of them.
          select u.lexeme, u.share from token_term_shares() t cross join unnest(t.lexemes, t.shares) u (lexeme, share)
          where u.lexeme is not null and u.lexeme <> all(${ALWAYS}::text[])) known
        order by share desc, lexeme limit ${MOST_FACETS}) chosen) numbered`;
  if (count <= ALWAYS.length) {
    await tx`delete from facet`;
    return false;
  }
  // All tokens are read from now on, those that have changed too.
  await tx`delete from facet_change`;
  await tx`
    insert into facet_scan (generation, tokens, after) values (1, ${tokens}, ${BEFORE_ALL})
    on conflict (is_only) do update set generation = facet_scan.generation + 1, tokens = excluded.tokens, after = excluded.after`;
  return true;
};

/** Without facets, changes are not needed. */
export const forgetChanges = async (sql: Sql | Tx): Promise<void> => {
  await sql`delete from facet_change`;
};
