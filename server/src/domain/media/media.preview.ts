import { join } from 'node:path';
import { AppError } from '../../platform/http/app-error.ts';
import { WorkDied } from '../../platform/process/pool.ts';
import { makeScratch } from '../../platform/scratch.ts';
import type { BlobStore } from './media.blobs.ts';
import { originalKey, previewKey, type PreviewFormat, type PreviewWidth } from './media.key.ts';
import { OURSELVES, pictures } from './media.work.ts';

const underway = new Map<string, Promise<void>>();

/** Previews that ended their process: not tried again before this. */
const REST_MS = 600_000;
const resting = new Map<string, number>();
const RESTING_MAX = 1000;
const unable = () =>
  new AppError(503, 'media.tooHeavy', 'No preview of this picture can be made', { retryAfterSeconds: REST_MS / 1000 });

/**
 * Sees to it that a preview is in the store; however many ask at once, it is made once.
 * @param owner who asks, for their turn
 * @throws AppError 503 when too many wait already, or when the picture ended its process lately
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
        await pictures.preview(owner, { source: blobs.path(originalKey(cid)), target, width, format });
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

/** What lists show to browsers that take AVIF, which nearly all do: half the bytes of WebP. */
const WARM: PreviewWidth[] = [320, 640];
const cold: { blobs: BlobStore; cid: string }[] = [];
const COLD_MAX = 10_000;

/** Has the AVIF previews of a new picture made when nobody else waits for pictures (see `startWarming`). */
export const warmLater = (blobs: BlobStore, cid: string): void => {
  if (cold.length < COLD_MAX) cold.push({ blobs, cid });
};

/**
 * Makes previews ahead of the first visitor, one picture at a time and only while no upload or visitor waits for the
 * same processes. What is lost with the process is made on first request.
 * @returns stops it, and waits for the picture in work
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
      // The first visitor's request meets the same fault and tells of it.
      .catch(() => {})
      .finally(() => (isBusy = false));
  }, 100);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await work;
  };
};
