import type { Context } from '../../context.ts';
import type { Tasks } from '../../platform/queue/queue.ts';
import { deleteUnused } from './media.store.ts';
import { blobsOf } from './media.blobs.ts';
import { originalKey } from './media.key.ts';
import { filesOfFolder } from './media.view.ts';

declare module '../../platform/queue/queue.ts' {
  interface Jobs {
    'drop-media': { cids: string[] };
  }
}

/**
 * Deletes files that nothing refers to any more: the row first, then the bytes and previews. The next sweep removes the
 * IPFS node's pin.
 */
export const dropMedia = async ({ config, db }: Pick<Context, 'config' | 'db'>, cids: string[]): Promise<void> => {
  const blobs = blobsOf(config);
  for (const cid of cids) {
    const [row] = await db.sql<{ poster_cid: string | null }[]>`select poster_cid from media where cid = ${cid}`;
    const files = await filesOfFolder(db.sql, cid);
    if (!(await deleteUnused(db.sql, cid))) continue;
    await blobs.remove(originalKey(cid));
    await blobs.remove(`preview/${cid.slice(-2)}/${cid}`);
    await dropMedia({ config, db }, [...(row?.poster_cid ? [row.poster_cid] : []), ...files.map((file) => file.cid)]);
  }
};

export const dropTasks = (context: Pick<Context, 'config' | 'db'>): Tasks => ({
  'drop-media': ({ cids }) => dropMedia(context, cids),
});
