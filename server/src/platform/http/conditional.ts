import type { FastifyInstance } from 'fastify';
import { hash } from 'node:crypto';

/** A weak validator: it identifies the JSON, whatever its compression. */
export const etagOf = (body: string | Buffer): string => `W/"${hash('sha1', body, 'base64url')}"`;

/** From this size a response is compressed, with brotli at this quality: Node's default of 11 takes ten times as long. */
export const COMPRESS_FROM_BYTES = 1024;
export const BROTLI_QUALITY = 4;

/** Whether an If-None-Match header names this entity tag. */
export const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  header.split(',').some((entry) => {
    const value = entry.trim();
    return value === '*' || value.replace(/^W\//, '') === etag.replace(/^W\//, '');
  });

/**
 * Adds an ETag to successful GET and HEAD responses, and responds 304 to a client that has it (RFC 9110, 13.1.2).
 * Runs before compression, which is registered per route.
 */
export const addConditionalGets = (app: FastifyInstance): void => {
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return payload;
    vary(reply, 'Accept-Encoding');
    if (reply.statusCode !== 200) return payload;
    if (!reply.hasHeader('etag')) {
      if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
      reply.header('etag', etagOf(payload));
    }
    if (!matches(request.headers['if-none-match'], String(reply.getHeader('etag')))) return payload;
    for (const name of ['content-length', 'content-type', 'content-encoding']) reply.removeHeader(name);
    reply.code(304);
    // The stream of a file is no longer needed.
    (payload as { destroy?: () => void } | null)?.destroy?.();
    return '';
  });
};

/** Adds a request header to the response's Vary header. */
export const vary = (
  reply: { getHeader(name: string): unknown; header(name: string, value: string): unknown },
  name: string,
): void => {
  const present = String(reply.getHeader('vary') ?? '');
  if (present.toLowerCase().split(/,\s*/).includes(name.toLowerCase())) return;
  reply.header('vary', present ? `${present}, ${name}` : name);
};
