import type { Tx } from '../../platform/db/database.ts';
import type { MediaRow } from './media.view.ts';

export type NewMedia = Omit<MediaRow, 'bytes'> & { bytes: number };

/** Records a file of the blob store. The same bytes are the same row. */
export const insertMedia = async (sql: Tx, media: NewMedia): Promise<MediaRow> => {
  await sql`
    insert into media (cid, kind, mime_type, bytes, poster_cid, width, height, thumbhash, is_animated)
    values (${media.cid}, ${media.kind}, ${media.mime_type}, ${media.bytes}, ${media.poster_cid}, ${media.width}, ${media.height},
      ${media.thumbhash}, ${media.is_animated})
    on conflict (cid) do nothing`;
  const [row] = await sql<MediaRow[]>`select * from media where cid = ${media.cid}`;
  if (!row) throw new Error(`media ${media.cid} disappeared`);
  return row;
};

/** Records a folder of files that are recorded already. The same files with the same names are the same folder. */
export const insertFolder = async (sql: Tx, cid: string, files: Record<string, string>): Promise<void> => {
  const nothing = { poster_cid: null, width: 0, height: 0, thumbhash: '', is_animated: false };
  await insertMedia(sql, { cid, kind: 'folder', mime_type: 'inode/directory', bytes: 0, ...nothing });
  await sql`
    insert into media_folder_file (folder_cid, name, cid)
    select ${cid}, * from unnest(${Object.keys(files)}::text[], ${Object.values(files)}::text[]) on conflict do nothing`;
};

/** Deletes the row of a file that nothing refers to. @returns whether the file has no row now */
export const deleteUnused = async (sql: Tx, cid: string): Promise<boolean> => {
  await sql`
    delete from media m where cid = ${cid}
      and not exists (select 1 from app_user where ${cid} in (avatar, background_img))
      and not exists (select 1 from token where ${cid} in (image_hash, poster_hash, metadata_hash))
      and not exists (select 1 from collection where ${cid} in (image_hash, banner_hash))
      and not exists (select 1 from token_localization where folder_hash = ${cid})
      and not exists (select 1 from media_folder_file where cid = ${cid})
      and not exists (select 1 from media other where other.poster_cid = ${cid})`;
  return (await sql`select 1 from media where cid = ${cid}`).length === 0;
};

/** Records that the IPFS node has pinned a file. */
export const recordPin = (sql: Tx, cid: string) =>
  sql`insert into media_pin (cid) values (${cid}) on conflict (cid) do nothing`;

/** Records that the IPFS node no longer pins a file. */
export const deletePin = (sql: Tx, cid: string) => sql`delete from media_pin where cid = ${cid}`;
