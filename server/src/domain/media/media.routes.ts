import { PREVIEW_WIDTHS } from '@skarb/schema/limits';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Context } from '../../context.ts';
import { notFound } from '../../platform/http/app-error.ts';
import type { Binder } from '../../platform/http/bind.ts';
import { isCid } from './media.cid.ts';
import { networkOf } from '../../platform/http/rate-limit.ts';
import { extensionOf, originalKey, type PreviewFormat, type PreviewWidth } from './media.key.ts';
import { ensurePreview } from './media.preview.ts';
import { blobsOf } from './media.blobs.ts';
import { findInFolder, findMedia, type MediaRow } from './media.view.ts';

const FOLDER_FILE = /^[a-z]{2,8}\.json$/;
const KEPT_ROWS = 10_000;

const POLICY =
  "default-src 'none'; img-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

/** `bytes=a-b`, `bytes=a-`, `bytes=-n`; undefined for anything else, which is answered whole (RFC 9110, 14.2). */
const rangeOf = (
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | undefined => {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (!found || (found[1] === '' && found[2] === '')) return undefined;
  const start = found[1] === '' ? Math.max(0, size - Number(found[2])) : Number(found[1]);
  const end = found[1] === '' || found[2] === '' ? size - 1 : Math.min(Number(found[2]), size - 1);
  if (start >= size || (found[2] === '0' && found[1] === '')) return 'unsatisfiable';
  return end < start ? undefined : { start, end };
};

/**
 * Originals at `/media/{cid}`, previews at `/media/{cid}/{width}.webp` and `.avif`, files of folders at
 * `/media/{cid}/{name}.json`: content-addressed, so cached forever.
 */
export const mediaRoutes = (binder: Binder, { config, db }: Pick<Context, 'config' | 'db'>): void => {
  const blobs = blobsOf(config);
  // Rows never change, so they are cached.
  const rows = new Map<string, MediaRow>();
  const find = async (cid: string): Promise<MediaRow> => {
    if (!isCid(cid)) throw notFound('media');
    const row = rows.get(cid) ?? (await findMedia(db.read, cid)) ?? (await findMedia(db.sql, cid));
    if (!row) throw notFound('media');
    if (rows.size >= KEPT_ROWS) rows.delete(rows.keys().next().value as string);
    rows.set(cid, row);
    return row;
  };

  const inFolder = async (cid: string, name: string) =>
    (await findInFolder(db.read, cid, name)) ?? findInFolder(db.sql, cid, name);

  type Answer = { key: string; type: string; tag: string; disposition: string };
  const answer = async (request: FastifyRequest, reply: FastifyReply, { key, type, tag, disposition }: Answer) => {
    const headers = {
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${tag}"`,
      'content-type': type,
      'content-disposition': disposition,
      'accept-ranges': 'bytes',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      // Never treat a file as a page of this site. A drawing's own styles are allowed: opened directly it would be
      // black without them.
      'content-security-policy': type === 'image/svg+xml' ? `${POLICY}; style-src 'unsafe-inline'` : POLICY,
    };
    if (request.headers['if-none-match']?.split(',').some((sent) => sent.trim().replace(/^W\//, '') === `"${tag}"`))
      return reply.headers(headers).status(304).send();
    const size = await blobs.size(key);
    if (size === undefined) {
      request.log.error({ key }, 'a file of the media table is not in the store');
      throw notFound('media');
    }
    const range =
      request.headers['if-range'] && request.headers['if-range'] !== `"${tag}"`
        ? undefined
        : rangeOf(request.headers.range, size);
    if (range === 'unsatisfiable')
      return reply.headers(headers).status(416).header('content-range', `bytes */${size}`).send();
    // Opened before a header is set: a failure must not be cached for a year.
    const body = request.method === 'HEAD' ? undefined : await blobs.stream(key, range);
    reply.headers(headers).header('content-length', range ? range.end - range.start + 1 : size);
    if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
    return reply.send(body);
  };

  const original = (request: FastifyRequest, reply: FastifyReply, row: MediaRow) => {
    const { cid } = row;
    const isShown = row.kind !== 'model';
    return answer(request, reply, {
      key: originalKey(cid),
      type: row.kind === 'document' ? 'application/json; charset=utf-8' : row.mime_type,
      tag: cid,
      disposition: `${isShown ? 'inline' : 'attachment'}; filename="${cid}.${extensionOf(row.mime_type)}"`,
    });
  };

  const route = (url: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) =>
    binder.app.route({ method: ['GET', 'HEAD'], url, handler, compress: false } as RouteOptions);

  route('/media/:cid', async (request, reply) => {
    const { cid } = request.params as { cid: string };
    const row = await find(cid);
    if (row.kind === 'folder') throw notFound('media');
    return original(request, reply, row);
  });

  route('/media/:cid/:preview', async (request, reply) => {
    const { cid, preview } = request.params as { cid: string; preview: string };
    if (FOLDER_FILE.test(preview)) {
      const folder = await find(cid);
      const file = folder.kind === 'folder' ? await inFolder(cid, preview) : undefined;
      if (!file) throw notFound('media');
      return original(request, reply, await find(file));
    }
    const [, digits, format] = /^(\d{1,5})\.(webp|avif)$/.exec(preview) ?? [];
    const width = PREVIEW_WIDTHS.find((known) => String(known) === digits) as PreviewWidth | undefined;
    if (!width || !format) throw notFound('media');
    const row = await find(cid);
    if (row.kind === 'document' || row.kind === 'folder') throw notFound('media');
    const source = row.poster_cid ?? cid;
    return answer(request, reply, {
      key: await ensurePreview(blobs, source, width, format as PreviewFormat, networkOf(request)),
      type: `image/${format}`,
      tag: `${source}-${width}-${format}`,
      disposition: 'inline',
    });
  });
};
