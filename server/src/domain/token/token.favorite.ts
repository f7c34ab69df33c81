import { notFound } from '../../platform/http/app-error.ts';
import type { Sql } from '../../platform/db/database.ts';
import { setFavoriteRow } from './store/token.store.ts';
import { requireVisible } from './token.view.ts';

/** Adds or removes a favorite. Idempotent; the token's count follows the rows under concurrent calls. @throws AppError 404 */
export const setFavorite = async (
  sql: Sql,
  userUuid: string,
  tokenUuid: string,
  isFavorite: boolean,
): Promise<void> => {
  await requireVisible(sql, tokenUuid, userUuid);
  await sql.begin(async (tx) => {
    const [token] = await tx`select 1 from token where uuid = ${tokenUuid} for no key update`;
    if (!token) throw notFound('token');
    await setFavoriteRow(tx, userUuid, tokenUuid, isFavorite);
  });
};
