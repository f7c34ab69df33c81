import type { HiddenNotice } from '@skarb/schema/hidden';
import type { Tx } from '../../platform/db/database.ts';

/** The result of `noticeJson`. */
export type NoticeJson = HiddenNotice;

/**
 * SQL for the jsonb of the reason why something is hidden: its own notice first, then that of the subject it belongs
 * to; null when it is not hidden.
 * @param subjects pairs of a type and the column of its uuid in the surrounding query, the nearest first
 */
export const noticeJson = (sql: Tx, subjects: ['token' | 'collection' | 'user', string][]) => {
  const one = ([type, column]: ['token' | 'collection' | 'user', string]) => sql`
    (select jsonb_build_object('by', h.subject_type, 'reason', h.reason, 'note', h.note,
      'at', to_char(h.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
     from hidden h where h.subject_type = ${type} and h.subject_uuid = ${sql(column)})`;
  return sql`coalesce(${subjects.map(one).reduce((all, next) => sql`${all}, ${next}`)})`;
};

const isAdmin = (sql: Tx, callerUuid: string) =>
  sql`exists (select 1 from app_user a where a.uuid = ${callerUuid} and a.role = 'ADMIN')`;

/**
 * Whether a user may see a hidden token: its creator, its holders, makers and takers of its offers, the highest bidder
 * or claimant of its auctions, and admins.
 */
export const seesHiddenToken = async (sql: Tx, tokenUuid: string, callerUuid: string | undefined): Promise<boolean> => {
  if (callerUuid === undefined) return false;
  const [row] = await sql<{ sees: boolean }[]>`
    select ${isAdmin(sql, callerUuid)}
      or exists (select 1 from token t where t.uuid = ${tokenUuid} and t.creator_uuid = ${callerUuid})
      or exists (select 1 from ownership o join app_user u on u.metamask_wallet = o.owner
        where o.token_uuid = ${tokenUuid} and u.uuid = ${callerUuid})
      or exists (select 1 from offer o where o.token_uuid = ${tokenUuid} and ${callerUuid} in (o.maker_uuid, o.taker_uuid))
      or exists (select 1 from offer o join auction a on a.offer_uuid = o.uuid
        join app_user u on u.metamask_wallet in (a.highest_bidder, a.claimant)
        where o.token_uuid = ${tokenUuid} and u.uuid = ${callerUuid}) as sees`;
  return row?.sees ?? false;
};

/** Whether a user may see another hidden subject: its owner and admins. */
export const seesHiddenOf = async (sql: Tx, ownerUuid: string, callerUuid: string | undefined): Promise<boolean> => {
  if (callerUuid === undefined) return false;
  if (callerUuid === ownerUuid) return true;
  const [row] = await sql<{ sees: boolean }[]>`select ${isAdmin(sql, callerUuid)} as sees`;
  return row?.sees ?? false;
};
