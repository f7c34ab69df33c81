import type { FastifyInstance } from 'fastify';
import { createHash } from 'node:crypto';

/** A weak validator: it identifies the JSON, whatever its compression. */
export const etagOf = (body: string | Buffer): string => `W/"${createHash('sha1').update(body).digest('base64url')}"`;

const names = (header: string | undefined, etag: string): boolean =>
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
    if (!names(request.headers['if-none-match'], String(reply.getHeader('etag')))) return payload;
    reply.code(304).removeHeader('content-length').removeHeader('content-type');
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
