import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApi, type TestApi } from '../../testing.ts';
import { picture } from '../token/testing-catalogue.ts';
import { blobsOf } from './media.blobs.ts';
import { dropMedia, dropTasks } from './media.drop.ts';
import { originalKey } from './media.key.ts';
import { storeImage } from './media.service.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api?.stop());

const sql = () => api.context.db.sql;
/** Stores a picture, as a form does before anything refers to it. @returns its CID */
const store = async (bytes: Buffer): Promise<string> => {
  const path = join(mkdtempSync(join(tmpdir(), 'skarb-drop-')), 'a.png');
  writeFileSync(path, bytes);
  return (await storeImage(api.context, { path, bytes: bytes.length, owner: 'ann' })).cid;
};
const bytesOf = (cid: string) => blobsOf(api.context.config).size(originalKey(cid));
const isRecorded = async (cid: string) => (await sql()`select 1 from media where cid = ${cid}`).length > 0;
const age = (...cids: string[]) =>
  sql()`update media set stored_at = now() - interval '25 hours' where cid in ${sql()(cids)}`;

describe('a picture that nothing refers to', () => {
  it('is deleted after a day, with its bytes; one in use is kept, and one that is stored again', async () => {
    const [fresh, old, worn, again] = [
      await store(await picture()),
      await store(await picture()),
      await store(await picture()),
      await picture(),
    ];
    const stored = await store(again);
    const ann = await api.person();
    await sql()`update app_user set avatar = ${worn} where uuid = ${ann.user.uuid}`;
    await age(old, worn, stored);
    expect(await store(again)).toBe(stored);
    await dropTasks(api.context)['sweep-media']?.({});
    expect([await isRecorded(old), await bytesOf(old)]).toEqual([false, undefined]);
    for (const cid of [fresh, worn, stored])
      expect([await isRecorded(cid), (await bytesOf(cid)) !== undefined]).toEqual([true, true]);
  });

  it('has its bytes when it is dropped while it is stored again', async () => {
    const bytes = await picture();
    const cid = await store(bytes);
    const blobs = blobsOf(api.context.config);
    const { put } = blobs;
    // As when its last work is deleted after the form has found the bytes there.
    const spy = vi.spyOn(blobs, 'put').mockImplementation(async (key, source) => {
      await put(key, source);
      if (key !== originalKey(cid)) return;
      spy.mockImplementation(put);
      await dropMedia(api.context, [cid]);
    });
    try {
      expect(await store(bytes)).toBe(cid);
    } finally {
      spy.mockRestore();
    }
    expect([await isRecorded(cid), (await bytesOf(cid)) !== undefined]).toEqual([true, true]);
  });

  it('keeps its bytes when it is stored again while it is being dropped', async () => {
    const bytes = await picture();
    const cid = await store(bytes);
    await age(cid);
    const blobs = blobsOf(api.context.config);
    const { remove } = blobs;
    let storing: Promise<string> | undefined;
    let isStored = false;
    const spy = vi.spyOn(blobs, 'remove').mockImplementation(async (key) => {
      storing ??= store(bytes).finally(() => (isStored = true));
      // Until it is stored, or waits for the end of the drop.
      await vi.waitFor(
        async () => {
          const waiting = await sql()`
            select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
          expect(isStored || waiting.length > 0).toBe(true);
        },
        { timeout: 20_000 },
      );
      await remove(key);
    });
    try {
      await dropMedia(api.context, [cid]);
      expect(await storing).toBe(cid);
    } finally {
      spy.mockRestore();
    }
    expect([await isRecorded(cid), (await bytesOf(cid)) !== undefined]).toEqual([true, true]);
  });
});
