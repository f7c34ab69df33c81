import { join } from 'node:path';
import { AppError } from '../../platform/http/app-error.ts';
import { WorkDied } from '../../platform/process/pool.ts';
import { makeScratch } from '../../platform/scratch.ts';
import type { BlobStore } from './media.blobs.ts';
import { originalKey, previewKey, type PreviewFormat, type PreviewWidth } from './media.key.ts';
import { OURSELVES, pictures } from './media.work.ts';

const underway = new Map<string, Promise<void>>();

/** Previews whose process crashed: not retried before this time. */
const REST_MS = 600_000;
const resting = new Map<string, number>();
const RESTING_MAX = 1000;
const unable = () =>
  new AppError(503, 'media.tooHeavy', 'No preview of this picture can be made', { retryAfterSeconds: REST_MS / 1000 });

/**
 * Makes sure that a preview is in the store; concurrent callers share one rendering.
 * @param owner the account, for fair scheduling
 * @throws AppError 503 when too many wait already, or when the picture crashed its process lately
 */
export const ensurePreview = async (
  blobs: BlobStore,
  cid: string,
  width: PreviewWidth,
  format: PreviewFormat,
  owner: string,
): Promise<string> => {
  const key = previewKey(cid, width, format);
  if ((await blobs.size(key)) !== undefined) return key;
  if ((resting.get(key) ?? 0) > Date.now()) throw unable();
  let work = underway.get(key);
  if (!work) {
    work = (async () => {
      const scratch = await makeScratch();
      try {
        const target = join(scratch.path, `preview.${format}`);
        await blobs.withFile(originalKey(cid), (source) => pictures.preview(owner, { source, target, width, format }));
        await blobs.put(key, { path: target });
      } catch (error) {
        if (!(error instanceof WorkDied)) throw error;
        if (resting.size >= RESTING_MAX) resting.delete(resting.keys().next().value as string);
        resting.set(key, Date.now() + REST_MS);
        throw unable();
      } finally {
        await scratch.dispose();
      }
    })().finally(() => underway.delete(key));
    underway.set(key, work);
  }
  await work;
  return key;
};

/** The format for lists in browsers that accept AVIF, nearly all of them: half the bytes of WebP. */
const WARM: PreviewWidth[] = [320, 640];
const cold: { blobs: BlobStore; cid: string }[] = [];
const COLD_MAX = 10_000;

/** Queues the AVIF previews of a new picture for idle time (see `startWarming`). */
export const warmLater = (blobs: BlobStore, cid: string): void => {
  if (cold.length < COLD_MAX) cold.push({ blobs, cid });
};

/**
 * Makes previews before the first visitor asks, one at a time and only while no upload or visitor waits for the same
 * processes. A lost queue is harmless: previews are also made on first request.
 * @returns a function that stops it and waits for the picture in progress
 */
export const startWarming = (): (() => Promise<void>) => {
  let work: Promise<unknown> = Promise.resolve();
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy || !pictures.isIdle()) return;
    const next = cold.shift();
    if (!next) return;
    isBusy = true;
    work = (async () => {
      for (const width of WARM) await ensurePreview(next.blobs, next.cid, width, 'avif', OURSELVES);
    })()
      // The first visitor's request meets the same error and reports it.
      .catch(() => {})
      .finally(() => (isBusy = false));
  }, 100);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await work;
  };
};
