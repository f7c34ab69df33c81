import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../platform/http/app-error.ts';
import { WorkDied } from '../../platform/process/pool.ts';
import { blobsOf, type MediaConfig } from '../media/media.blobs.ts';
import { ensurePreview } from '../media/media.preview.ts';
import { pictures } from '../media/media.work.ts';
import type { Preview } from './share.view.ts';

/** Changes when the drawing does: earlier files are then not found, and deleted by their age. */
const VERSION = 3;
/** The most files, about 60 KB each, and how long one is kept without being asked for. */
const KEPT = 2000;
const KEPT_MS = 7 * 86_400_000;
const SWEEP_MS = 3_600_000;
/** A picture whose process died is not tried again before this. */
const REST_MS = 600_000;
const unable = () =>
  new AppError(503, 'media.tooHeavy', 'This preview cannot be drawn', { retryAfterSeconds: REST_MS / 1000 });

/** Deletes what was not asked for lately, and the oldest files above the bound. @returns how many it deleted */
const sweepPictures = async (folder: string, now = Date.now(), most = KEPT): Promise<number> => {
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(
    names.map(async (name) => {
      const at = await stat(join(folder, name)).catch(() => undefined);
      return { name, usedAt: at?.mtimeMs ?? 0 };
    }),
  );
  const gone = files
    .toSorted((a, b) => b.usedAt - a.usedAt)
    .filter(({ usedAt }, index) => index >= most || now - usedAt > KEPT_MS);
  await Promise.all(gone.map(({ name }) => rm(join(folder, name), { force: true })));
  return gone.length;
};

/** Draws the pictures of link previews and keeps them in the data folder, named by what they show. */
export const createPreviewPictures = (config: MediaConfig, onFailure: (error: unknown) => void) => {
  const folder = join(config.dataDir, 'preview-picture');
  const underway = new Map<string, Promise<void>>();
  const resting = new Map<string, number>();

  const draw = async (owner: string, { cid, portrait, ...texts }: Preview, file: string) => {
    const blobs = blobsOf(config);
    const withPreview = async <T>(shown: string | undefined, use: (path?: string) => Promise<T>): Promise<T> =>
      shown ? blobs.withFile(await ensurePreview(blobs, shown, 1280, 'webp', owner), use) : use();
    await mkdir(folder, { recursive: true });
    const target = join(folder, `${randomBytes(6).toString('hex')}.tmp`);
    try {
      await withPreview(cid, (picture) =>
        withPreview(portrait, (face) => pictures.share(owner, { ...texts, picture, face, target })),
      );
      await rename(target, file);
    } catch (error) {
      await rm(target, { force: true });
      if (!(error instanceof WorkDied)) throw error;
      if (resting.size >= KEPT) resting.delete(resting.keys().next().value as string);
      resting.set(file, Date.now() + REST_MS);
      throw unable();
    }
  };

  const timer = setInterval(() => void sweepPictures(folder).catch(onFailure), SWEEP_MS).unref();
  return {
    /**
     * The file that shows this.
     * @param owner the network address that the drawing counts for
     * @param beforeDrawing is awaited if it must be drawn; may refuse
     * @throws AppError 503 when too many wait, or its process died lately
     */
    fileOf: async (owner: string, preview: Preview, beforeDrawing: () => Promise<void>) => {
      const tag = createHash('sha256')
        .update(JSON.stringify([VERSION, preview]))
        .digest('hex')
        .slice(0, 40);
      const path = join(folder, `${tag}.jpg`);
      const now = new Date();
      const isThere = await utimes(path, now, now).then(
        () => true,
        () => false,
      );
      if (!isThere) {
        if ((resting.get(path) ?? 0) > Date.now()) throw unable();
        if (!underway.has(path)) await beforeDrawing();
        const work = underway.get(path) ?? draw(owner, preview, path).finally(() => underway.delete(path));
        underway.set(path, work);
        await work;
      }
      return { path, tag };
    },
    close: () => clearInterval(timer),
  };
};
