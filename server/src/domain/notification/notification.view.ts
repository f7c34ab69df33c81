import { LANGUAGE_FALLBACK, type Language } from '@skarb/schema/language';
import { FOLLOW_KINDS, INVITING_KINDS, isFollowKind, NOTIFICATION_KINDS } from '@skarb/schema/notification-kind';
import type { Notification, notificationEndpoints, NotificationSetting } from '@skarb/schema/notification';
import type { QueryOf } from '@skarb/schema/endpoint';
import { getAddress, type Address } from 'viem';
import { boundedPage, pageOfUuids } from '../../platform/db/bounded-page.ts';
import { amountOf } from '../../platform/db/amount.ts';
import type { Tx } from '../../platform/db/database.ts';
import { TOTAL_CAP, metaOf, offsetOf } from '../../platform/http/list.ts';
import { receivedOf } from '../offer/offer.view.ts';
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
  outcome: Notification['outcome'];
  breeding_uuid: string | null;
  price: string | null;
  received: string | null;
  old_price: string | null;
  currency: string | null;
  quantity: string | null;
  works: number | null;
  actor: Address | null;
  actor_person: PersonJson | null;
  ends_at: Date | null;
  created_at: Date;
  note: Notification['note'];
  followed: Notification['followed'];
  sign_in: Notification['signIn'];
};

const toNotification = (row: Row): Notification => ({
  uuid: row.uuid,
  kind: row.kind,
  isRead: row.is_read,
  token:
    row.token_uuid !== null && row.card !== null
      ? { uuid: row.token_uuid, name: row.card.name, localization: row.card.localization, image: row.card.image }
      : null,
  note: row.note,
  followed: row.followed,
  signIn: row.sign_in,
  offerUuid: row.offer_uuid,
  offerType: row.offer_type,
  outcome: row.outcome,
  breedingUuid: row.breeding_uuid,
  price: row.price,
  received: row.received,
  oldPrice: row.old_price,
  currency: row.currency,
  quantity: row.quantity === null ? null : Number(row.quantity),
  works: row.works,
  actor: row.actor && { person: row.actor_person && toPerson(row.actor_person), address: getAddress(row.actor) },
  endsAt: row.ends_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
});

/** SQL: offer `o` is over, or being withdrawn. Nobody can do anything about it any more. */
export const isOver = (sql: Tx) =>
  sql`(o.status in ('SOLD', 'CANCELLED', 'EXPIRED', 'ENDED') or o.cancel_requested_at is not null)`;

/** What a seller received by a notification `n` about offer `o` in currency `c`. An auction has one price for its lot. */
export const received = (sql: Tx) => {
  const units = `${receivedOf('n.price')} * case when o.type = 'AUCTION' then 1 else coalesce(n.quantity, 1) end`;
  return sql`case when n.kind = 'SOLD' then ${amountOf(sql, units)} end`;
};

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
  const way = query.sortBy === 'createdAt:ASC' ? sql`asc` : sql`desc`;
  const ofUser = sql`notification o where o.user_uuid = ${userUuid} and o.is_shown`;
  const isRead =
    query.isRead === undefined ? sql`` : query.isRead ? sql`and o.read_at is not null` : sql`and o.read_at is null`;
  const [{ uuids, total, isExact }, unreadItems] = await Promise.all([
    boundedPage(
      sql,
      {
        columns: sql`o.uuid, o.user_uuid, o.is_shown, o.created_at, o.read_at`,
        keys: sql`o.uuid, o.created_at`,
        ranges: [ofUser],
        where: sql`o.user_uuid = ${userUuid} and o.is_shown ${isRead}`,
        order: sql`o.created_at ${way}, o.uuid ${way}`,
        sets: [],
      },
      { limit: query.limit, offset: offsetOf(query) },
    ),
    countUnread(sql, userUuid),
  ]);
  // Who reported what is hidden does not see it again.
  const hasPicture = sql`n.act is distinct from 'REPORT_HIDDEN'`;
  const rows = await sql<Row[]>`
      select n.uuid, n.kind, n.read_at is not null as is_read, n.token_uuid, case when ${hasPicture} then t.card end as card, n.offer_uuid, n.offer_type, n.breeding_uuid,
        case when n.kind = any(${[...INVITING_KINDS]}::text[]) and ${isOver(sql)} then o.status end as outcome,
        ${amountOf(sql, 'n.price')} as price,
        ${received(sql)} as received,
        ${amountOf(sql, 'n.old_price')} as old_price, c.name as currency, n.quantity, n.works, n.actor,
        ${personJson(sql, 'a')} as actor_person, n.ends_at, n.created_at,
        case when n.kind = 'NOTE' then jsonb_build_object('act', n.act, 'subjectType', n.subject_type, 'subjectUuid', n.subject_uuid,
          'name', coalesce(about.name, t.name, ''), 'image', case when ${hasPicture} then coalesce(t.card -> 'image', case when m.cid is not null then ${imageJson(sql, 'm')} end) end,
          'reason', n.reason, 'text', n.note) end as note,
        case when n.kind = any(${[...FOLLOW_KINDS]}::text[]) then jsonb_build_object('type', n.subject_type, 'uuid', n.subject_uuid,
          'name', coalesce(about.name, case when not a.is_hidden then coalesce(a.name, a.username) end, '')) end as followed,
        case when n.kind = 'SIGN_IN' then jsonb_build_object('ip', n.ip, 'userAgent', n.user_agent) end as sign_in
      from ${pageOfUuids(sql, uuids)} join notification n on n.uuid = page.uuid left join token t on t.uuid = n.token_uuid
      left join collection about on n.subject_type = 'collection' and about.uuid = n.subject_uuid left join media m on m.cid = about.image_hash
      left join offer o on o.uuid = n.offer_uuid
      left join currency c on c.uuid = n.currency_uuid left join app_user a on a.metamask_wallet = n.actor and ${isWalletShown(sql, 'a')}
      order by page.place`;
  return { data: rows.map(toNotification), meta: { ...metaOf(query, total, isExact), unreadItems } };
};

/** A user's notification settings by kind; app and mail are on by default, mails about what they follow are off. */
export const listSettings = async (sql: Tx, userUuid: string): Promise<NotificationSetting[]> => {
  const rows = await sql<
    NotificationSetting[]
  >`select kind, app, mail from notification_setting where user_uuid = ${userUuid}`;
  const said = new Map(rows.map((row) => [row.kind, row]));
  return NOTIFICATION_KINDS.map((kind) => {
    const { app, mail } = said.get(kind) ?? { app: true, mail: !isFollowKind(kind) };
    return { kind, app, mail };
  });
};

/** The user's language. */
export const languageOf = async (sql: Tx, userUuid: string): Promise<Language> => {
  const [row] = await sql<{ language: Language }[]>`select language from app_user where uuid = ${userUuid}`;
  return row?.language ?? LANGUAGE_FALLBACK;
};
