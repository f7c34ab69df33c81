import type { Tx } from '../../platform/db/database.ts';

/** Stores a download link by the hash of its secret. @returns when it expires */
export const addExport = (tx: Tx, link: { hash: string; userUuid: string; seconds: number }) =>
  tx<{ expires_at: Date }[]>`insert into account_export (secret_hash, user_uuid, expires_at)
    values (${link.hash}, ${link.userUuid}, now() + ${link.seconds} * interval '1 second') returning expires_at`;

/** Uses a link up. @returns the uuid of its user; undefined when the link is unknown, expired or used */
export const takeExport = async (tx: Tx, hash: string): Promise<string | undefined> => {
  const [link] = await tx<{ user_uuid: string; is_good: boolean }[]>`
    delete from account_export where secret_hash = ${hash} returning user_uuid, expires_at > now() as is_good`;
  return link?.is_good ? link.user_uuid : undefined;
};

/** Deletes the download links of a user. */
export const deleteExportsOf = async (tx: Tx, userUuid: string): Promise<void> => {
  await tx`delete from account_export where user_uuid = ${userUuid}`;
};

/** Deletes the expired download links. */
export const deleteExpiredExports = async (sql: Tx): Promise<void> => {
  await sql`delete from account_export where expires_at < now()`;
};
