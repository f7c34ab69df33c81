import { IMAGE_MAX_PIXELS, type PREVIEW_WIDTHS } from '@skarb/schema/limits';
import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { AppError } from '../../platform/http/app-error.ts';
import type { BlobStore } from './media.blobs.ts';

// Pictures are worked on two at a time with one thread each; libvips keeping decoded files would only cost memory.
sharp.cache(false);
sharp.concurrency(1);
const AT_ONCE = 2;
const WAITING_MAX = 200;
const SECONDS_MAX = 20;

export type PreviewWidth = (typeof PREVIEW_WIDTHS)[number];
export type PreviewFormat = 'webp' | 'avif';
/** Made with the upload, as every list shows them; the others on first request. */
const EAGER: PreviewWidth[] = [640, 320];

let running = 0;
const waiting: (() => void)[] = [];
/**
 * Runs work on pictures when it is its turn.
 * @throws AppError 503 when too many wait already
 */
export const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING_MAX)
      throw new AppError(503, 'media.busy', 'Too many pictures are being prepared, try again in a few seconds', {
        retryAfterSeconds: 3,
      });
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running++;
  try {
    return await work();
  } finally {
    // The place goes to the next in line.
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
};

export const previewKey = (cid: string, width: PreviewWidth, format: PreviewFormat) =>
  `preview/${cid.slice(-2)}/${cid}/${width}.${format}`;

/**
 * WebP at quality 80 and AVIF at 55 look alike. Effort 2 for AVIF: a 640 px preview takes 150 to 320 ms of one core
 * instead of 1.3 to 2 s, at the same size within a few percent.
 */
const encode = (picture: Sharp, format: PreviewFormat) =>
  format === 'webp'
    ? picture.webp({ quality: 80, effort: 4, smartSubsample: true })
    : picture.avif({ quality: 55, effort: 2 });

const opened = (bytes: Buffer) =>
  sharp(bytes, { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'error' })
    .timeout({ seconds: SECONDS_MAX })
    .autoOrient()
    .toColourspace('srgb');

/**
 * Decodes a picture once: its thumbhash and the previews that lists show.
 * @throws Error when the picture cannot be decoded to its end
 */
export const prepare = async (bytes: Buffer) => {
  const largest = EAGER[0] as PreviewWidth;
  const { data, info } = await opened(bytes)
    .resize({ width: largest, withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const again = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  const previews = new Map<PreviewWidth, Buffer>();
  for (const width of EAGER)
    previews.set(width, await encode(again().resize({ width, withoutEnlargement: true }), 'webp').toBuffer());
  const small = await again()
    .resize({ width: 100, height: 100, fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const thumbhash = Buffer.from(rgbaToThumbHash(small.info.width, small.info.height, small.data)).toString('base64');
  return { previews, thumbhash };
};

const underway = new Map<string, Promise<void>>();

/** Sees to it that a preview is in the store; however many ask at once, it is made once. */
export const ensurePreview = async (
  blobs: BlobStore,
  cid: string,
  width: PreviewWidth,
  format: PreviewFormat,
): Promise<string> => {
  const key = previewKey(cid, width, format);
  if ((await blobs.size(key)) !== undefined) return key;
  let work = underway.get(key);
  if (!work) {
    work = inTurn(async () => {
      const bytes = await encode(
        opened(await blobs.read(originalKey(cid))).resize({ width, withoutEnlargement: true }),
        format,
      ).toBuffer();
      await blobs.put(key, bytes);
    }).finally(() => underway.delete(key));
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
 * same hands. What is lost with the process is made on first request.
 * @returns stops it, and waits for the picture in work
 */
export const startWarming = (): (() => Promise<void>) => {
  let work: Promise<unknown> = Promise.resolve();
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy || running > 0) return;
    const next = cold.shift();
    if (!next) return;
    isBusy = true;
    work = (async () => {
      for (const width of WARM) await ensurePreview(next.blobs, next.cid, width, 'avif');
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

export const originalKey = (cid: string) => `original/${cid.slice(-2)}/${cid}`;
