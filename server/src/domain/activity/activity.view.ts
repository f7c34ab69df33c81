import {
  activityKind,
  type ActivityChoice,
  type activityEndpoints,
  type ActivityEvent,
  type ActivityKind,
} from '@skarb/schema/activity';
import type { QueryOf } from '@skarb/schema/endpoint';
import type { LocalizedName } from '@skarb/schema/localization';
import type { Image } from '@skarb/schema/media';
import type { ListMeta } from '@skarb/schema/primitive';
import type { TokenType } from '@skarb/schema/token';
import { constant, pageOfUuids } from '../../platform/db/bounded-page.ts';
import { joined, type Fragment, type Tx } from '../../platform/db/database.ts';
import { metaOf, offsetOf } from '../../platform/http/list.ts';
import { shownWallet } from '../auth/auth.view.ts';
import { eventUsd } from '../price/price.view.ts';
import { historyJoins, tokenEventColumns, toTokenEvent, type TokenEventRow } from '../token/token.history.ts';

/** The list ends here: a page further down would read everything before it. */
const EVENTS_MAX = 1000;
/** At most this many events of a kind are read, including those of hidden works. */
const READ_MAX = 2048;

type Query = QueryOf<typeof activityEndpoints.list>;
type Row = TokenEventRow & {
  kind: ActivityKind;
  token_uuid: string;
  token_name: string;
  localization: LocalizedName | null;
  token_type: TokenType;
  token_quantity: number;
  image: Image;
  collection_uuid: string;
  collection_name: string;
  is_verified: boolean;
};

const toEvent = (row: Row): ActivityEvent => ({
  ...toTokenEvent(row),
  kind: row.kind,
  token: {
    uuid: row.token_uuid,
    name: row.token_name,
    localization: row.localization ?? undefined,
    type: row.token_type,
    quantity: row.token_quantity,
    image: row.image,
  },
  collection: { uuid: row.collection_uuid, name: row.collection_name, isVerified: row.is_verified },
});

/** The events with these uuids, in this order. */
export const activityOf = async (sql: Tx, uuids: string[]): Promise<ActivityEvent[]> => {
  if (uuids.length === 0) return [];
  const rows = await sql<Row[]>`
    select ${tokenEventColumns(sql, eventUsd(sql))}, a.kind, w.uuid as token_uuid, w.name as token_name, w.type as token_type,
      w.quantity::int as token_quantity, w.card->'image' as image, w.card->'localization' as localization, s.uuid as collection_uuid, s.name as collection_name,
      s.verified_key is not null as is_verified
    from ${pageOfUuids(sql, uuids)} join activity a on a.history_uuid = page.uuid
    join history h on h.uuid = page.uuid join token w on w.uuid = a.token_uuid join collection s on s.uuid = a.collection_uuid
    left join offer o on o.uuid = h.offer_uuid ${historyJoins(sql)}
    order by page.place`;
  return rows.map(toEvent);
};

/** A condition, and what asks for the sales in it: those of a user are from their wallet, or to it. */
type Scope = { where: Fragment; sales: readonly ActivityChoice[] };

/** The scope of a list: conditions on `a`, each the beginning of an index. Undefined if nobody may see anything of it. */
const scopesOf = async (sql: Tx, query: Query, callerUuid: string | undefined): Promise<Scope[] | undefined> => {
  const { collectionUuid, tokenUuid, userUuid } = query;
  // Hidden as a whole: reading past all of its events would find nothing.
  const [seen] = await sql<{ is_seen: boolean; wallet: string | null }[]>`
    select ${collectionUuid ? sql`exists (select 1 from collection where uuid = ${collectionUuid} and not is_hidden)` : sql`true`}
      and ${tokenUuid ? sql`exists (select 1 from token where uuid = ${tokenUuid} and is_counted)` : sql`true`}
      and ${userUuid ? sql`exists (select 1 from app_user where uuid = ${userUuid} and not is_hidden)` : sql`true`} as is_seen,
      ${userUuid ? shownWallet(sql, userUuid, callerUuid) : sql`null::text`} as wallet`;
  if (!seen?.is_seen || (userUuid && !seen.wallet)) return undefined;
  const rest = sql`${collectionUuid ? sql`a.collection_uuid = ${collectionUuid} and` : sql``} ${tokenUuid ? sql`a.token_uuid = ${tokenUuid} and` : sql``}`;
  if (!userUuid) return [{ where: rest, sales: ['SALE', 'SOLD', 'BOUGHT'] }];
  const { wallet } = seen;
  return [
    { where: sql`${rest} a.from_address = ${wallet} and`, sales: ['SALE', 'SOLD'] },
    // Events to oneself are in the first range.
    {
      where: sql`${rest} a.to_address = ${wallet} and a.from_address is distinct from a.to_address and`,
      sales: ['SALE', 'BOUGHT'],
    },
  ];
};

/**
 * GET /activity. Each kind of each scope is a range of an index in the list's order; the ranges are merged as far as the
 * page reaches. A range ends after READ_MAX events, so that many events of hidden works cost no more: what is older than
 * these is not listed until they are left out of the scope.
 */
export const listActivity = async (
  sql: Tx,
  query: Query,
  callerUuid?: string,
): Promise<{ data: ActivityEvent[]; meta: ListMeta }> => {
  const offset = offsetOf(query);
  const limit = Math.max(0, Math.min(query.limit, EVENTS_MAX - offset));
  if (limit === 0) return { data: [], meta: metaOf(query, EVENTS_MAX, false) };
  const scopes = await scopesOf(sql, query, callerUuid);
  if (!scopes) return { data: [], meta: metaOf(query, 0) };
  const asked = new Set<ActivityChoice>(query.kind ?? activityKind.options);
  // Few different limits, because they are part of the statement's text. One more than the page: whether another follows.
  const reach = constant(sql, 2 ** Math.ceil(Math.log2(offset + limit + 1)));
  const most = constant(sql, READ_MAX);
  const order = sql`order by a.created_at desc, a.history_uuid desc`;
  const ranges = scopes.flatMap((scope) =>
    activityKind.options
      .filter((kind) => (kind === 'SALE' ? scope.sales : [kind]).some((choice) => asked.has(choice)))
      .map((kind) => sql`from activity a where ${scope.where} a.kind = ${kind} ${order}`),
  );
  const found = await sql<{ uuid: string }[]>`
    select a.history_uuid as uuid from (${joined(
      sql,
      // The outer limit stops the reading when enough are found.
      ranges.map(
        (
          range,
        ) => sql`(select a.history_uuid, a.created_at from (select a.history_uuid, a.created_at, a.token_uuid ${range} limit ${most}) a
          where (select t.is_counted from token t where t.uuid = a.token_uuid) ${order} limit ${reach})`,
      ),
      sql` union all `,
    )}) a ${order} limit ${limit + 1} offset ${offset}`;
  const data = await activityOf(
    sql,
    found.slice(0, limit).map(({ uuid }) => uuid),
  );
  const isLast = found.length <= limit && (found.length > 0 || offset === 0) && offset + limit < EVENTS_MAX;
  const total = Math.min(offset + found.length, EVENTS_MAX);
  if (!isLast) return { data, meta: metaOf(query, total, false) };
  const longer = ranges.map((range) => sql`exists (select 1 ${range} offset ${most} limit 1)`);
  const [end] = await sql<{ is_cut: boolean }[]>`select ${joined(sql, longer, sql` or `)} as is_cut`;
  return { data, meta: metaOf(query, total, !end?.is_cut) };
};
