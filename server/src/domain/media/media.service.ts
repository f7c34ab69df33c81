import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hex } from 'viem';
import type { Context } from '../../context.ts';
import type { UploadedFile } from '../../platform/http/multipart.ts';
import { makeScratch } from '../../platform/scratch.ts';
import { blobsOf } from './media.blobs.ts';
import { CHUNK_BYTES, cidOfDigest, cidOfFolder, digestOf } from './media.cid.ts';
import { originalKey, previewKey } from './media.key.ts';
import { warmLater } from './media.preview.ts';
import { wantPin } from './media.pin.ts';
import { insertFolder, insertMedia, type NewMedia, touchMedia } from './media.store.ts';
import type { TakenPicture } from './media.take.ts';
import type { MediaRow } from './media.view.ts';
import { heavy, OURSELVES, pictures } from './media.work.ts';

type Ctx = Pick<Context, 'config' | 'db'>;
type Upload = Pick<UploadedFile, 'path' | 'bytes' | 'owner'>;

/** Writes the bytes of a file and records it, and pins it when an IPFS node is configured. */
const keep = async ({ config, db }: Ctx, media: NewMedia, write: () => Promise<void>): Promise<MediaRow> => {
  const wasKnown = await touchMedia(db.sql, media.cid);
  await write();
  const { row, isNew } = await insertMedia(db.sql, media);
  // What referred to it went meanwhile, and its bytes with it.
  if (wasKnown && isNew) await write();
  await wantPin(db.sql, config, media.cid);
  return row;
};

/** Inspects a file in a process of the pool, and passes its output files to `use` before they are deleted. */
const taken = async <T>(
  file: Upload,
  takes: 'picture' | 'any',
  property: string,
  use: (result: Awaited<ReturnType<typeof pictures.take>>) => Promise<T>,
): Promise<T> => {
  const scratch = await makeScratch();
  try {
    const { path, bytes, owner } = file;
    const result = await pictures
      .take(owner, { path, bytes, takes, folder: scratch.path, property })
      .catch((error: unknown) => {
        throw heavy(error, property);
      });
    return await use(result);
  } finally {
    await scratch.dispose();
  }
};

const keepPicture = async (ctx: Ctx, picture: TakenPicture): Promise<MediaRow> => {
  const blobs = blobsOf(ctx.config);
  const { cid, type, bytes, path, previews, width, height, thumbhash, isAnimated } = picture;
  const media: NewMedia = {
    cid,
    kind: 'image',
    mime_type: type,
    bytes,
    poster_cid: null,
    width,
    height,
    thumbhash,
    is_animated: isAnimated,
  };
  return keep(ctx, media, async () => {
    for (const preview of previews) await blobs.put(previewKey(cid, preview.width, 'webp'), { path: preview.path });
    await blobs.put(originalKey(cid), { path });
    warmLater(blobs, cid);
  });
};

/**
 * Stores a picture: checked by its bytes, cleaned, with previews and a thumbhash.
 * @param property the form's field, for the text of an error
 * @throws AppError 415 when it is not a picture, 413 when it has too many bytes, pixels, frames or too much to decode,
 *   400 when it is damaged, 503 when too many pictures wait
 */
export const storeImage = (ctx: Ctx, file: Upload, property = 'file'): Promise<MediaRow> =>
  taken(file, 'picture', property, ({ picture }) => keepPicture(ctx, picture));

/** Renders a picture for the marketplace itself and stores it like any other. */
const storeMade = async (ctx: Ctx, task: 'weave' | 'render', input: object): Promise<MediaRow> => {
  const scratch = await makeScratch();
  try {
    const target = join(scratch.path, task);
    await pictures.draw(task, { ...input, target });
    return await storeImage(ctx, { path: target, bytes: (await stat(target)).size, owner: OURSELVES });
  } finally {
    await scratch.dispose();
  }
};

/** Stores a drawing of the marketplace as PNG. `side` is its longer side in pixels. */
export const storeDrawing = (ctx: Ctx, svg: string, side: number): Promise<MediaRow> =>
  storeMade(ctx, 'render', { svg, side });

/** Stores a picture woven of two stored ones, given by their CIDs. */
export const storeWoven = (ctx: Ctx, matron: string, sire: string, seed: bigint): Promise<MediaRow> => {
  const blobs = blobsOf(ctx.config);
  return blobs.withFile(originalKey(matron), (matronPath) =>
    blobs.withFile(originalKey(sire), (sirePath) =>
      storeMade(ctx, 'weave', { matron: matronPath, sire: sirePath, seed }),
    ),
  );
};

/**
 * Stores a token's file: a picture; or a video, a sound or a model with a poster.
 * @param poster the creator's own poster for a file that is not a picture
 * @returns the file, and the creator's poster when one was given and is needed
 * @throws AppError as storeImage
 */
export const storeTokenFile = (
  ctx: Ctx,
  file: Upload,
  poster?: Upload,
): Promise<{ media: MediaRow; poster: MediaRow | null }> =>
  taken(file, 'any', 'file', async ({ type, cid, picture }) => {
    if (type.startsWith('image/')) return { media: await keepPicture(ctx, picture), poster: null };
    const own = poster ? await storeImage(ctx, poster, 'poster') : null;
    const drawn = await keepPicture(ctx, picture);
    const row: NewMedia = {
      cid,
      kind: type === 'model/gltf-binary' ? 'model' : (type.split('/')[0] as 'video' | 'audio'),
      mime_type: type,
      bytes: file.bytes,
      poster_cid: drawn.cid,
      width: drawn.width,
      height: drawn.height,
      thumbhash: drawn.thumbhash,
      is_animated: false,
    };
    const media = await keep(ctx, row, () => blobsOf(ctx.config).put(originalKey(cid), { path: file.path }));
    return { media, poster: own };
  });

const bytesOf = (document: unknown): Buffer => {
  const bytes = Buffer.from(JSON.stringify(document));
  if (bytes.length > CHUNK_BYTES) throw new Error('a document must fit one block');
  return bytes;
};

/**
 * Stores JSON documents as the files of a folder, served at `/media/{cid}/{name}.json` and by IPFS under the same path.
 * @param documents by name, at most a few
 * @returns the folder's CID
 */
export const storeFolder = async (ctx: Ctx, documents: Record<string, unknown>): Promise<string> => {
  const bytes: Record<string, Uint8Array> = {};
  const cids: Record<string, string> = {};
  for (const [name, document] of Object.entries(documents)) {
    bytes[`${name}.json`] = bytesOf(document);
    cids[`${name}.json`] = (await storeDocument(ctx, document)).cid;
  }
  const cid = await cidOfFolder(bytes);
  await touchMedia(ctx.db.sql, cid);
  await insertFolder(ctx.db.sql, cid, cids);
  await wantPin(ctx.db.sql, ctx.config, cid);
  return cid;
};

/**
 * Stores a JSON document exactly as serialized here, in one block.
 * @returns its CID, and the sha-256 in the CID, which the contract stores
 */
export const storeDocument = async (ctx: Ctx, document: unknown): Promise<{ cid: string; digest: Hex }> => {
  const bytes = bytesOf(document);
  const digest = digestOf(bytes);
  const cid = cidOfDigest(digest);
  const media: NewMedia = {
    cid,
    kind: 'document',
    mime_type: 'application/json',
    bytes: bytes.length,
    poster_cid: null,
    width: 0,
    height: 0,
    thumbhash: '',
    is_animated: false,
  };
  await keep(ctx, media, () => blobsOf(ctx.config).put(originalKey(cid), bytes));
  return { cid, digest };
};
