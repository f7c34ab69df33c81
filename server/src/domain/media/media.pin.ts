import type { Context } from '../../context.ts';
import type { Sql, Tx } from '../../platform/db/database.ts';
import { addJob, type Recurring, type Tasks } from '../../platform/queue/queue.ts';
import { blobsOf } from './media.blobs.ts';
import { createIpfs } from './media.ipfs.ts';
import { originalKey } from './media.key.ts';

declare module '../../platform/queue/queue.ts' {
  interface Jobs {
    'pin-media': { cid: string };
    'unpin-media': { cid: string };
    'sweep-pins': Record<string, unknown>;
  }
}

/** Jobs that one sweep adds at most of a kind: a node set later has years to catch up with. */
const SWEEP = 500;

const pinKey = (cid: string) => `pin:${cid}`;

/** Asks for a kept file to be pinned, where a node is set. The upload does not wait for it. */
export const wantPin = async (tx: Tx, { ipfs }: Pick<Context['config'], 'ipfs'>, cid: string): Promise<void> => {
  if (!ipfs || (await tx`select 1 from media_pin where cid = ${cid}`).length > 0) return;
  await addJob(tx, 'pin-media', { cid }, { key: pinKey(cid) });
};

/**
 * Adds jobs for what has none: files kept before a node was set or whose job was lost, and pins whose file is gone. One
 * that failed for good is left alone: the admin's desk shows it and tries again.
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

/** The worker's share of IPFS; nothing where no node is set. */
export const pinTasks = ({ config, db: { sql } }: Pick<Context, 'config' | 'db'>): Tasks => {
  if (!config.ipfs) return {};
  const node = createIpfs(config.ipfs);
  const isKept = async (cid: string) => (await sql`select 1 from media where cid = ${cid}`).length > 0;
  return {
    'pin-media': async ({ cid }) => {
      if (!(await isKept(cid))) return;
      await node.pin(cid, blobsOf(config).stream(originalKey(cid)));
      await sql`insert into media_pin (cid) values (${cid}) on conflict (cid) do nothing`;
    },
    'unpin-media': async ({ cid }) => {
      // The same file was uploaded again meanwhile.
      if (await isKept(cid)) return;
      await node.unpin(cid);
      await sql`delete from media_pin where cid = ${cid}`;
    },
    'sweep-pins': () => sweepPins(sql),
  };
};

/** Every five minutes, where a node is set. */
export const pinRecurring = ({ ipfs }: Pick<Context['config'], 'ipfs'>): Recurring[] =>
  ipfs ? [{ task: 'sweep-pins', match: '*/5 * * * *' }] : [];
