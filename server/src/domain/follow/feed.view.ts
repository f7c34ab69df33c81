import type { ActivityEvent } from '@skarb/schema/activity';
import type { followEndpoints } from '@skarb/schema/follow';
import type { QueryOf } from '@skarb/schema/endpoint';
import { FEED_MAX } from '@skarb/schema/limits';
import type { ListMeta } from '@skarb/schema/primitive';
import { constant } from '../../platform/db/bounded-page.ts';
import type { Fragment, Tx } from '../../platform/db/database.ts';
import { metaOf, offsetOf } from '../../platform/http/list.ts';
import { activityOf } from '../activity/activity.view.ts';

/**
 * The newest entries of each range of `activity` that a feed is made of: a followed collection's or person's, of one kind.
 * A person's are mints to their wallet, and what they offered and sold.
 * @param source rows with `collection_uuid`, `wallet`, one of them null, and `kind`
 */
const newestOf = (sql: Tx, source: string, rows: Fragment): Fragment => {
  const range = (condition: Fragment) => sql`(
    select a.history_uuid, a.created_at, a.token_uuid from activity a where ${condition} and a.kind = ${sql(`${source}.kind`)}
    order by a.created_at desc, a.history_uuid desc limit ${rows})`;
  return sql`
    ${range(sql`a.collection_uuid = ${sql(`${source}.collection_uuid`)}`)}
    union all ${range(sql`${sql(`${source}.kind`)} <> 'MINT' and a.from_address = ${sql(`${source}.wallet`)}`)}
    union all ${range(sql`${sql(`${source}.kind`)} = 'MINT' and a.to_address = ${sql(`${source}.wallet`)}`)}`;
};

/**
 * What the followed people and collections did, newest first, without hidden works. It is read when it is asked for
 * (docs/decisions/0040): the newest N entries are in the N ranges whose own newest entry is the newest. So a page reads
 * one entry of an index for each range, and N entries of at most N ranges.
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
  const rows = constant(sql, 2 ** Math.ceil(Math.log2(reach)));
  const found = await sql<{ uuid: string; is_shown: boolean }[]>`
    with source as materialized (
      select f.collection_uuid, f.wallet, k.kind, newest.created_at
      from (select f.collection_uuid, u.metamask_wallet as wallet from follow f
        left join app_user u on u.uuid = f.person_uuid and u.is_wallet_public and not u.is_hidden
        left join collection c on c.uuid = f.collection_uuid
        where f.follower_uuid = ${callerUuid} and c.is_hidden is not true) f
      cross join (values ('MINT'), ('LISTING'), ('AUCTION'), ('SALE')) k (kind)
      cross join lateral (select max(n.created_at) as created_at from (
        select created_at from (select f.collection_uuid, f.wallet, k.kind) r cross join lateral (${newestOf(sql, 'r', constant(sql, 1))}) n) n) newest
      where newest.created_at is not null
      order by newest.created_at desc limit ${rows})
    select e.history_uuid as uuid, (select t.is_counted from token t where t.uuid = e.token_uuid) is true as is_shown
    from (select distinct n.created_at, n.history_uuid, n.token_uuid from source cross join lateral (${newestOf(sql, 'source', rows)}) n) e
    order by e.created_at desc, e.history_uuid desc limit ${reach - offset} offset ${offset}`;
  const page = found.slice(0, query.limit).filter(({ is_shown }) => is_shown);
  const data = await activityOf(
    sql,
    page.map(({ uuid }) => uuid),
  );
  return { data, meta: metaOf(query, offset + found.length, found.length <= query.limit) };
};
