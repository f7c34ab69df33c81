import type { AdminUser } from '@skarb/schema/admin';
import type { Role } from '@skarb/schema/auth';
import type { ListMeta } from '@skarb/schema/primitive';
import { boundedPage, pageOfUuids } from '../../platform/db/bounded-page.ts';
import type { Fragment, Tx } from '../../platform/db/database.ts';
import { contains, patternOf } from '../../platform/db/text-parts.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { metaOf, offsetOf } from '../../platform/http/list.ts';
import { personJson, toPerson, type PersonJson } from './auth.view.ts';

type Row = {
  person: PersonJson;
  wallet: PersonJson['metamaskWallet'];
  role: Role;
  email: string | null;
  is_email_confirmed: boolean;
  created_at: Date;
  blocked_at: Date | null;
  blocked_reason: string | null;
};

const toAdminUser = (row: Row): AdminUser => ({
  ...toPerson({ ...row.person, metamaskWallet: row.wallet }),
  role: row.role,
  email: row.email,
  isEmailConfirmed: row.is_email_confirmed,
  createdAt: row.created_at.toISOString(),
  blockedAt: row.blocked_at?.toISOString() ?? null,
  blockedReason: row.blocked_reason,
});

const columns = (
  sql: Tx,
) => sql`${personJson(sql, 'u')} as person, coalesce(u.metamask_wallet, u.former_wallet) as wallet, u.role, u.email, u.is_email_confirmed, u.created_at,
  u.blocked_at, u.blocked_reason`;

/** A user as shown to admins. @throws AppError 404 */
export const getAdminUser = async (sql: Tx, uuid: string): Promise<AdminUser> => {
  const [row] = await sql<Row[]>`select ${columns(sql)} from app_user u where u.uuid = ${uuid}`;
  if (!row) throw notFound('user');
  return toAdminUser(row);
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The shortest text that the index can find; a shorter search finds only a complete username. */
const INDEXED_MIN = 3;

/** What a search for users reads: the expression of the index app_user_find. */
export const searchedText = (sql: Tx): Fragment =>
  sql`(coalesce(username, '') || ' ' || coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(metamask_wallet::text, ''))`;

/** Users, the newest first (their ids are ordered by time). Every search uses an index. */
export const listUsers = async (
  sql: Tx,
  {
    search = '',
    role,
    isBlocked,
    ...page
  }: {
    page: number;
    limit: number;
    search?: string | undefined;
    role?: Role | undefined;
    isBlocked?: boolean | undefined;
  },
): Promise<{ data: AdminUser[]; meta: ListMeta }> => {
  const text = searchedText(sql);
  const exact = !search
    ? sql`true`
    : UUID.test(search)
      ? sql`uuid = ${search}`
      : search.length < INDEXED_MIN
        ? sql`lower(username) = ${search.toLowerCase()}`
        : undefined;
  const { uuids, total, isExact } = await boundedPage(
    sql,
    {
      columns: sql`o.uuid, o.username, o.name, o.email, o.metamask_wallet, o.role, o.blocked_at`,
      keys: sql`o.uuid`,
      ranges: [sql`app_user o where ${role ? sql`o.role = ${role}` : sql`true`}`],
      where: sql`${exact ?? sql`true`} ${role ? sql`and o.role = ${role}` : sql``}
        ${isBlocked === undefined ? sql`` : isBlocked ? sql`and o.blocked_at is not null` : sql`and o.blocked_at is null`}`,
      order: sql`o.uuid desc`,
      sets: [
        ...(isBlocked ? [{ rows: [sql`app_user o where o.blocked_at is not null`] }] : []),
        ...(search && exact ? [{ rows: [sql`app_user o where ${exact}`] }] : []),
      ],
      costly: exact
        ? undefined
        : {
            condition: sql`${text} ilike ${patternOf(search)}`,
            rows: sql`app_user o where ${contains(sql, text, search, INDEXED_MIN)}`,
            isOwnColumn: true,
          },
    },
    { limit: page.limit, offset: offsetOf(page) },
  );
  const rows = await sql<Row[]>`
    select ${columns(sql)} from ${pageOfUuids(sql, uuids)} join app_user u on u.uuid = page.uuid order by page.place`;
  return { data: rows.map(toAdminUser), meta: metaOf(page, total, isExact) };
};
