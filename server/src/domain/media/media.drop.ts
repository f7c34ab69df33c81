import type { Context } from '../../context.ts';
import type { Tasks } from '../../platform/queue/queue.ts';
import { blobsOf } from './media.blobs.ts';
import { originalKey } from './media.key.ts';

declare module '../../platform/queue/queue.ts' {
  interface Jobs {
    'drop-media': { cids: string[] };
  }
}

/**
 * Takes away kept files that nothing refers to any more: the row first, then the bytes and previews. The IPFS node's pin
 * goes with the next sweep.
 */
export const dropMedia = async ({ config, db }: Pick<Context, 'config' | 'db'>, cids: string[]): Promise<void> => {
  const blobs = blobsOf(config);
  for (const cid of cids) {
    const [row] = await db.sql<{ poster_cid: string | null }[]>`select poster_cid from media where cid = ${cid}`;
    await db.sql`delete from media m where cid = ${cid}
      and not exists (select 1 from app_user where ${cid} in (avatar, background_img))
      and not exists (select 1 from token where ${cid} in (image_hash, poster_hash, metadata_hash))
      and not exists (select 1 from collection where image_hash = ${cid})
      and not exists (select 1 from media other where other.poster_cid = ${cid})`;
    if ((await db.sql`select 1 from media where cid = ${cid}`).length > 0) continue;
    await blobs.remove(originalKey(cid));
    await blobs.remove(`preview/${cid.slice(-2)}/${cid}`);
    if (row?.poster_cid) await dropMedia({ config, db }, [row.poster_cid]);
  }
};

export const dropTasks = (context: Pick<Context, 'config' | 'db'>): Tasks => ({
  'drop-media': ({ cids }) => dropMedia(context, cids),
});
