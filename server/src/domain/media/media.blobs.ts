import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

/** Stores bytes by key. Keys are content-addressed, so the bytes of a key never change. */
export type BlobStore = {
  /** Writes atomically; does nothing when the key exists. */
  put(key: string, source: Uint8Array | { path: string }): Promise<void>;
  /** The bytes of a key; undefined when there are none. */
  size(key: string): Promise<number | undefined>;
  /** The file with a key's bytes, for another process of this machine. */
  path(key: string): string;
  /** @param range first and last byte, both included */
  stream(key: string, range?: { start: number; end: number }): Readable;
  /** Deletes a key and everything below it, if it exists. */
  remove(key: string): Promise<void>;
};

const isMissing = (error: unknown) => (error as { code?: string }).code === 'ENOENT';

const sync = async (path: string) => {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/**
 * Stores blobs in a folder, which several servers may share: a file appears by rename, complete and flushed to disk.
 */
export const diskBlobs = (root: string): BlobStore => {
  const pathOf = (key: string) => {
    // Keys are made from checked CIDs; this is a second check.
    if (!/^[a-z]+(\/[a-z0-9]+)+(\.[a-z]+)?$/.test(key)) throw new Error(`not a blob key: ${key}`);
    return join(root, key);
  };
  const size = async (key: string) => {
    try {
      return (await stat(pathOf(key))).size;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  };
  return {
    size,
    path: pathOf,
    stream: (key, range) => createReadStream(pathOf(key), range),
    remove: (key) => rm(pathOf(key), { force: true, recursive: true }),
    put: async (key, source) => {
      const path = pathOf(key);
      if ((await size(key)) !== undefined) return;
      await mkdir(dirname(path), { recursive: true });
      const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
      try {
        if (source instanceof Uint8Array) await writeFile(temporary, source);
        else await copyFile(source.path, temporary);
        await sync(temporary);
        await rename(temporary, path);
        await sync(dirname(path));
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
  };
};

const stores = new Map<string, BlobStore>();
/** The configured blob store. */
export const blobsOf = ({ dataDir }: { dataDir: string }): BlobStore => {
  let store = stores.get(dataDir);
  if (!store) stores.set(dataDir, (store = diskBlobs(join(dataDir, 'media'))));
  return store;
};
