import type { Context } from '../../context.ts';
import type { Sql, Tx } from '../../platform/db/database.ts';
import { addJob, type Recurring, type Tasks } from '../../platform/queue/queue.ts';
import { blobsOf } from './media.blobs.ts';
import { createIpfs } from './media.ipfs.ts';
import { originalKey } from './media.key.ts';
import { filesOfFolder } from './media.view.ts';
import { deletePin, recordPin } from './media.store.ts';

declare module '../../platform/queue/queue.ts' {
  interface Jobs {
    'pin-media': { cid: string };
    'unpin-media': { cid: string };
    'sweep-pins': Record<string, unknown>;
  }
}

/** The most jobs of a kind that one sweep adds: a node configured later has a long backlog. */
const SWEEP = 500;

const pinKey = (cid: string) => `pin:${cid}`;

/** Enqueues a file for pinning, when a node is configured. The upload does not wait for it. */
export const wantPin = async (tx: Tx, { ipfs }: Pick<Context['config'], 'ipfs'>, cid: string): Promise<void> => {
  if (!ipfs || (await tx`select 1 from media_pin where cid = ${cid}`).length > 0) return;
  await addJob(tx, 'pin-media', { cid }, { key: pinKey(cid) });
};

/**
 * Enqueues missing jobs: for files stored before a node was configured or whose job was lost, and for pins whose file
 * is deleted. Skips jobs that have failed for good: the admin dashboard shows and retries them.
 */
export const sweepPins = async (sql: Sql): Promise<void> => {
  const hasJob = sql`exists (select 1 from graphile_worker.jobs j where j.key = 'pin:' || it.cid)`;
  const unpinned = await sql<{ cid: string }[]>`
    select cid from media it where not exists (select 1 from media_pin p where p.cid = it.cid) and not ${hasJob}
    order by created_at limit ${SWEEP}`;
  for (const { cid } of unpinned) await addJob(sql, 'pin-media', { cid }, { key: pinKey(cid) });
  const gone = await sql<{ cid: string }[]>`
    select cid from media_pin it where not exists (select 1 from media m where m.cid = it.cid) and not ${hasJob}
    order by pinned_at limit ${SWEEP}`;
  for (const { cid } of gone) await addJob(sql, 'unpin-media', { cid }, { key: pinKey(cid) });
};

/** The worker's IPFS tasks; none without a configured node. */
export const pinTasks = ({ config, db: { sql } }: Pick<Context, 'config' | 'db'>): Tasks => {
  if (!config.ipfs) return {};
  const node = createIpfs(config.ipfs);
  const kindOf = async (cid: string) =>
    (await sql<{ kind: string }[]>`select kind from media where cid = ${cid}`)[0]?.kind;
  const content = (cid: string) => blobsOf(config).stream(originalKey(cid));
  return {
    'pin-media': async ({ cid }) => {
      const kind = await kindOf(cid);
      if (kind === undefined) return;
      if (kind === 'folder') {
        const files = await filesOfFolder(sql, cid);
        await node.pinFolder(
          cid,
          files.map((file) => ({ name: file.name, content: () => content(file.cid) })),
        );
      } else await node.pin(cid, await content(cid));
      await recordPin(sql, cid);
    },
    'unpin-media': async ({ cid }) => {
      // The same file was uploaded again meanwhile.
      if ((await kindOf(cid)) !== undefined) return;
      await node.unpin(cid);
      await deletePin(sql, cid);
    },
    'sweep-pins': () => sweepPins(sql),
  };
};

/** Every five minutes, when a node is configured. */
export const pinRecurring = ({ ipfs }: Pick<Context['config'], 'ipfs'>): Recurring[] =>
  ipfs ? [{ task: 'sweep-pins', match: '*/5 * * * *' }] : [];
