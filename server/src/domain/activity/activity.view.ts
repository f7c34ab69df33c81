import { activityKind, type activityEndpoints, type ActivityEvent, type ActivityKind } from '@skarb/schema/activity';
import type { QueryOf } from '@skarb/schema/endpoint';
import type { LocalizedName } from '@skarb/schema/localization';
import type { Image } from '@skarb/schema/media';
import type { ListMeta } from '@skarb/schema/primitive';
import type { TokenType } from '@skarb/schema/token';
import { getAddress } from 'viem';
import { constant, pageOfUuids } from '../../platform/db/bounded-page.ts';
import { joined, type Fragment, type Tx } from '../../platform/db/database.ts';
import { metaOf, offsetOf } from '../../platform/http/list.ts';
import { isWalletShown, type PersonJson, personJson, shownWallet, toPerson } from '../auth/auth.view.ts';
import { eventUsd } from '../price/price.view.ts';

/** The list ends here: a page further down would read everything before it. */
const EVENTS_MAX = 1000;
/** So many events of a kind are read at most, with those of hidden works among them. */
const READ_MAX = 2048;

type Query = QueryOf<typeof activityEndpoints.list>;
type Row = {
  uuid: string;
  kind: ActivityKind;
  event: string;
  offer_uuid: string | null;
  offer_type: ActivityEvent['offerType'];
  price: string | null;
  currency: string | null;
  quantity: string | null;
  from_address: string | null;
  to_address: string | null;
  from_user: PersonJson | null;
  to_user: PersonJson | null;
  tx_hash: string | null;
  usd: string | null;
  created_at: Date;
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
  uuid: row.uuid,
  kind: row.kind,
  event: row.event,
  offerUuid: row.offer_uuid,
  offerType: row.offer_type,
  price: row.price,
  currency: row.currency,
  quantity: row.quantity === null ? null : Number(row.quantity),
  from: row.from_address && getAddress(row.from_address),
  to: row.to_address && getAddress(row.to_address),
  fromUser: row.from_user && toPerson(row.from_user),
  toUser: row.to_user && toPerson(row.to_user),
  txHash: row.tx_hash,
  usd: row.usd,
  createdAt: row.created_at.toISOString(),
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
    select h.uuid, a.kind, h.event, h.offer_uuid, o.type as offer_type, trim_scale(h.price * ('1e-' || c.decimals)::numeric)::text as price,
      c.name as currency, h.quantity, h.from_address, h.to_address, ${personJson(sql, 'f')} as from_user, ${personJson(sql, 't')} as to_user,
      h.tx_hash, ${eventUsd(sql)} as usd, h.created_at, w.uuid as token_uuid, w.name as token_name, w.type as token_type,
      w.quantity::int as token_quantity, w.card->'image' as image, w.card->'localization' as localization, s.uuid as collection_uuid, s.name as collection_name,
      s.verified_key is not null as is_verified
    from ${pageOfUuids(sql, uuids)} join activity a on a.history_uuid = page.uuid
    join history h on h.uuid = page.uuid join token w on w.uuid = a.token_uuid join collection s on s.uuid = a.collection_uuid
    left join currency c on c.uuid = h.currency_uuid left join offer o on o.uuid = h.offer_uuid
    left join app_user f on f.metamask_wallet = h.from_address and ${isWalletShown(sql, 'f')}
    left join app_user t on t.metamask_wallet = h.to_address and ${isWalletShown(sql, 't')}
    order by page.place`;
  return rows.map(toEvent);
};

/** The scope of a list: conditions on `a`, each the beginning of an index. Undefined if nobody may see anything of it. */
const scopesOf = async (sql: Tx, query: Query, callerUuid: string | undefined): Promise<Fragment[] | undefined> => {
  const { collectionUuid, tokenUuid, userUuid } = query;
  // Hidden as a whole: reading past all of its events would find nothing.
  const [seen] = await sql<{ is_seen: boolean; wallet: string | null }[]>`
    select ${collectionUuid ? sql`exists (select 1 from collection where uuid = ${collectionUuid} and not is_hidden)` : sql`true`}
      and ${tokenUuid ? sql`exists (select 1 from token where uuid = ${tokenUuid} and is_counted)` : sql`true`}
      and ${userUuid ? sql`exists (select 1 from app_user where uuid = ${userUuid} and not is_hidden)` : sql`true`} as is_seen,
      ${userUuid ? shownWallet(sql, userUuid, callerUuid) : sql`null::text`} as wallet`;
  if (!seen?.is_seen || (userUuid && !seen.wallet)) return undefined;
  const rest = sql`${collectionUuid ? sql`a.collection_uuid = ${collectionUuid} and` : sql``} ${tokenUuid ? sql`a.token_uuid = ${tokenUuid} and` : sql``}`;
  if (!userUuid) return [rest];
  const { wallet } = seen;
  return [
    sql`${rest} a.from_address = ${wallet} and`,
    // Events to oneself are in the first range.
    sql`${rest} a.to_address = ${wallet} and a.from_address is distinct from a.to_address and`,
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
  const kinds = [...new Set(query.kind ?? activityKind.options)];
  // Few different limits, because they are part of the statement's text. One more than the page: whether another follows.
  const reach = constant(sql, 2 ** Math.ceil(Math.log2(offset + limit + 1)));
  const most = constant(sql, READ_MAX);
  const order = sql`order by a.created_at desc, a.history_uuid desc`;
  const ranges = scopes.flatMap((scope) =>
    kinds.map((kind) => sql`from activity a where ${scope} a.kind = ${kind} ${order}`),
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
