import type { AdminCategory } from '@skarb/schema/admin';
import { uuidv7 } from 'uuidv7';
import type { Context } from '../../context.ts';
import { isUniqueViolation, type Tx } from '../../platform/db/database.ts';
import { conflict, notFound } from '../../platform/http/app-error.ts';
import { addJob } from '../../platform/queue/queue.ts';
import { changes, recordAudit } from '../audit/audit.service.ts';
import { deleteCategory, insertCategory, putInOrder, updateCategory, type CategoryChange } from './reference.store.ts';

type Needs = Pick<Context, 'db'>;
type Row = {
  uuid: string;
  name: string;
  name_ukr: string | null;
  is_enabled: boolean;
  tokens: number;
  created_at: Date;
};

const toCategory = (row: Row): AdminCategory => ({
  uuid: row.uuid,
  name: row.name,
  nameUkr: row.name_ukr,
  isEnabled: row.is_enabled,
  tokens: row.tokens,
  createdAt: row.created_at.toISOString(),
});

const readCategories = (sql: Tx, uuid?: string) => sql<Row[]>`
  select c.*, coalesce(n.minted, 0) as tokens from category c
  left join token_count n on n.scope = 'category' and n.id = c.uuid
  where ${uuid === undefined ? sql`true` : sql`c.uuid = ${uuid}`} order by c.position, c.name, c.uuid`;

/** All categories in their order, including those that are switched off. */
export const listAllCategories = async ({ db }: Needs) => (await readCategories(db.sql)).map(toCategory);

const readCategory = async (tx: Tx, uuid: string): Promise<AdminCategory> => {
  const [row] = await readCategories(tx, uuid);
  if (!row) throw notFound('category');
  return toCategory(row);
};

const taken = () => conflict('category.taken', 'There is a category of this name already');

/** By the Ukrainian name; an index holds the English one. @throws AppError 409 `category.taken` */
const refuseTaken = async (tx: Tx, uuid: string, nameUkr: string | undefined): Promise<void> => {
  if (nameUkr === undefined) return;
  const [other] = await tx`select from category where lower(name_ukr) = lower(${nameUkr}) and uuid <> ${uuid}`;
  if (other) throw taken();
};

/** Adds a category after all others. @throws AppError 409 `category.taken` */
export const addCategory = async (
  { db }: Needs,
  adminUuid: string,
  { name, nameUkr }: { name: string; nameUkr: string },
): Promise<AdminCategory> => {
  const uuid = uuidv7();
  try {
    return await db.sql.begin(async (tx) => {
      await refuseTaken(tx, uuid, nameUkr);
      await insertCategory(tx, uuid, name, nameUkr);
      await recordAudit(tx, {
        adminUuid,
        act: 'category.add',
        subjectType: 'category',
        subjectUuid: uuid,
        detail: { name, nameUkr },
      });
      return readCategory(tx, uuid);
    });
  } catch (error) {
    throw isUniqueViolation(error) ? taken() : error;
  }
};

/**
 * Renames a category, or switches it on or off. Switched off, it takes no new tokens and keeps those it has. The token
 * cards carry its name, so a job rebuilds them.
 * @throws AppError 404, 409 `category.taken`
 */
export const editCategory = async (
  { db }: Needs,
  adminUuid: string,
  uuid: string,
  change: CategoryChange,
): Promise<AdminCategory> => {
  try {
    return await db.sql.begin(async (tx) => {
      const [before] = await tx<Row[]>`select * from category where uuid = ${uuid} for update`;
      if (!before) throw notFound('category');
      await refuseTaken(tx, uuid, change.nameUkr);
      await updateCategory(tx, uuid, change);
      if (change.name !== undefined && change.name !== before.name)
        await addJob(tx, 'redraw-tokens', { by: 'category', uuid }, { key: `rebuild:${uuid}` });
      await recordAudit(tx, {
        adminUuid,
        act: 'category.edit',
        subjectType: 'category',
        subjectUuid: uuid,
        detail: {
          name: before.name,
          ...changes({ name: before.name, nameUkr: before.name_ukr, isEnabled: before.is_enabled }, change),
        },
      });
      return readCategory(tx, uuid);
    });
  } catch (error) {
    throw isUniqueViolation(error) ? taken() : error;
  }
};

/** Removes a category that never had a token. @throws AppError 404, 409 `category.used` */
export const removeCategory = async ({ db }: Needs, adminUuid: string, uuid: string): Promise<void> => {
  await db.sql.begin(async (tx) => {
    const [before] = await tx<Row[]>`select * from category where uuid = ${uuid} for update`;
    if (!before) throw notFound('category');
    const [used] = await tx`select 1 from token where category_uuid = ${uuid} limit 1`;
    if (used) throw conflict('category.used', 'There are tokens in this category: switch it off instead');
    await deleteCategory(tx, uuid);
    await recordAudit(tx, {
      adminUuid,
      act: 'category.remove',
      subjectType: 'category',
      subjectUuid: uuid,
      detail: { name: before.name },
    });
  });
};

/** Puts all categories in this order. @throws AppError 409 `order.stale` */
export const orderCategories = ({ db }: Needs, adminUuid: string, uuids: string[]) =>
  putInOrder(db.sql, 'category', adminUuid, uuids);
