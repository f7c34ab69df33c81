import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startJobs } from '../../jobs.ts';
import { startTestApi, type TestApi } from '../../testing.ts';
import { blobsOf } from './media.blobs.ts';
import { cidOfFile } from './media.cid.ts';
import { pinTasks, sweepPins, wantPin } from './media.pin.ts';
import { originalKey } from './media.key.ts';
import { storeDocument, storeFolder } from './media.service.ts';
import { insertMedia } from './media.store.ts';
import { startIpfsNode } from './testing-ipfs.ts';

let api: TestApi;
let node: Awaited<ReturnType<typeof startIpfsNode>>;
beforeAll(async () => {
  node = await startIpfsNode();
  api = await startTestApi({ IPFS_API_URL: `${node.url}/`, IPFS_API_AUTHORIZATION: 'Bearer the-key' });
});
afterAll(async () => {
  await api?.stop();
  await node?.stop();
});
beforeEach(async () => {
  node.state.isUnavailable = node.state.isDeaf = false;
  node.asked.length = 0;
  await sql()`delete from media_folder_file`;
  await sql()`delete from media`;
  await sql()`delete from media_pin`;
  await sql()`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`;
});

const sql = () => api.context.db.sql;
const tasks = () => {
  const { 'pin-media': pin, 'unpin-media': unpin } = pinTasks(api.context);
  if (!pin || !unpin) throw new Error('no tasks');
  return { pin, unpin };
};
const jobs = async () =>
  (await sql()`select task_identifier as name, key from graphile_worker.jobs order by key`).map(({ name, key }) => [
    name,
    key,
  ]);
const isPinned = async (cid: string) => (await sql()`select 1 from media_pin where cid = ${cid}`).length === 1;
/** Stores bytes as a file, as an upload does. */
const keep = async (bytes: Buffer): Promise<string> => {
  const cid = await cidOfFile(bytes);
  await blobsOf(api.context.config).put(originalKey(cid), bytes);
  const nothing = { poster_cid: null, width: 0, height: 0, thumbhash: '', is_animated: false };
  await insertMedia(sql(), { cid, kind: 'video', mime_type: 'video/mp4', bytes: bytes.length, ...nothing });
  await wantPin(sql(), api.context.config, cid);
  return cid;
};

describe('a stored file', () => {
  it("is pinned by a job under the same CID, with the node's own authorization", async () => {
    const { cid } = await storeDocument(api.context, { name: 'A work' });
    expect(await jobs()).toEqual([['pin-media', `pin:${cid}`]]);
    // The upload does not wait for the pin.
    expect(node.asked).toEqual([]);
    await tasks().pin({ cid });
    expect(node.pinned.get(cid)?.toString()).toBe('{"name":"A work"}');
    expect(node.asked).toEqual([{ path: '/api/v0/add', authorization: 'Bearer the-key' }]);
    expect(await isPinned(cid)).toBe(true);
  });

  it.each([262_144, 262_145, 1_500_000])('of %i bytes has the same content id on the IPFS node', async (size) => {
    const bytes = randomBytes(size);
    const cid = await keep(bytes);
    await tasks().pin({ cid });
    expect(node.pinned.get(cid)?.equals(bytes)).toBe(true);
  });

  it('with more chunks than one tree node can link to also gets the same CID', { timeout: 120_000 }, async () => {
    const bytes = Buffer.alloc(175 * 262_144, 'many pieces');
    const cid = await keep(bytes);
    await tasks().pin({ cid });
    expect(node.pinned.has(cid)).toBe(true);
  });

  it('in a folder is pinned on its own, and the folder with its files under their names', async () => {
    const folder = await storeFolder(api.context, { uk: { name: 'Річка' }, en: { name: 'A river' } });
    const files = await sql()`select name, cid from media_folder_file where folder_cid = ${folder} order by name`;
    expect(files.map(({ name }) => name)).toEqual(['en.json', 'uk.json']);
    expect(await jobs()).toEqual(
      [folder, ...files.map(({ cid }) => cid as string)].map((cid) => ['pin-media', `pin:${cid}`]).toSorted(),
    );
    await tasks().pin({ cid: folder });
    expect([node.pinned.has(folder), await isPinned(folder)]).toEqual([true, true]);
    expect(await storeFolder(api.context, { en: { name: 'A river' }, uk: { name: 'Річка' } })).toBe(folder);
  });

  it("with another CID on the node is a failure, and the node's copy is removed", async () => {
    node.state.isDeaf = true;
    const before = node.pinned.size;
    const cid = await keep(randomBytes(400_000));
    await expect(tasks().pin({ cid })).rejects.toThrow('it cuts files another way');
    expect(node.pinned.size).toBe(before);
    expect(await isPinned(cid)).toBe(false);
  });

  it(
    'waits while the node is unavailable, with its error recorded; the worker pins it once the node is available',
    { timeout: 120_000 },
    async () => {
      node.state.isUnavailable = true;
      const { cid } = await storeDocument(api.context, { name: 'Patient' });
      const worker = await startJobs(api.context);
      try {
        const failed = () =>
          sql()`select last_error from graphile_worker.jobs where key = ${`pin:${cid}`} and attempts > 0 and locked_at is null`;
        await expect
          .poll(async () => (await failed())[0]?.last_error, { timeout: 45_000 })
          .toContain('the IPFS node answers 502 to add');
        node.state.isUnavailable = false;
        await expect.poll(() => isPinned(cid), { timeout: 60_000 }).toBe(true);
      } finally {
        await worker.stop();
      }
    },
  );

  it('stored before a node was configured is found by the sweep, once; the sweep leaves a failed job to its own retries', async () => {
    const cid = await keep(Buffer.from('old'));
    await sql()`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`;
    await sweepPins(sql());
    await sql()`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), attempts := 7)`;
    await sweepPins(sql());
    const rows = await sql()`select attempts::int from graphile_worker.jobs where key = ${`pin:${cid}`}`;
    expect(rows).toEqual([{ attempts: 7 }]);
    await tasks().pin({ cid });
    await sql()`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`;
    await sweepPins(sql());
    expect(await jobs()).toEqual([]);
  });

  it('that was deleted is unpinned, but not when it was stored again', async () => {
    const cid = await keep(Buffer.from('soon gone'));
    await tasks().pin({ cid });
    await sql()`delete from media where cid = ${cid}`;
    await sql()`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`;
    await sweepPins(sql());
    expect(await jobs()).toEqual([['unpin-media', `pin:${cid}`]]);
    await tasks().unpin({ cid });
    expect([node.pinned.has(cid), await isPinned(cid)]).toEqual([false, false]);
    // The second call changes nothing.
    await tasks().unpin({ cid });
    await keep(Buffer.from('soon gone'));
    await tasks().pin({ cid });
    await tasks().unpin({ cid });
    expect([node.pinned.has(cid), await isPinned(cid)]).toEqual([true, true]);
  });
});

describe('without a node', () => {
  it('no jobs are created', async () => {
    const config = { ...api.context.config, ipfs: undefined };
    await storeDocument({ ...api.context, config }, { name: 'Alone' });
    expect([await jobs(), pinTasks({ ...api.context, config })]).toEqual([[], {}]);
  });
});
