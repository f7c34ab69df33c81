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

/**
 * The unfinished offers of an account, drafts included. (Auctions with a bid block the deletion request before this.)
 */
export const findOpenOffers = async (sql: Tx, uuid: string): Promise<string[]> => {
  const rows = await sql<{ uuid: string }[]>`
    select uuid from offer where maker_uuid = ${uuid} and status in ('DRAFT', 'SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING') order by uuid`;
  return rows.map((row) => row.uuid);
};
