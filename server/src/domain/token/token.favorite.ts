import { notFound } from '../../platform/http/app-error.ts';
import type { Sql } from '../../platform/db/database.ts';
import { requireVisible } from './token.view.ts';

/**
 * Favours a token, or no more. Doing it twice is doing it once, and the count follows the rows, however many call at once.
 * @throws AppError 404
 */
export const setFavorite = async (
  sql: Sql,
  userUuid: string,
  tokenUuid: string,
  isFavorite: boolean,
): Promise<void> => {
  await requireVisible(sql, tokenUuid, userUuid);
  await sql.begin(async (tx) => {
    const [token] = await tx`select created_at from token where uuid = ${tokenUuid} for no key update`;
    if (!token) throw notFound('token');
    const changed = isFavorite
      ? await tx`
          insert into favorite (user_uuid, token_uuid, token_created_at)
          select ${userUuid}, uuid, created_at from token where uuid = ${tokenUuid}
          on conflict do nothing returning 1`
      : await tx`delete from favorite where user_uuid = ${userUuid} and token_uuid = ${tokenUuid} returning 1`;
    if (changed.length)
      await tx`update token set favorite_count = favorite_count + ${isFavorite ? 1 : -1} where uuid = ${tokenUuid}`;
  });
};
