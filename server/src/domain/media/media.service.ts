import { IMAGE_MAX_BYTES, IMAGE_MAX_PIXELS, IMAGE_MAX_SIDE } from '@skarb/schema/limits';
import { open, readFile } from 'node:fs/promises';
import sharp, { type Metadata } from 'sharp';
import type { Hex } from 'viem';
import type { Context } from '../../context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { UploadedFile } from '../../platform/http/multipart.ts';
import { blobsOf } from './media.blobs.ts';
import { cidOfDigest, cidOfFile, digestOf } from './media.cid.ts';
import { cleanGif, cleanJpeg, cleanPng, cleanWebp } from './media.clean.ts';
import { drawPoster } from './media.poster.ts';
import { inTurn, originalKey, prepare, previewKey, warmLater } from './media.preview.ts';
import { wantPin } from './media.pin.ts';
import { type MimeType, sniff } from './media.sniff.ts';
import { insertMedia, type NewMedia } from './media.store.ts';
import { rasterise, SvgRefusal } from './media.svg.ts';
import type { MediaRow } from './media.view.ts';

type Ctx = Pick<Context, 'config' | 'db'>;
type Upload = Pick<UploadedFile, 'path' | 'bytes'>;

const SVG_MAX_BYTES = 4 * 1024 * 1024;
/** Notes a file that is in the blob store, and has it pinned where an IPFS node is set. */
const note = async ({ config, db }: Ctx, media: NewMedia): Promise<MediaRow> => {
  const row = await insertMedia(db.sql, media);
  await wantPin(db.sql, config, media.cid);
  return row;
};

const refuse = (
  status: 400 | 413 | 415,
  code: string,
  property: string,
  constraint: string,
  message: string,
  cause?: unknown,
) => new AppError(status, code, message, { fields: [{ property, constraints: { [constraint]: message } }], cause });
const wrongType = (property: string, wanted: string) =>
  refuse(415, 'media.type', property, 'isFileType', `The file's content is none of: ${wanted}`);
const broken = (property: string, cause: unknown) =>
  refuse(400, 'media.broken', property, 'isReadable', 'The file is damaged or not complete', cause);
const megabytes = (bytes: number) => `${bytes / 1024 / 1024} MB`;

const PICTURES = 'PNG, JPEG, WebP, AVIF, GIF, SVG';
const FILES = `${PICTURES}, MP4, WebM, MP3, WAV, OGG, FLAC, GLB`;

const headOf = async (path: string): Promise<Buffer> => {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};

/** Refuses by the header alone: nothing is decoded before its size is known to be bearable. */
const checkPixels = async (bytes: Buffer, property: string) => {
  const header = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw broken(property, error);
    });
  const height = header.pageHeight ?? header.height;
  if (header.width > IMAGE_MAX_SIDE || height > IMAGE_MAX_SIDE || header.width * height > IMAGE_MAX_PIXELS)
    throw refuse(
      413,
      'media.tooManyPixels',
      property,
      'maxPixels',
      `The picture has ${header.width} × ${height} pixels; at most ${IMAGE_MAX_SIDE} a side and ${IMAGE_MAX_PIXELS / 1e6} million in all are taken`,
    );
  return { ...header, height };
};

/**
 * The picture without what it says about its maker. Lossless, except for two rare kinds that are written anew at a
 * quality where no difference is seen: a picture that is shown turned (its pixels are turned instead), and an AVIF with
 * metadata, whose parts cannot be left out without moving all others.
 */
const clean = async (bytes: Buffer, type: MimeType, header: Metadata): Promise<Buffer> => {
  const isTurned = (header.orientation ?? 1) > 1 && (header.pages ?? 1) === 1;
  const anew = () => sharp(bytes, { limitInputPixels: IMAGE_MAX_PIXELS }).autoOrient().keepIccProfile();
  switch (type) {
    case 'image/jpeg':
      return isTurned ? anew().jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer() : cleanJpeg(bytes);
    case 'image/png':
      return isTurned ? anew().png().toBuffer() : cleanPng(bytes);
    case 'image/webp':
      return isTurned ? anew().webp({ quality: 95 }).toBuffer() : cleanWebp(bytes);
    case 'image/avif':
      return header.exif || header.xmp || header.iptc ? anew().avif({ quality: 90, effort: 2 }).toBuffer() : bytes;
    case 'image/gif':
      return cleanGif(bytes);
    default:
      throw new Error(`no picture: ${type}`);
  }
};

const keepPicture = async (ctx: Ctx, source: Buffer, type: MimeType, property: string): Promise<MediaRow> => {
  const blobs = blobsOf(ctx.config);
  let bytes = source;
  let kept = type;
  if (type === 'image/svg+xml') {
    if (source.length > SVG_MAX_BYTES)
      throw refuse(
        413,
        'media.tooLarge',
        property,
        'maxSize',
        `A drawing (SVG) may have at most ${megabytes(SVG_MAX_BYTES)}`,
      );
    bytes = await inTurn(() => rasterise(source)).catch((error: unknown) => {
      if (error instanceof SvgRefusal)
        throw refuse(
          400,
          'media.svg',
          property,
          'isSafe',
          `This drawing (SVG) is not taken: ${error.message}`,
          error.cause,
        );
      throw error;
    });
    kept = 'image/png';
  }
  const before = await checkPixels(bytes, property);
  const { cleaned, header, ready } = await inTurn(async () => {
    try {
      const cleaned = await clean(bytes, kept, before);
      return {
        cleaned,
        header: await sharp(cleaned, { limitInputPixels: false }).metadata(),
        ready: await prepare(cleaned),
      };
    } catch (error) {
      throw broken(property, error);
    }
  });
  const cid = await cidOfFile(cleaned);
  for (const [width, preview] of ready.previews) await blobs.put(previewKey(cid, width, 'webp'), preview);
  await blobs.put(originalKey(cid), cleaned);
  warmLater(blobs, cid);
  const isAnimated = (header.pages ?? 1) > 1 || (kept === 'image/png' && cleaned.subarray(0, 4096).includes('acTL'));
  return note(ctx, {
    cid,
    kind: 'image',
    mime_type: kept,
    bytes: cleaned.length,
    poster_cid: null,
    width: header.width,
    height: header.pageHeight ?? header.height,
    thumbhash: ready.thumbhash,
    is_animated: isAnimated,
  });
};

/**
 * Keeps a picture: checked by its bytes, cleaned, with previews and a thumbhash.
 * @param property the form's field, for the words of a refusal
 * @throws AppError 415 when it is no picture, 413 when it is too large in bytes or pixels, 400 when it is damaged
 */
export const storeImage = async (ctx: Ctx, file: Upload, property = 'file'): Promise<MediaRow> => {
  const type = await sniff({ path: file.path, head: await headOf(file.path) });
  if (!type?.startsWith('image/')) throw wrongType(property, PICTURES);
  if (file.bytes > IMAGE_MAX_BYTES)
    throw refuse(
      413,
      'media.tooLarge',
      property,
      'maxSize',
      `A picture may have at most ${megabytes(IMAGE_MAX_BYTES)}`,
    );
  return keepPicture(ctx, await readFile(file.path), type, property);
};

/** Keeps a picture that the marketplace made itself, like any other. */
export const storeMadePicture = (ctx: Ctx, bytes: Buffer, type: 'image/png' | 'image/webp'): Promise<MediaRow> =>
  keepPicture(ctx, bytes, type, 'file');

/** The bytes of a kept file. @throws when they are not there */
export const readMedia = ({ config }: Pick<Ctx, 'config'>, cid: string): Promise<Buffer> =>
  blobsOf(config).read(originalKey(cid));

const isWholeModel = (head: Buffer, bytes: number) =>
  head.length >= 12 && head.readUInt32LE(4) === 2 && head.readUInt32LE(8) === bytes;

/**
 * Keeps a token's file: a picture, or a video, a sound or a model with a picture that stands for it.
 * @param poster the creator's own picture for a file that is none
 * @returns the file, and the creator's poster where one was given and is needed
 * @throws AppError as storeImage
 */
export const storeTokenFile = async (
  ctx: Ctx,
  file: Upload,
  poster?: Upload,
): Promise<{ media: MediaRow; poster: MediaRow | null }> => {
  const head = await headOf(file.path);
  const type = await sniff({ path: file.path, head });
  if (!type) throw wrongType('file', FILES);
  if (type.startsWith('image/')) return { media: await storeImage(ctx, file), poster: null };
  if (type === 'model/gltf-binary' && !isWholeModel(head, file.bytes)) throw broken('file', 'GLB length');
  const own = poster ? await storeImage(ctx, poster, 'poster') : null;
  const kind = type === 'model/gltf-binary' ? 'model' : (type.split('/')[0] as 'video' | 'audio');
  const blobs = blobsOf(ctx.config);
  const cid = await cidOfFile({ path: file.path });
  const drawn = await keepPicture(ctx, await inTurn(() => drawPoster(kind, cid, file.path)), 'image/png', 'file');
  await blobs.put(originalKey(cid), { path: file.path });
  const media = await note(ctx, {
    cid,
    kind,
    mime_type: type,
    bytes: file.bytes,
    poster_cid: drawn.cid,
    width: drawn.width,
    height: drawn.height,
    thumbhash: drawn.thumbhash,
    is_animated: false,
  });
  return { media, poster: own };
};

/**
 * Keeps a JSON document as it is written here, in one block.
 * @returns its CID, and the sha-256 the CID holds: what a contract keeps
 */
export const storeDocument = async (ctx: Ctx, document: unknown): Promise<{ cid: string; digest: Hex }> => {
  const bytes = Buffer.from(JSON.stringify(document));
  if (bytes.length > 256 * 1024) throw new Error('a document must fit one block');
  const digest = digestOf(bytes);
  const cid = cidOfDigest(digest);
  await blobsOf(ctx.config).put(originalKey(cid), bytes);
  await note(ctx, {
    cid,
    kind: 'document',
    mime_type: 'application/json',
    bytes: bytes.length,
    poster_cid: null,
    width: 0,
    height: 0,
    thumbhash: '',
    is_animated: false,
  });
  return { cid, digest };
};
