import type { Tx } from '../../platform/db/database.ts';
import { code, jsonOrNull, object, plain, type Value } from '../../platform/db/json.ts';

export type MediaRow = {
  cid: string;
  kind: 'image' | 'video' | 'audio' | 'model' | 'document' | 'folder';
  mime_type: string;
  bytes: string;
  poster_cid: string | null;
  width: number;
  height: number;
  thumbhash: string;
  is_animated: boolean;
};

/** The path of the original. */
export const mediaUrl = (cid: string): string => `/media/${cid}`;

/**
 * SQL for the jsonb of an Image from a row of `media`.
 * @param alias the table's name or alias in the surrounding query
 * @param poster alias of another row of `media` (may be null by an outer join) with the poster of this file. A token
 *   card holds its image: prefer `token.card->'image'`
 */
export const imageJson = (sql: Tx, alias: string, poster?: string) => {
  const of = (column: string) => sql(`${alias}.${column}`);
  const shown = (column: string) => (poster ? sql`coalesce(${sql(`${poster}.${column}`)}, ${of(column)})` : of(column));
  const posterCid = poster
    ? sql`coalesce(${sql(`${poster}.cid`)}, ${of('poster_cid')}, ${of('cid')})`
    : sql`coalesce(${of('poster_cid')}, ${of('cid')})`;
  return sql`jsonb_build_object(
    'url', '/media/' || ${of('cid')}, 'preview', '/media/' || ${posterCid} || '/640.webp',
    'thumbhash', ${shown('thumbhash')}, 'width', ${shown('width')}, 'height', ${shown('height')}, 'mimeType', ${of('mime_type')})`;
};

/** The same, without a poster of another row, as a value of a list's JSON. */
export const imageOf = (alias: string): Value =>
  object({
    url: code(`'/media/' || ${alias}.cid`),
    preview: code(`'/media/' || coalesce(${alias}.poster_cid, ${alias}.cid) || '/640.webp'`),
    thumbhash: jsonOrNull(`${alias}.thumbhash`),
    width: plain(`${alias}.width`),
    height: plain(`${alias}.height`),
    mimeType: jsonOrNull(`${alias}.mime_type`),
  });

/** The CID of a folder's file; undefined without one. */
export const findInFolder = async (sql: Tx, folderCid: string, name: string): Promise<string | undefined> => {
  const [row] = await sql<
    { cid: string }[]
  >`select cid from media_folder_file where folder_cid = ${folderCid} and name = ${name}`;
  return row?.cid;
};

/** The files of a folder in the order of their names. */
export const filesOfFolder = (sql: Tx, folderCid: string) =>
  sql<{ name: string; cid: string }[]>`
    select name, cid from media_folder_file where folder_cid = ${folderCid} order by name collate "C"`;

export const findMedia = async (sql: Tx, cid: string): Promise<MediaRow | undefined> => {
  const [row] = await sql<MediaRow[]>`select * from media where cid = ${cid}`;
  return row;
};
