import { IMAGE_MAX_PIXELS } from '@skarb/schema/limits';
import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { EAGER, type PreviewFormat, type PreviewWidth } from './media.key.ts';

/** Runs in a process of the pool: see media.work.ts. */

// One task at a time with one thread; the cache of libvips would only cost memory.
sharp.cache(false);
sharp.concurrency(1);

/** Height of a preview in widths at most: a strip of 1280 × 16,384 pixels takes AVIF half a minute. */
const TALLEST = 4;

/**
 * WebP at quality 80 and AVIF at 55 look alike. The least effort that costs few bytes: a 640 px preview of the seed's works
 * takes 68 ms of one core as WebP (95 at effort 4, for 2 % less) and 126 as AVIF (181 at effort 2, for 3 % less).
 */
const encode = (picture: Sharp, format: PreviewFormat) =>
  format === 'webp'
    ? picture.webp({ quality: 80, effort: 2, smartSubsample: true })
    : picture.avif({ quality: 55, effort: 1 });

const opened = (source: string) =>
  sharp(source, { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'error' }).autoOrient().toColourspace('srgb');
const sized = (picture: Sharp, width: PreviewWidth) =>
  picture.resize({ width, height: width * TALLEST, fit: 'inside', withoutEnlargement: true });

/**
 * Decodes a picture once: its thumbhash and the previews that lists show.
 * @throws Error when the picture cannot be decoded to its end
 */
export const prepare = async (source: string) => {
  const { data, info } = await sized(opened(source), EAGER[0] as PreviewWidth)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const again = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  const previews = new Map<PreviewWidth, Buffer>();
  for (const width of EAGER) previews.set(width, await encode(sized(again(), width), 'webp').toBuffer());
  const small = await again()
    .resize({ width: 100, height: 100, fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const thumbhash = Buffer.from(rgbaToThumbHash(small.info.width, small.info.height, small.data)).toString('base64');
  return { previews, thumbhash };
};

/** Writes one preview of a stored picture to a file. */
export const makePreview = async (wanted: {
  source: string;
  target: string;
  width: PreviewWidth;
  format: PreviewFormat;
}): Promise<void> => {
  await encode(sized(opened(wanted.source), wanted.width), wanted.format).toFile(wanted.target);
};
