import { nameKey } from '@skarb/schema/name-key';
import { isUniqueViolation, type Sql } from '../../platform/db/database.ts';
import { setCollectionVerified, setUserVerified } from './moderation.store.ts';

/**
 * Recomputes the keys of verified names, which follow from `nameKey`: an update may have changed it. Runs with the
 * migrations. There are few verified names. Where two now have one key, the second keeps its old key and its mark.
 */
export const syncVerifiedKeys = async (sql: Sql): Promise<void> => {
  type Named = { uuid: string; name: string; verified_key: string };
  const users = await sql<Named[]>`
    select uuid, coalesce(name, username) as name, verified_key from app_user where verified_key is not null order by uuid`;
  const collections = await sql<Named[]>`
    select uuid, name, verified_key from collection where verified_key is not null order by uuid`;
  for (const [rows, setVerified] of [
    [users, setUserVerified],
    [collections, setCollectionVerified],
  ] as const)
    for (const { uuid, name, verified_key: key } of rows)
      if (nameKey(name ?? '') !== key)
        await setVerified(sql, uuid, nameKey(name ?? '')).catch((error: unknown) => {
          if (!isUniqueViolation(error)) throw error;
        });
};
