import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { addJob, type Recurring, type Tasks } from '../../platform/queue/queue.ts';
import { deleteUnused, findUnused } from './media.store.ts';
import { blobsOf } from './media.blobs.ts';
import { originalKey } from './media.key.ts';
import { filesOfFolder } from './media.view.ts';

declare module '../../platform/queue/queue.ts' {
  interface Jobs {
    'drop-media': { cids: string[]; before?: string };
    'sweep-media': Record<string, unknown>;
  }
}

type Ctx = Pick<Context, 'config' | 'db'>;

/**
 * Deletes files once the transaction has ended, where nothing refers to them. What is stored again from now on is kept.
 * @param runAt later, for what open pages still show
 */
export const dropUnused = async (tx: Tx, cids: readonly string[], runAt?: Date): Promise<void> => {
  if (cids.length > 0)
    await addJob(tx, 'drop-media', { cids: [...new Set(cids)], before: new Date().toISOString() }, runAt && { runAt });
};

/**
 * Deletes files that nothing refers to any more, bytes and previews included. The row stays locked until the bytes are
 * gone, so that who stores the same file again waits, and then writes the bytes again. The next sweep removes the IPFS
 * node's pin.
 * @param before files that were stored again after this time are kept: somebody is about to refer to them
 */
export const dropMedia = async ({ config, db }: Ctx, cids: string[], before = new Date()): Promise<void> => {
  const blobs = blobsOf(config);
  for (const cid of cids) {
    const files = await filesOfFolder(db.sql, cid);
    const dropped = await db.sql.begin(async (tx) => {
      const row = await deleteUnused(tx, cid, before);
      if (!row) return undefined;
      await blobs.remove(originalKey(cid));
      await blobs.remove(`preview/${cid.slice(-2)}/${cid}`);
      return row;
    });
    if (!dropped) continue;
    const { poster_cid } = dropped;
    await dropMedia({ config, db }, [...(poster_cid ? [poster_cid] : []), ...files.map((file) => file.cid)], before);
  }
};

/** How long a file may be without a reference: its form may still be checked, and a replaced picture is on open pages. */
const UNUSED_MS = 24 * 3600_000;
/** The most files of one sweep. */
const SWEEP = 5000;

/** Deletes what refused forms and replaced pictures left. */
const sweepMedia = async (context: Ctx): Promise<void> => {
  const before = new Date(Date.now() - UNUSED_MS);
  const unused = await context.db.sql.begin(async (tx) => {
    await tx`set local statement_timeout = '60s'`;
    return findUnused(tx, before, SWEEP);
  });
  await dropMedia(context, unused, before);
};

export const dropTasks = (context: Ctx): Tasks => ({
  'drop-media': ({ cids, before }) => dropMedia(context, cids, before === undefined ? undefined : new Date(before)),
  'sweep-media': () => sweepMedia(context),
});

/** Once a day: it reads all files and all references. */
export const dropRecurring: Recurring[] = [{ task: 'sweep-media', match: '37 3 * * *' }];
