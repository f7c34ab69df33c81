import type { Tx } from '../../platform/db/database.ts';
import { PIECE, START, type Kind, type Entry } from './sitemap.rules.ts';

/** Public pages: no drafts, nothing hidden; of users, those with a visible creation; of exhibitions, those that have begun. */
const publicOf = (sql: Tx, kind: Kind) =>
  ({
    token: sql`token t where t.is_counted`,
    collection: sql`collection t where not t.is_hidden`,
    profile: sql`app_user t where not t.is_hidden
      and exists (select 1 from token made where made.creator_uuid = t.uuid and made.is_counted)`,
    exhibition: sql`exhibition t where t.starts_at <= now()`,
  })[kind];

/** The entries of a part in the order of their ids: new entries come last, and every part is equally fast. */
export const listEntries = async (sql: Tx, kind: Kind, after: string, size = PIECE): Promise<Entry[]> =>
  sql<Entry[]>`select t.uuid, t.updated_at as "updatedAt" from ${publicOf(sql, kind)} and t.uuid > ${after}
    order by t.uuid limit ${size}`;

/** The id before each part. One short query per part, so that none exceeds the time limit. */
export const listStarts = async (sql: Tx, kind: Kind, size = PIECE): Promise<string[]> => {
  const starts: string[] = [];
  for (let after: string | undefined = START; after !== undefined;) {
    const from: string = after;
    const ends = await sql<{ uuid: string }[]>`
      select t.uuid from ${publicOf(sql, kind)} and t.uuid > ${from} order by t.uuid offset ${size - 1} limit 2`;
    starts.push(from);
    // A full part with nothing after it is the last.
    after = ends.length === 2 ? ends[0]?.uuid : undefined;
  }
  return starts;
};
