import { forbidden, notFound } from '../../platform/http/app-error.ts';
import type { Tx } from '../../platform/db/database.ts';
import { seesHiddenOf } from '../hidden/hidden.view.ts';
import type { Subject } from './follow.store.ts';

/**
 * The person or the collection with an id.
 * @throws AppError 404 for an unknown one, a deleted account, and one that is hidden from the caller; 403 `follow.self`
 * for the caller's own
 */
export const requireSubject = async (sql: Tx, uuid: string, callerUuid: string): Promise<Subject> => {
  const [row] = await sql<{ is_collection: boolean; owner_uuid: string; is_hidden: boolean }[]>`
    select false as is_collection, uuid as owner_uuid, is_hidden from app_user where uuid = ${uuid} and erased_at is null
    union all
    select true, creator_uuid, is_hidden from collection where uuid = ${uuid}`;
  if (!row || (row.is_hidden && !(await seesHiddenOf(sql, row.owner_uuid, callerUuid)))) throw notFound('follow');
  if (row.owner_uuid === callerUuid)
    throw forbidden('follow.self', 'You cannot follow yourself or your own collection');
  return { uuid, isCollection: row.is_collection };
};
