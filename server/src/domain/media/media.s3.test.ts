import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Catalogue, picture, startCatalogue } from '../token/testing-catalogue.ts';
import { diskBlobs, type BlobStore } from './media.blobs.ts';
import { cidOfFile } from './media.cid.ts';
import { originalKey, previewKey } from './media.key.ts';
import { moveMedia } from './media.move.ts';
import { s3Blobs } from './media.s3.ts';
import { startS3 } from './testing-s3.ts';

let s3: Awaited<ReturnType<typeof startS3>>;
let all: Catalogue;
let folder: string;
/** As two servers have them: each with a client of its own. */
let one: BlobStore;
let two: BlobStore;
beforeAll(async () => {
  s3 = await startS3();
  folder = mkdtempSync(join(tmpdir(), 'skarb-media-'));
  [one, two] = [s3Blobs(s3.settings), s3Blobs(s3.settings)];
  all = await startCatalogue({ env: s3.env });
});
afterAll(async () => {
  await all?.stop();
  await s3?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const contentOf = async (store: BlobStore, key: string, range?: { start: number; end: number }) =>
  buffer(await store.stream(key, range));
const keysOf = async (store: BlobStore) => {
  const keys: string[] = [];
  for await (const { key } of store.list()) keys.push(key);
  return keys.toSorted();
};
const away = { status: 503, code: 'storage.away', retryAfterSeconds: 2 };

describe('a bucket', () => {
  it('gives one server what another has stored, whole and in part', async () => {
    const bytes = randomBytes(300_000);
    const key = originalKey(await cidOfFile(bytes));
    const path = join(folder, 'upload');
    await writeFile(path, bytes);
    expect(await two.size(key)).toBeUndefined();
    await one.put(key, { path });
    expect([await one.size(key), await two.size(key)]).toEqual([300_000, 300_000]);
    expect((await contentOf(two, key)).equals(bytes)).toBe(true);
    expect((await contentOf(two, key, { start: 10, end: 19 })).equals(bytes.subarray(10, 20))).toBe(true);
    expect(await two.withFile(key, (copy) => cidOfFile({ path: copy }))).toBe(await cidOfFile(bytes));
    // Bytes of a key never change: a second upload writes nothing.
    await two.put(key, bytes);
    await one.remove(key);
  });

  it('forgets what another server has deleted, with everything below', async () => {
    const cid = await cidOfFile(randomBytes(20));
    const [original, small] = [originalKey(cid), previewKey(cid, 320, 'webp')];
    await one.put(original, Buffer.from('original'));
    await one.put(small, Buffer.from('small'));
    expect([await two.size(original), await two.size(small)]).toEqual([8, 5]);
    await one.remove(original);
    await one.remove(`preview/${cid.slice(-2)}/${cid}`);
    expect(await keysOf(one)).toEqual([]);
    await expect(two.stream(original)).rejects.toMatchObject({ status: 404 });
    // The same file is uploaded again at the server that remembers its size.
    await two.put(original, Buffer.from('original'));
    expect((await contentOf(one, original)).toString()).toBe('original');
    await one.remove(original);
  });

  it('is unavailable with a clear failure when its address, its name or its key is wrong', async () => {
    const wrong = [{ endpoint: 'http://127.0.0.1:1' }, { bucket: 'another' }, { keyId: 'another' }];
    for (const settings of wrong) {
      const store = s3Blobs({ ...s3.settings, ...settings });
      await expect(store.check()).rejects.toMatchObject(away);
      await expect(store.put(originalKey('bafkrei2'), Buffer.from('x'))).rejects.toMatchObject(away);
    }
  });
});

describe('media in a bucket', () => {
  it('are uploaded, resized and served as immutable, and never as files of this machine', async () => {
    const ann = await all.person();
    const bytes = await picture(800);
    const draft = await all.draft(ann, (await all.collection(ann)).uuid, { file: { bytes, name: 'x.png' } });
    const original = await all.call('GET', `/media/${draft.imageHash}`);
    expect(await cidOfFile(original.raw)).toBe(draft.imageHash);
    expect(original.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const part = await all.call('GET', `/media/${draft.imageHash}`, { headers: { range: 'bytes=-7' } });
    expect([part.status, part.raw.equals(original.raw.subarray(-7))]).toEqual([206, true]);
    const preview = await all.call('GET', `/media/${draft.imageHash}/320.avif`);
    expect([preview.status, preview.headers['content-type']]).toEqual([200, 'image/avif']);
    expect(await keysOf(one)).toEqual(
      expect.arrayContaining([originalKey(draft.imageHash), previewKey(draft.imageHash, 320, 'avif')]),
    );
    expect(await keysOf(diskBlobs(join(all.config.dataDir, 'media')))).toEqual([]);
  });

  it('that cannot be reached fail with a 503 that nothing caches; everything else works', async () => {
    const ann = await all.person();
    const collection = (await all.collection(ann)).uuid;
    const { imageHash } = await all.draft(ann, collection);
    const form = await all.tokenForm(collection, { file: { bytes: await picture(), name: 'x.png' } });
    await s3.down();
    try {
      const upload = await all.call('POST', '/token', { as: ann, form });
      expect(upload).toMatchObject({ status: 503, body: { code: 'storage.away' } });
      expect(upload.headers['retry-after']).toBe('2');
      const shown = await all.call('GET', `/media/${imageHash}`);
      expect(shown).toMatchObject({ status: 503, body: { code: 'storage.away' } });
      expect(shown.headers['cache-control']).toBe('no-store');
      expect((await all.call('GET', `/collection/${collection}`, { as: ann })).status).toBe(200);
    } finally {
      await s3.up();
    }
    expect((await all.call('POST', '/token', { as: ann, form })).status).toBe(201);
  });
});

describe('a move', () => {
  it('copies, verifies, continues where it was stopped, and deletes only what was verified', async () => {
    const from = diskBlobs(join(folder, 'media'));
    const contents = Array.from({ length: 20 }, () => randomBytes(1000));
    const keys: string[] = [];
    for (const bytes of contents) {
      const cid = await cidOfFile(bytes);
      keys.push(originalKey(cid), previewKey(cid, 320, 'webp'));
      await from.put(originalKey(cid), bytes);
      await from.put(previewKey(cid, 320, 'webp'), bytes.subarray(0, 100));
    }
    const bad = originalKey(await cidOfFile(randomBytes(5)));
    await from.put(bad, Buffer.from('not what its name says'));
    // Something with another size in the place of a copy.
    await one.put(keys[0] as string, Buffer.from('half'));

    const stopping = new AbortController();
    const first = await moveMedia(from, one, {
      signal: stopping.signal,
      onProgress: ({ found }) => found === 10 && stopping.abort(),
    });
    expect(first.found).toBeLessThan(41);
    const copied = await moveMedia(from, one);
    expect(copied).toMatchObject({ found: 41, deleted: 0, damaged: [bad] });
    expect(copied.copied + first.copied).toBe(40);
    expect(await moveMedia(from, one, { deleteSource: true })).toEqual({
      found: 41,
      copied: 0,
      deleted: 40,
      damaged: [bad],
    });
    expect(await keysOf(from)).toEqual([bad]);
    for (const [at, bytes] of contents.entries())
      expect((await contentOf(two, keys[2 * at] as string)).equals(bytes)).toBe(true);

    await from.remove(bad);
    const back = await moveMedia(two, from);
    expect(back.copied).toBe((await keysOf(two)).length);
    expect(back.damaged).toEqual([]);
    expect(await keysOf(from)).toEqual(await keysOf(one));
  });
});
