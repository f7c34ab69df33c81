import type { ActivityEvent } from '@skarb/schema/activity';
import type { followEndpoints } from '@skarb/schema/follow';
import type { QueryOf } from '@skarb/schema/endpoint';
import { FEED_MAX } from '@skarb/schema/limits';
import type { ListMeta } from '@skarb/schema/primitive';
import { constant } from '../../platform/db/bounded-page.ts';
import { joined, type Fragment, type Tx } from '../../platform/db/database.ts';
import { metaOf, offsetOf } from '../../platform/http/list.ts';
import { activityOf } from '../activity/activity.view.ts';

/**
 * The ranges of `activity` that a feed is made of, by what they are found with: a followed collection's events, what a
 * followed person offered and sold, and what was minted to them. Each is a range of an index for each kind.
 */
const RANGES = [
  { column: 'collection_uuid', kinds: ['MINT', 'LISTING', 'AUCTION', 'SALE'], followed: 'collection_uuid' },
  { column: 'from_address', kinds: ['LISTING', 'AUCTION', 'SALE'], followed: 'wallet' },
  { column: 'to_address', kinds: ['MINT'], followed: 'wallet' },
] as const;
type Range = (typeof RANGES)[number];

/** The newest entries of a range. @param key the expression of the collection or the wallet; `kind` that of the kind */
const newestOf = (sql: Tx, { column }: Range, key: Fragment, kind: Fragment, rows: Fragment): Fragment => sql`
  select a.history_uuid, a.created_at, a.token_uuid from activity a where ${sql(`a.${column}`)} = ${key} and a.kind = ${kind}
  order by a.created_at desc, a.history_uuid desc limit ${rows}`;

/**
 * What the followed people and collections did, newest first, without hidden works. It is read when it is asked for
 * (docs/decisions/0040): the newest N ranges, by their own newest entry, have N entries of which none is older than one
 * that they lack. An entry is in at most two ranges, so the newest 2 N have the newest N. A page reads one entry of an index
 * for each range, and N entries of at most 2 N ranges.
 */
export const readFeed = async (
  sql: Tx,
  callerUuid: string,
  query: QueryOf<typeof followEndpoints.feed>,
): Promise<{ data: ActivityEvent[]; meta: ListMeta }> => {
  const offset = Math.min(offsetOf(query), FEED_MAX);
  // One more than the page shows: whether another page follows.
  const reach = Math.min(offset + query.limit + 1, FEED_MAX);
  // Few different limits, because they are part of the statement's text.
  const most = 2 ** Math.ceil(Math.log2(reach));
  const rows = constant(sql, most);
  const one = constant(sql, 1);
  const sources = RANGES.map(
    (range, at) => sql`
      select ${at}::int as range, k.kind, ${sql(`f.${range.followed}`)}::text as key, newest.created_at, newest.history_uuid
      from followed f cross join unnest(${[...range.kinds]}::text[]) k (kind)
      cross join lateral (${newestOf(sql, range, sql(`f.${range.followed}`) as unknown as Fragment, sql`k.kind`, one)}) newest
      where ${sql(`f.${range.followed}`)} is not null`,
  );
  const entries = RANGES.map((range, at) => {
    const key = range.followed === 'wallet' ? sql`s.key` : sql`s.key::uuid`;
    return sql`select n.* from source s cross join lateral (${newestOf(sql, range, key, sql`s.kind`, rows)}) n where s.range = ${at}::int`;
  });
  const found = await sql<{ uuid: string; is_shown: boolean }[]>`
    with followed as materialized (
      select f.collection_uuid, u.metamask_wallet as wallet from follow f
      left join app_user u on u.uuid = f.person_uuid and u.is_wallet_public and not u.is_hidden
      left join collection c on c.uuid = f.collection_uuid
      where f.follower_uuid = ${callerUuid} and c.is_hidden is not true),
    source as materialized (
      select * from (${joined(sql, sources, sql` union all `)}) s order by created_at desc, history_uuid desc limit ${constant(sql, 2 * most)})
    select e.history_uuid as uuid, (select t.is_counted from token t where t.uuid = e.token_uuid) is true as is_shown
    from (${joined(sql, entries, sql` union `)}) e
    order by e.created_at desc, e.history_uuid desc limit ${reach - offset} offset ${offset}`;
  const page = found.slice(0, query.limit).filter(({ is_shown }) => is_shown);
  const data = await activityOf(
    sql,
    page.map(({ uuid }) => uuid),
  );
  return { data, meta: metaOf(query, offset + found.length, found.length <= query.limit) };
};
