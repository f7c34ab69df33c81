import { IMAGE_MAX_BYTES, IMAGE_MAX_PIXELS, IMAGE_MAX_SIDE } from '@skarb/schema/limits';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Metadata } from 'sharp';
import { AppError } from '../../platform/http/app-error.ts';
import { cidOfFile } from './media.cid.ts';
import { cleanGif, cleanJpeg, cleanPng, cleanWebp } from './media.clean.ts';
import { cleanMp4 } from './media.clean-video.ts';
import { prepare } from './media.encode.ts';
import { framesOf } from './media.frames.ts';
import type { PreviewWidth } from './media.key.ts';
import { drawPoster } from './media.poster.ts';
import { inspectModel, ModelBroken, ModelRefusal } from './media.model.ts';
import { headOf, type MimeType, sniff } from './media.sniff.ts';
import { rasterise, SvgRefusal } from './media.svg.ts';

/** Runs in a process of the pool: see media.work.ts. */

const SVG_MAX_BYTES = 4 * 1024 * 1024;
/** The most frames of an animation; each costs its decoder a record, however small it is. */
const FRAMES_MAX = 2000;
/**
 * Formats that are decoded row by row may have IMAGE_MAX_PIXELS. Others are in memory as a whole, some several times:
 * these limits fit the process (bench/media-attack.ts).
 */
const WHOLE_MAX_BYTES = 400_000_000;
const TURNED_MAX_PIXELS = 50_000_000;
const AVIF_MAX_PIXELS = 32_000_000;

type Refusal = { status: 400 | 413 | 415; code: string; property: string; constraint: string };
const refuse = ({ status, code, property, constraint }: Refusal, message: string, cause?: unknown) =>
  new AppError(status, code, message, { fields: [{ property, constraints: { [constraint]: message } }], cause });
const broken = (property: string, cause?: unknown) =>
  refuse(
    { status: 400, code: 'media.broken', property, constraint: 'isReadable' },
    'The file is damaged or not complete',
    cause,
  );
const megabytes = (bytes: number) => `${bytes / 1024 / 1024} MB`;

const PICTURES = 'PNG, JPEG, WebP, AVIF, GIF, SVG';
const FILES = `${PICTURES}, MP4, WebM, MP3, WAV, OGG, FLAC, GLB`;

const tooManyPixels = (property: string, width: number, height: number, most: number) =>
  refuse(
    { status: 413, code: 'media.tooManyPixels', property, constraint: 'maxPixels' },
    `The picture has ${width} × ${height} pixels; of this kind at most ${IMAGE_MAX_SIDE} a side and ${Math.floor(most / 1e6)} million in all are taken`,
  );

/** The most pixels of a picture of this type. */
const pixelsMax = (type: MimeType, { isProgressive, orientation, depth }: Metadata): number => {
  if (type === 'image/avif') return AVIF_MAX_PIXELS;
  if ((orientation ?? 1) > 1) return TURNED_MAX_PIXELS;
  const isByRow = (type === 'image/jpeg' || type === 'image/png') && !isProgressive;
  return isByRow ? IMAGE_MAX_PIXELS : Math.min(IMAGE_MAX_PIXELS, WHOLE_MAX_BYTES / (depth === 'uchar' ? 4 : 8));
};

/** Refuses by the header alone: nothing is decoded before its size is checked. */
const checkPixels = async (bytes: Buffer, type: MimeType, property: string) => {
  if (framesOf(bytes, type, FRAMES_MAX) > FRAMES_MAX)
    throw refuse(
      { status: 413, code: 'media.tooManyFrames', property, constraint: 'maxFrames' },
      `The picture has more than ${FRAMES_MAX} frames`,
    );
  const header = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw broken(property, error);
    });
  const { width } = header;
  const height = header.pageHeight ?? header.height;
  const most = pixelsMax(type, header);
  if (width > IMAGE_MAX_SIDE || height > IMAGE_MAX_SIDE || width * height > most)
    throw tooManyPixels(property, width, height, most);
  return { ...header, height };
};

/**
 * The picture without metadata about its maker. Lossless, except for two rare cases that are encoded again at a
 * quality without visible difference: a rotated picture (its pixels are rotated instead), and an AVIF with metadata,
 * whose parts cannot be dropped without moving all others.
 */
const clean = async (bytes: Buffer, type: MimeType, header: Metadata): Promise<Buffer> => {
  const isTurned = (header.orientation ?? 1) > 1 && (header.pages ?? 1) === 1;
  const decoded = () => sharp(bytes, { limitInputPixels: IMAGE_MAX_PIXELS }).autoOrient().keepIccProfile();
  switch (type) {
    case 'image/jpeg':
      return isTurned ? decoded().jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer() : cleanJpeg(bytes);
    case 'image/png':
      return isTurned ? decoded().png().toBuffer() : cleanPng(bytes);
    case 'image/webp':
      return isTurned ? decoded().webp({ quality: 95 }).toBuffer() : cleanWebp(bytes);
    case 'image/avif':
      return header.exif || header.xmp || header.iptc ? decoded().avif({ quality: 90, effort: 0 }).toBuffer() : bytes;
    case 'image/gif':
      return cleanGif(bytes);
    default:
      throw new Error(`no picture: ${type}`);
  }
};

/** An accepted picture: its cleaned bytes and previews are files of the folder. */
export type TakenPicture = {
  cid: string;
  type: MimeType;
  bytes: number;
  path: string;
  previews: { width: PreviewWidth; path: string }[];
  width: number;
  height: number;
  thumbhash: string;
  isAnimated: boolean;
};

const drawn = async (source: Buffer, property: string): Promise<Buffer> => {
  if (source.length > SVG_MAX_BYTES)
    throw refuse(
      { status: 413, code: 'media.tooLarge', property, constraint: 'maxSize' },
      `A drawing (SVG) may have at most ${megabytes(SVG_MAX_BYTES)}`,
    );
  try {
    return await rasterise(source);
  } catch (error) {
    if (!(error instanceof SvgRefusal)) throw error;
    const words = `This drawing (SVG) is not taken: ${error.message}`;
    throw refuse({ status: 400, code: 'media.svg', property, constraint: 'isSafe' }, words, error.cause);
  }
};

const takePicture = async (
  source: Buffer,
  sniffed: MimeType,
  folder: string,
  property: string,
): Promise<TakenPicture> => {
  const isDrawing = sniffed === 'image/svg+xml';
  const type = isDrawing ? 'image/png' : sniffed;
  const bytes = isDrawing ? await drawn(source, property) : source;
  const before = await checkPixels(bytes, type, property);
  try {
    const cleaned = await clean(bytes, type, before);
    const path = join(folder, `${property}.clean`);
    await writeFile(path, cleaned);
    const header = await sharp(cleaned, { limitInputPixels: false }).metadata();
    const { previews, thumbhash } = await prepare(path);
    const files: TakenPicture['previews'] = [];
    for (const [width, preview] of previews) {
      files.push({ width, path: join(folder, `${property}.${width}.webp`) });
      await writeFile(join(folder, `${property}.${width}.webp`), preview);
    }
    return {
      cid: await cidOfFile(cleaned),
      type,
      bytes: cleaned.length,
      path,
      previews: files,
      width: header.width,
      height: header.pageHeight ?? header.height,
      thumbhash,
      isAnimated: (header.pages ?? 1) > 1 || (type === 'image/png' && cleaned.subarray(0, 4096).includes('acTL')),
    };
  } catch (error) {
    // Disk errors are the server's, not the file's.
    if ((error as { syscall?: string }).syscall !== undefined) throw error;
    throw broken(property, error);
  }
};

const checkModel = (bytes: Buffer, property: string): Promise<void> =>
  inspectModel(bytes).catch((error: unknown) => {
    if (error instanceof ModelBroken) throw broken(property, error);
    if (!(error instanceof ModelRefusal)) throw error;
    throw refuse(
      { status: 400, code: 'media.model', property, constraint: 'isSafe' },
      `This 3D model (GLB) is not accepted: ${error.message}`,
    );
  });

/**
 * Inspects a file: its type by its bytes, and the picture that shows it, which is the file itself or a poster drawn
 * for it.
 * @param input.takes whether only pictures are accepted
 * @param input.folder where the output files are written
 * @param input.property the form's field, for the text of an error
 * @throws AppError 415 for another type, 413 when it has too many bytes, pixels or frames, 400 when it is damaged
 */
export const takeFile = async (input: {
  path: string;
  bytes: number;
  takes: 'picture' | 'any';
  folder: string;
  property: string;
}): Promise<{ type: MimeType; cid: string; picture: TakenPicture }> => {
  const { path, bytes, folder, property } = input;
  const head = await headOf(path);
  const type = await sniff({ path, head });
  const isPicture = type?.startsWith('image/') ?? false;
  if (!type || (input.takes === 'picture' && !isPicture)) {
    const wanted = input.takes === 'picture' ? PICTURES : FILES;
    throw refuse(
      { status: 415, code: 'media.type', property, constraint: 'isFileType' },
      `The file's content is none of: ${wanted}`,
    );
  }
  if (isPicture) {
    if (bytes > IMAGE_MAX_BYTES)
      throw refuse(
        { status: 413, code: 'media.tooLarge', property, constraint: 'maxSize' },
        `A picture may have at most ${megabytes(IMAGE_MAX_BYTES)}`,
      );
    const picture = await takePicture(await readFile(path), type, folder, property);
    return { type: picture.type, cid: picture.cid, picture };
  }
  const isModel = type === 'model/gltf-binary';
  if (isModel) await checkModel(await readFile(path), property);
  // The upload is ours: it is deleted afterwards.
  if (type === 'video/mp4') await cleanMp4(path);
  const cid = await cidOfFile({ path });
  const poster = await drawPoster(isModel ? 'model' : (type.split('/')[0] as 'video' | 'audio'), cid, path);
  return { type, cid, picture: await takePicture(poster, 'image/png', folder, property) };
};
