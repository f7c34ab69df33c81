import type { Tx } from '../../platform/db/database.ts';
import type { MediaRow } from './media.view.ts';

export type NewMedia = Omit<MediaRow, 'bytes'> & { bytes: number };

/** Notes a file that is in the blob store. The same bytes are the same row. */
export const insertMedia = async (sql: Tx, media: NewMedia): Promise<MediaRow> => {
  await sql`
    insert into media (cid, kind, mime_type, bytes, poster_cid, width, height, thumbhash, is_animated)
    values (${media.cid}, ${media.kind}, ${media.mime_type}, ${media.bytes}, ${media.poster_cid}, ${media.width}, ${media.height},
      ${media.thumbhash}, ${media.is_animated})
    on conflict (cid) do nothing`;
  const [row] = await sql<MediaRow[]>`select * from media where cid = ${media.cid}`;
  if (!row) throw new Error(`media ${media.cid} went away`);
  return row;
};
