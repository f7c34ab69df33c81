import { LANGUAGE_FALLBACK, type Language } from '@skarb/schema/language';
import { NOTIFICATION_KINDS } from '@skarb/schema/notification-kind';
import type { Notification, notificationEndpoints, NotificationSetting } from '@skarb/schema/notification';
import type { QueryOf } from '@skarb/schema/endpoint';
import { getAddress, type Address } from 'viem';
import type { Tx } from '../../platform/db/database.ts';
import { TOTAL_CAP, metaOf, offsetOf } from '../../platform/http/list.ts';
import { imageJson } from '../media/media.view.ts';
import { isWalletShown, personJson, toPerson, type PersonJson } from '../auth/auth.view.ts';

type Row = {
  uuid: string;
  kind: Notification['kind'];
  is_read: boolean;
  token_uuid: string | null;
  card: NonNullable<Notification['token']> | null;
  offer_uuid: string | null;
  offer_type: Notification['offerType'];
  breeding_uuid: string | null;
  price: string | null;
  old_price: string | null;
  currency: string | null;
  quantity: string | null;
  actor: Address | null;
  actor_person: PersonJson | null;
  ends_at: Date | null;
  created_at: Date;
  note: Notification['note'];
  sign_in: Notification['signIn'];
};

const toNotification = (row: Row): Notification => ({
  uuid: row.uuid,
  kind: row.kind,
  isRead: row.is_read,
  token:
    row.token_uuid !== null && row.card !== null
      ? { uuid: row.token_uuid, name: row.card.name, image: row.card.image }
      : null,
  note: row.note,
  signIn: row.sign_in,
  offerUuid: row.offer_uuid,
  offerType: row.offer_type,
  breedingUuid: row.breeding_uuid,
  price: row.price,
  oldPrice: row.old_price,
  currency: row.currency,
  quantity: row.quantity === null ? null : Number(row.quantity),
  actor: row.actor && { person: row.actor_person && toPerson(row.actor_person), address: getAddress(row.actor) },
  endsAt: row.ends_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
});

/** The number of a user's unread notifications, capped at TOTAL_CAP. */
export const countUnread = async (sql: Tx, userUuid: string): Promise<number> => {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from (select 1 from notification where user_uuid = ${userUuid} and is_shown and read_at is null limit ${TOTAL_CAP}) found`;
  return row?.count ?? 0;
};

/** One page of a user's own notifications. */
export const listNotifications = async (
  sql: Tx,
  userUuid: string,
  query: QueryOf<typeof notificationEndpoints.list>,
) => {
  const where = sql`n.user_uuid = ${userUuid} and n.is_shown
    ${query.isRead === undefined ? sql`` : query.isRead ? sql`and n.read_at is not null` : sql`and n.read_at is null`}`;
  const order =
    query.sortBy === 'createdAt:ASC' ? sql`n.created_at asc, n.uuid asc` : sql`n.created_at desc, n.uuid desc`;
  const [rows, [counted], unreadItems] = await Promise.all([
    sql<Row[]>`
      with page as (select n.* from notification n where ${where} order by ${order} limit ${query.limit} offset ${offsetOf(query)})
      select n.uuid, n.kind, n.read_at is not null as is_read, n.token_uuid, t.card, n.offer_uuid, n.offer_type, n.breeding_uuid,
        trim_scale(n.price * ('1e-' || c.decimals)::numeric)::text as price,
        trim_scale(n.old_price * ('1e-' || c.decimals)::numeric)::text as old_price, c.name as currency, n.quantity, n.actor,
        ${personJson(sql, 'a')} as actor_person, n.ends_at, n.created_at,
        case when n.kind = 'NOTE' then jsonb_build_object('act', n.act, 'subjectType', n.subject_type, 'subjectUuid', n.subject_uuid,
          'name', coalesce(t.name, about.name, ''), 'image', coalesce(t.card -> 'image', case when m.cid is not null then ${imageJson(sql, 'm')} end),
          'reason', n.reason, 'text', n.note) end as note,
        case when n.kind = 'SIGN_IN' then jsonb_build_object('ip', n.ip, 'userAgent', n.user_agent) end as sign_in
      from page n left join token t on t.uuid = n.token_uuid
      left join collection about on n.subject_type = 'collection' and about.uuid = n.subject_uuid left join media m on m.cid = about.image_hash
      left join currency c on c.uuid = n.currency_uuid left join app_user a on a.metamask_wallet = n.actor and ${isWalletShown(sql, 'a')}
      order by ${order}`,
    sql<
      { count: number }[]
    >`select count(*)::int as count from (select 1 from notification n where ${where} limit ${TOTAL_CAP + 1}) found`,
    countUnread(sql, userUuid),
  ]);
  const count = counted?.count ?? 0;
  const meta = metaOf(query, Math.min(count, TOTAL_CAP), count <= TOTAL_CAP);
  return { data: rows.map(toNotification), meta: { ...meta, unreadItems } };
};

/** A user's notification settings by kind; app and mail are on by default. */
export const listSettings = async (sql: Tx, userUuid: string): Promise<NotificationSetting[]> => {
  const rows = await sql<
    NotificationSetting[]
  >`select kind, app, mail from notification_setting where user_uuid = ${userUuid}`;
  const said = new Map(rows.map((row) => [row.kind, row]));
  return NOTIFICATION_KINDS.map((kind) => {
    const { app, mail } = said.get(kind) ?? { app: true, mail: true };
    return { kind, app, mail };
  });
};

/** The user's language. */
export const languageOf = async (sql: Tx, userUuid: string): Promise<Language> => {
  const [row] = await sql<{ language: Language }[]>`select language from app_user where uuid = ${userUuid}`;
  return row?.language ?? LANGUAGE_FALLBACK;
};
