import type { FastifyInstance } from 'fastify';
import { createHash } from 'node:crypto';

/** A weak validator: the same JSON, however it is compressed on its way. */
export const etagOf = (body: string | Buffer): string => `W/"${createHash('sha1').update(body).digest('base64url')}"`;

const names = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  header.split(',').some((entry) => {
    const value = entry.trim();
    return value === '*' || value.replace(/^W\//, '') === etag.replace(/^W\//, '');
  });

/**
 * ETag on what GET and HEAD find, and 304 for who has it (RFC 9110, 13.1.2). Answers of other methods
 * and refusals have none. Runs before compression, which works on the route's own level.
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
    // A file's stream is not needed any more.
    (payload as { destroy?: () => void } | null)?.destroy?.();
    return '';
  });
};

/** Adds a request header that the answer depends on. */
export const vary = (
  reply: { getHeader(name: string): unknown; header(name: string, value: string): unknown },
  name: string,
): void => {
  const present = String(reply.getHeader('vary') ?? '');
  if (present.toLowerCase().split(/,\s*/).includes(name.toLowerCase())) return;
  reply.header('vary', present ? `${present}, ${name}` : name);
};
