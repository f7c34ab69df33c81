import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { BlobStore } from './media.blobs.ts';
import { cidOfFile } from './media.cid.ts';

const AT_ONCE = 8;
const TRIES = 3;
const PAUSE_MS = 1000;

/** What a move did. `damaged` are keys whose bytes differ from their name, in the source or in the copy. */
export type Moved = { found: number; copied: number; deleted: number; damaged: string[] };

type Bytes = { path: string } | AsyncIterable<Uint8Array>;

/** What the bytes of a key are compared by: an original by its name, which is its CID, a preview by its hash. */
const fingerprintOf = async (key: string, source: Bytes): Promise<string> => {
  if (key.startsWith('original/')) return cidOfFile(source);
  const hash = createHash('sha256');
  for await (const part of 'path' in source ? createReadStream(source.path) : source) hash.update(part as Uint8Array);
  return hash.digest('hex');
};

/**
 * Copies every file of one store into another and verifies each copy by its content. It can be stopped and run again: a
 * file that is there with its size is not copied again.
 * @param options.deleteSource deletes each file of the source after its copy was read back and verified
 * @param options.onProgress called after each file
 * @throws when a storage cannot be reached
 */
export const moveMedia = async (
  from: BlobStore,
  to: BlobStore,
  options: { deleteSource?: boolean; signal?: AbortSignal; onProgress?: (moved: Moved) => void } = {},
): Promise<Moved> => {
  const moved: Moved = { found: 0, copied: 0, deleted: 0, damaged: [] };
  const { deleteSource = false, signal, onProgress } = options;

  const isSame = async (key: string, wanted: string) => (await fingerprintOf(key, await to.stream(key))) === wanted;

  /** @returns whether the target has the file, verified if it was copied now or the source is to be deleted */
  const copy = (key: string, bytes: number, size: number | undefined): Promise<boolean> =>
    from.withFile(key, async (path) => {
      const wanted = await fingerprintOf(key, { path });
      if (key.startsWith('original/') && wanted !== key.split('/').at(-1)) return false;
      if (size === bytes && (await isSame(key, wanted))) return true;
      // Something that is no copy, such as what another program left there.
      if (size !== undefined) await to.remove(key);
      await to.put(key, { path });
      moved.copied++;
      return isSame(key, wanted);
    });

  const move = async ({ key, bytes }: { key: string; bytes: number }) => {
    const size = await to.size(key);
    if (size === bytes && !deleteSource) return;
    if (!(await copy(key, bytes, size))) moved.damaged.push(key);
    else if (deleteSource) {
      await from.remove(key);
      moved.deleted++;
    }
  };

  const tried = async (file: { key: string; bytes: number }) => {
    for (let tries = 1; ; tries++) {
      try {
        await move(file);
        break;
      } catch (error) {
        // Deleted meanwhile, with the last object that showed it.
        if ((await from.size(file.key)) === undefined) return;
        if (tries === TRIES || signal?.aborted) throw error;
        await pause(tries * PAUSE_MS);
      }
    }
    moved.found++;
    onProgress?.(moved);
  };

  const files = from.list()[Symbol.asyncIterator]();
  const failed = new AbortController();
  const lane = async () => {
    while (!signal?.aborted && !failed.signal.aborted) {
      const next = await files.next();
      if (next.done) return;
      await tried(next.value);
    }
  };
  await Promise.all(
    Array.from({ length: AT_ONCE }, () =>
      lane().catch((error: unknown) => {
        failed.abort();
        throw error;
      }),
    ),
  );
  return moved;
};
