import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { FastifyServerOptions } from 'fastify';
import { matches } from './conditional.ts';
import { encode, encodingOf, type Encodable } from './encoded.ts';

/** A cached response. */
export type KeptAnswer = Encodable & {
  type: string;
  cacheControl: string;
  etag: string;
  vary: string;
  /** Headers of this response besides those, and in place of those of every response. */
  headers?: Record<string, string>;
  /** A shorter text is not compressed. */
  compressFromBytes: number;
  /** For the metrics. */
  route: string;
  /** All headers that do not depend on the request, made with the first response. */
  head?: string[];
};
/** The cached response to a GET request without an access token; undefined where there is none. */
export type FindKept = (request: IncomingMessage) => KeptAnswer | undefined;

type Options = {
  find: FindKept;
  /** The headers of every response. */
  headers: Record<string, string>;
  /** The host that serves media and nothing else, if there is one. */
  mediaHost: string | undefined;
  observe: (route: string, status: number, seconds: number) => void;
};

/**
 * Responds from the caches, with JSON and rendered pages, before Fastify sees the request: its routing, hooks and
 * validation take three quarters of the time of such a response. The response is the same.
 * @returns whether it responds
 */
export const createCachedAnswers = ({ find, headers, mediaHost, observe }: Options) => {
  /** Name, value, name, value: Node writes a list faster than an object. */
  const headOf = ({ cacheControl, etag, vary, headers: own }: KeptAnswer): string[] =>
    Object.entries({ ...headers, ...own, 'cache-control': cacheControl, etag, vary }).flat();
  const send = (
    response: ServerResponse,
    answer: KeptAnswer,
    startedAt: number,
    body?: string | Buffer,
    encoding?: string,
  ) => {
    const head = (answer.head ??= headOf(answer));
    if (body === undefined) response.writeHead(304, head).end();
    else {
      const all = [...head, 'content-type', answer.type, 'content-length', String(Buffer.byteLength(body))];
      if (encoding) all.push('content-encoding', encoding);
      response.writeHead(200, all).end(body);
    }
    observe(answer.route, response.statusCode, (performance.now() - startedAt) / 1000);
  };

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, headers: sent } = request;
    if (method !== 'GET' || sent.authorization !== undefined || sent.host === mediaHost) return false;
    const answer = find(request);
    const accepted = sent['accept-encoding'] ?? '';
    // Weighted encodings are rare, and Fastify's plugin weighs them.
    if (!answer || accepted.includes('q=')) return false;
    const startedAt = performance.now();
    const encoding = encodingOf(accepted);
    if (matches(sent['if-none-match'], answer.etag)) send(response, answer, startedAt);
    else if (!encoding || Buffer.byteLength(answer.text) < answer.compressFromBytes)
      send(response, answer, startedAt, answer.text);
    else
      encode(answer, encoding).then(
        (body) => send(response, answer, startedAt, body, encoding),
        () => send(response, answer, startedAt, answer.text),
      );
    return true;
  };
};

/** Fastify's `serverFactory` for a server whose requests `before` may answer. Fastify sets no limits on such a server. */
export const serverWith =
  (before: (request: IncomingMessage, response: ServerResponse) => boolean) =>
  (handler: RequestListener, options: FastifyServerOptions): Server => {
    const server = createServer((request, response) => {
      if (!before(request, response)) handler(request, response);
    });
    server.requestTimeout = options.requestTimeout ?? 0;
    server.keepAliveTimeout = options.keepAliveTimeout ?? server.keepAliveTimeout;
    return server;
  };
