import { createReadStream } from 'node:fs';
import { access, copyFile, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Config } from '../../config.ts';
import { s3Blobs } from './media.s3.ts';

/** Stores bytes by key. Keys are content-addressed, so the bytes of a key never change. */
export type BlobStore = {
  /** Writes atomically; does nothing when the key exists. */
  put(key: string, source: Uint8Array | { path: string }): Promise<void>;
  /** The bytes of a key; undefined when there are none. */
  size(key: string): Promise<number | undefined>;
  /** Passes a file of this machine with a key's bytes to `use`, for another process. It may be gone afterwards. */
  withFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T>;
  /** @param range first and last byte, both included */
  stream(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Deletes a key and everything below it, if it exists. */
  remove(key: string): Promise<void>;
  /** All keys with their bytes. */
  list(): AsyncIterable<{ key: string; bytes: number }>;
  /** @throws when the storage cannot be reached */
  check(): Promise<void>;
};

/** Keys are made from checked CIDs; this is a second check. */
const isBlobKey = (key: string): boolean => /^[a-z]+(\/[a-z0-9]+)+(\.[a-z]+)?$/.test(key);

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
    if (!isBlobKey(key)) throw new Error(`not a blob key: ${key}`);
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
  async function* walk(folder: string): AsyncGenerator<{ key: string; bytes: number }> {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    for (const entry of entries) {
      const key = folder ? `${folder}/${entry.name}` : entry.name;
      if (entry.isDirectory()) yield* walk(key);
      else if (isBlobKey(key)) {
        const bytes = await size(key);
        if (bytes !== undefined) yield { key, bytes };
      }
    }
  }
  return {
    size,
    withFile: (key, use) => use(pathOf(key)),
    stream: async (key, range) => createReadStream(pathOf(key), range),
    remove: (key) => rm(pathOf(key), { force: true, recursive: true }),
    list: () => walk(''),
    check: async () => {
      await mkdir(root, { recursive: true });
      await access(root);
    },
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

/** The settings that name the storage. */
export type MediaConfig = Pick<Config, 'dataDir' | 'media'>;

/** The store of one kind, whichever the setting names. @throws Error when its settings are missing */
export const blobsIn = ({ dataDir, media }: MediaConfig, kind: 'folder' | 's3'): BlobStore => {
  if (kind === 'folder') return diskBlobs(join(dataDir, 'media'));
  if (!media.s3) throw new Error('MEDIA_S3_BUCKET, MEDIA_S3_KEY_ID and MEDIA_S3_SECRET are not set');
  return s3Blobs(media.s3);
};

const stores = new Map<string, BlobStore>();
/** The configured blob store. */
export const blobsOf = (config: MediaConfig): BlobStore => {
  const name = JSON.stringify([config.dataDir, config.media]);
  let store = stores.get(name);
  if (!store) stores.set(name, (store = blobsIn(config, config.media.storage)));
  return store;
};
