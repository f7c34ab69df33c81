import type { Session } from '@skarb/schema/account';
import type { Role } from '@skarb/schema/auth';
import { REFRESH_TOKEN_SECONDS } from '@skarb/schema/limits';
import type { Tx } from '../../platform/db/database.ts';

const LATEST = 100;

/** The user of a session and their current role; undefined when the session has ended. */
export const getOpenSession = async (
  sql: Tx,
  uuid: string,
): Promise<{ userUuid: string; role: Role; isUntouched: boolean } | undefined> => {
  const [row] = await sql<{ user_uuid: string; role: Role; is_untouched: boolean }[]>`
    select session.user_uuid, app_user.role, session.last_used_at < now() - interval '1 minute' as is_untouched
    from session join app_user on app_user.uuid = session.user_uuid
    where session.uuid = ${uuid} and session.ended_at is null and app_user.blocked_at is null`;
  return row && { userUuid: row.user_uuid, role: row.role, isUntouched: row.is_untouched };
};

/** A user's open sessions, the current one first, then the most recently used. @param current the calling session */
export const listSessions = async (sql: Tx, userUuid: string, current: string): Promise<Session[]> => {
  type Row = { uuid: string; created_at: Date; last_used_at: Date; user_agent: string | null; ip: string | null };
  const rows = await sql<Row[]>`
    select uuid, created_at, last_used_at, user_agent, ip from session
    where user_uuid = ${userUuid} and ended_at is null
      and last_used_at > now() - ${REFRESH_TOKEN_SECONDS} * interval '1 second'
    order by uuid = ${current} desc, last_used_at desc, uuid desc limit ${LATEST}`;
  return rows.map((row) => ({
    uuid: row.uuid,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    userAgent: row.user_agent,
    ip: row.ip,
    isCurrent: row.uuid === current,
  }));
};
