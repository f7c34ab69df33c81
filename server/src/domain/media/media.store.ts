import type { Tx } from '../../platform/db/database.ts';
import type { MediaRow } from './media.view.ts';

export type NewMedia = Omit<MediaRow, 'bytes'> & { bytes: number };

/**
 * Marks a file as stored now, before its bytes are written or found: whoever has decided before to drop it keeps it. Waits
 * while it is being dropped. @returns whether it is on record
 */
export const touchMedia = async (sql: Tx, cid: string): Promise<boolean> =>
  (await sql`update media set stored_at = now() where cid = ${cid}`).count > 0;

/** Records a file of the blob store. The same bytes are the same row. @returns the row, and whether it is new */
export const insertMedia = async (sql: Tx, media: NewMedia): Promise<{ row: MediaRow; isNew: boolean }> => {
  const { count } = await sql`
    insert into media (cid, kind, mime_type, bytes, poster_cid, width, height, thumbhash, is_animated)
    values (${media.cid}, ${media.kind}, ${media.mime_type}, ${media.bytes}, ${media.poster_cid}, ${media.width}, ${media.height},
      ${media.thumbhash}, ${media.is_animated})
    on conflict (cid) do nothing`;
  const [row] = await sql<MediaRow[]>`select * from media where cid = ${media.cid}`;
  if (!row) throw new Error(`media ${media.cid} disappeared`);
  return { row, isNew: count > 0 };
};

/** Records a folder of files that are recorded already. The same files with the same names are the same folder. */
export const insertFolder = async (sql: Tx, cid: string, files: Record<string, string>): Promise<void> => {
  const nothing = { poster_cid: null, width: 0, height: 0, thumbhash: '', is_animated: false };
  await insertMedia(sql, { cid, kind: 'folder', mime_type: 'inode/directory', bytes: 0, ...nothing });
  await sql`
    insert into media_folder_file (folder_cid, name, cid)
    select ${cid}, * from unnest(${Object.keys(files)}::text[], ${Object.values(files)}::text[]) on conflict do nothing`;
};

/** Whether nothing refers to a row `m` of `media`. The column of documents has no index: it is read for documents only. */
const isUnused = (sql: Tx) => sql`
  not exists (select 1 from app_user where avatar = m.cid) and not exists (select 1 from app_user where background_img = m.cid)
  and not exists (select 1 from token where image_hash = m.cid) and not exists (select 1 from token where poster_hash = m.cid)
  and (m.kind <> 'document' or not exists (select 1 from token where metadata_hash = m.cid))
  and not exists (select 1 from collection where image_hash = m.cid) and not exists (select 1 from collection where banner_hash = m.cid)
  and not exists (select 1 from token_localization where folder_hash = m.cid)
  and not exists (select 1 from media_folder_file where cid = m.cid)
  and not exists (select 1 from media other where other.poster_cid = m.cid)`;

/**
 * Locks a file that nothing refers to and that was not stored again since `before`, and deletes its row.
 * @returns the row; undefined when the file is kept
 */
export const deleteUnused = async (
  tx: Tx,
  cid: string,
  before: Date,
): Promise<Pick<MediaRow, 'poster_cid'> | undefined> => {
  // First the lock: a statement that waits for one does not see the references that were made meanwhile.
  await tx`select 1 from media where cid = ${cid} for update`;
  const [row] = await tx<Pick<MediaRow, 'poster_cid'>[]>`
    delete from media m where cid = ${cid} and stored_at <= ${before} and ${isUnused(tx)} returning poster_cid`;
  return row;
};

/** Pictures, videos, sounds and models that nothing refers to and that were stored last before this time, the oldest first. */
export const findUnused = async (sql: Tx, before: Date, limit: number): Promise<string[]> => {
  const rows = await sql<{ cid: string }[]>`
    select cid from media m where stored_at <= ${before} and kind not in ('document', 'folder') and ${isUnused(sql)}
    order by stored_at limit ${limit}`;
  return rows.map(({ cid }) => cid);
};

/** Records that the IPFS node has pinned a file. */
export const recordPin = (sql: Tx, cid: string) =>
  sql`insert into media_pin (cid) values (${cid}) on conflict (cid) do nothing`;

/** Records that the IPFS node no longer pins a file. */
export const deletePin = (sql: Tx, cid: string) => sql`delete from media_pin where cid = ${cid}`;
