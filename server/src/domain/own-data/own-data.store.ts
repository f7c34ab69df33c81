import type { DeletionObstacle } from '@skarb/schema/own-data';
import type { Tx } from '../../platform/db/database.ts';
import type { UserRow } from '../auth/auth.view.ts';
import type { Owner, OwnRows } from '../../platform/own-data.ts';
import { OWN_DATA } from './own-data.registry.ts';

export const ownerOf = (user: UserRow): Owner => ({
  uuid: user.uuid,
  wallet: user.metamask_wallet,
  contacts: [user.email, user.pending_email, user.phone_number].filter((one) => one !== null),
});

export const findOwner = async (sql: Tx, uuid: string): Promise<Owner | undefined> => {
  const [user] = await sql<UserRow[]>`select * from app_user where uuid = ${uuid}`;
  return user && ownerOf(user);
};

/** Rows per query: few enough for memory. No connection is held while the reader is slow. */
const PAGE = 500;

/** All rows of a topic, page by page. */
export async function* rowsOf<T extends { key: string }>(sql: Tx, rows: OwnRows, owner: Owner): AsyncGenerator<T> {
  for (let after = ''; ;) {
    const page: T[] = await sql<T[]>`
      select * from (${rows(sql, owner)}) own where key > ${after} order by key limit ${PAGE}`;
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.key;
  }
}

/** The obstacles that must end before the account can be deleted. */
export const findObstacles = async (sql: Tx, owner: Owner): Promise<DeletionObstacle[]> => {
  const found: DeletionObstacle[] = [];
  for (const { obstacles } of OWN_DATA) found.push(...((await obstacles?.(sql, owner)) ?? []));
  return found.map(({ kind, uuid, name, isBlocking }) => ({ kind, uuid, name, isBlocking }));
};

export const addExport = (tx: Tx, link: { hash: string; userUuid: string; seconds: number }) =>
  tx<{ expires_at: Date }[]>`insert into account_export (secret_hash, user_uuid, expires_at)
    values (${link.hash}, ${link.userUuid}, now() + ${link.seconds} * interval '1 second') returning expires_at`;

/** Uses a link up. @returns the uuid of its user; undefined when the link is unknown, expired or used */
export const takeExport = async (tx: Tx, hash: string): Promise<string | undefined> => {
  const [link] = await tx<{ user_uuid: string; is_good: boolean }[]>`
    delete from account_export where secret_hash = ${hash} returning user_uuid, expires_at > now() as is_good`;
  return link?.is_good ? link.user_uuid : undefined;
};

/** Schedules the deletion of an account in a number of days; a pending deletion keeps its date. @returns the date */
export const setDeletion = async (tx: Tx, uuid: string, days: number): Promise<Date> => {
  const [row] = await tx<{ deletion_at: Date }[]>`
    update app_user set deletion_at = coalesce(deletion_at, now() + ${days} * interval '1 day'), updated_at = now()
    where uuid = ${uuid} returning deletion_at`;
  return (row as { deletion_at: Date }).deletion_at;
};

export const putOffDeletion = async (tx: Tx, uuid: string, days: number): Promise<Date> => {
  const [row] = await tx<{ deletion_at: Date }[]>`
    update app_user set deletion_at = now() + ${days} * interval '1 day' where uuid = ${uuid} returning deletion_at`;
  return (row as { deletion_at: Date }).deletion_at;
};

export const clearDeletion = (tx: Tx, uuid: string) =>
  tx`update app_user set deletion_at = null, updated_at = now() where uuid = ${uuid} and deletion_at is not null`;

/** Accounts whose deletion date has passed. */
export const findDue = async (sql: Tx): Promise<string[]> => {
  const rows = await sql<
    { uuid: string }[]
  >`select uuid from app_user where deletion_at <= now() order by deletion_at limit 100`;
  return rows.map(({ uuid }) => uuid);
};

/**
 * Locks an account whose deletion date has passed; undefined when another worker has locked it, or the deletion was
 * cancelled.
 */
export const lockDue = async (tx: Tx, uuid: string): Promise<UserRow | undefined> => {
  const [row] = await tx<UserRow[]>`
    select * from app_user where uuid = ${uuid} and deletion_at <= now() for update skip locked`;
  return row;
};

/**
 * The unfinished offers of an account, drafts included. (Auctions with a bid block the deletion request before this.)
 */
export const findOpenOffers = async (sql: Tx, uuid: string): Promise<string[]> => {
  const rows = await sql<{ uuid: string }[]>`
    select uuid from offer where maker_uuid = ${uuid} and status in ('DRAFT', 'SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING') order by uuid`;
  return rows.map((row) => row.uuid);
};

const FOREIGN_KEY = '23503';

/** Deletes the row of an account unless public records refer to it. */
export const dropAccount = async (
  tx: Tx & { savepoint<T>(work: (inner: Tx) => Promise<T>): Promise<T> },
  uuid: string,
): Promise<void> => {
  try {
    await tx.savepoint((inner) => inner`delete from app_user where uuid = ${uuid}`);
  } catch (error) {
    if ((error as { code?: string }).code !== FOREIGN_KEY) throw error;
  }
};
