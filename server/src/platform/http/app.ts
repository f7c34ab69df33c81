import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import type { Endpoint } from '@skarb/schema/endpoint';
import Fastify, { LogController, type FastifyInstance, type FastifyReply } from 'fastify';
import type { Sql } from '../db/database.ts';
import { sweepEveryHour } from '../scratch.ts';
import { AppError, unavailable } from './app-error.ts';
import type { Binder, Caller, ReadPublic, Visitor } from './bind.ts';
import { boundBodies } from './body.ts';
import { createCachedAnswers, serverWith, type FindKept } from './cached-answers.ts';
import { addConditionalGets, BROTLI_QUALITY, COMPRESS_FROM_BYTES } from './conditional.ts';
import { createDatabaseGate } from './database-gate.ts';
import { DOCS_POLICY, docsPage } from './docs.ts';
import { brotliParams } from './encoded.ts';
import { toAppError } from './failure.ts';
import { addMediaHost } from './media-host.ts';
import { createIdempotency } from './idempotency.ts';
import { addMetrics } from './metrics.ts';
import { openApiOf } from './openapi.ts';
import { createPublicCache } from './public-cache.ts';
import { createRateLimit } from './rate-limit.ts';
import { errorBodyOf, refuseExpectations, refuseUnparsed } from './refusals.ts';
import { securityHeaders } from './security-headers.ts';
import { createUploadSpace } from './upload-space.ts';

type Options = {
  sql: Sql;
  logLevel: string;
  /** The number of proxies in front of the server, or their networks separated by commas. */
  trustProxy: number | string;
  hasRateLimits: boolean;
  /** False: each request computes its answer. Default true. */
  hasCaches?: boolean;
  /** Verifies a bearer token. @throws AppError when it is invalid */
  authenticate: (token: string) => Promise<Caller>;
  /** For Strict-Transport-Security; 0 for none. */
  hstsSeconds: number;
  /** A separate origin for media, if there is one. */
  mediaUrl: string | undefined;
  /** Resolves when reads show what was written. Default: at once. */
  replayed?: () => Promise<void>;
};

/** A read by an endpoint's path, with its parameters and query as texts. */
export type Read = (
  path: string,
  asked: { params: Record<string, string>; query: Record<string, string | string[]> },
) => Promise<{ status: number; text: string; retryAfter?: string | undefined }>;

/** How long open requests may take when the server closes. */
const CLOSE_MS = 5000;

/** Calls that do not need the database. */
const WITHOUT_DATABASE = /^\/api\/(health|metrics|docs|openapi\.json)\b/;

/**
 * The path of an absolute-form target: `GET http://any.host/path` requests `/path` (RFC 9112, 3.2.2).
 * @returns the target unchanged when it has another form or is not a valid URL
 */
const originFormOf = (target: string): string =>
  /^https?:/i.test(target) && URL.canParse(target) ? target.replace(/^https?:\/\/[^/?#]+/i, '') || '/' : target;

/**
 * The HTTP platform. It knows no domain: the domains bind their routes to the returned binder. Every error response
 * has the body of `errorBodyOf`, with a code and without internals.
 */
export const createHttp = async (
  options: Options,
): Promise<
  Binder & {
    app: FastifyInstance;
    metrics: ReturnType<typeof addMetrics>;
    /** Makes a read of the API as a visitor, inside the process: what its request would be answered. */
    readAs: (visitor: Visitor) => Read;
    /** Where requests without an access token find further cached responses. */
    answerFrom: (find: FindKept) => void;
  }
> => {
  const { trustProxy } = options;
  const headers = securityHeaders(options.hstsSeconds);
  const finds: FindKept[] = [];
  const early: { observe?: ReturnType<typeof addMetrics>['observe'] } = {};
  const app = Fastify({
    serverFactory: serverWith(
      createCachedAnswers({
        find: (request) => {
          for (const find of finds) {
            const found = find(request);
            if (found) return found;
          }
          return undefined;
        },
        headers,
        mediaHost: options.mediaUrl && new URL(options.mediaUrl).host,
        observe: (route, status, seconds) => early.observe?.({ method: 'GET', route, status }, seconds),
      }),
    ),
    logger: options.logLevel === 'silent' ? false : { level: options.logLevel, redact: ['req.headers.authorization'] },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: typeof trustProxy === 'string' ? trustProxy : (_address: string, hop: number) => hop < trustProxy,
    bodyLimit: 256 * 1024,
    routerOptions: { maxParamLength: 4000 },
    // A lost connection must not occupy a socket forever.
    requestTimeout: 120_000,
    clientErrorHandler: refuseUnparsed(headers),
    rewriteUrl: ({ url = '/' }) => originFormOf(url),
    // Paths that the router cannot decode, such as `/%ff`: Fastify's own response would show its error codes.
    frameworkErrors: (error, _request, reply) => {
      const failure = toAppError(error);
      void (reply as FastifyReply)
        .status(failure.status)
        .headers(headers)
        .header('cache-control', 'no-store')
        .send(errorBodyOf(failure));
    },
  });
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(headers);
    if (!request.url.startsWith('/')) throw new AppError(400, 'request.malformed', 'The request target is not a path');
  });
  const stringify = addMediaHost(app, options.mediaUrl);
  refuseExpectations(app, headers);
  boundBodies(app);
  // Killed processes, also other servers on this disk, leave uploads behind.
  app.addHook('onListen', async () => {
    const stop = sweepEveryHour((error) => app.log.warn({ err: error }, 'old uploads could not be deleted'));
    app.server.once('close', stop);
  });
  // Browsers open spare connections: one without a request must not delay the shutdown.
  app.addHook('preClose', async () => {
    setTimeout(() => app.server.closeAllConnections(), CLOSE_MS).unref();
  });
  app.removeContentTypeParser('text/plain');
  // Clients send an empty body with `content-type: application/json` on POST and DELETE: it counts as `{}`.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, {});
    try {
      done(null, JSON.parse(body as string));
    } catch {
      done(new AppError(400, 'body.malformed', 'The body is not valid JSON'));
    }
  });
  const metrics = addMetrics(app);
  addConditionalGets(app);
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: COMPRESS_FROM_BYTES,
    brotliOptions: { params: brotliParams(BROTLI_QUALITY) },
    // No client compresses its request; a small body could unpack to gigabytes.
    globalDecompression: false,
  });
  await app.register(multipart);

  const gate = createDatabaseGate(() => options.sql`select 1`);
  app.addHook('onClose', async () => gate.close());
  app.addHook('onRequest', async (request) => {
    if (gate.isShut() && request.url.startsWith('/api/') && !WITHOUT_DATABASE.test(request.url))
      throw unavailable('database');
  });

  app.decorateRequest('caller', undefined);
  app.decorateRequest('tokenError', undefined);
  app.addHook('onRequest', async (request) => {
    const header = request.headers.authorization;
    // A public call ignores its token: no lookup.
    if (!header || request.routeOptions.config.access === 'public' || WITHOUT_DATABASE.test(request.url)) return;
    const token = /^Bearer (.+)$/i.exec(header)?.[1];
    try {
      request.caller = await options.authenticate(token ?? '');
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 401) throw error;
      request.tokenError = error.code;
    }
  });

  const failureOf = (error: unknown, url: string, log = app.log) => {
    const failure = toAppError(error);
    if (failure.code === 'database.away') gate.shut();
    if (failure.status >= 500 && failure.cause) log.error({ err: failure.cause, url }, failure.message);
    return failure;
  };
  app.setErrorHandler((error, request, reply) => {
    const failure = failureOf(error, request.url, request.log);
    if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', String(failure.retryAfterSeconds));
    void (reply as FastifyReply).status(failure.status).header('cache-control', 'no-store').send(errorBodyOf(failure));
  });

  app.setNotFoundHandler((request) => {
    throw new AppError(404, 'route.notFound', `There is no ${request.method} ${request.url.split('?')[0]}`);
  });

  const reads = new Map<string, ReadPublic>();
  const readAs =
    (visitor: Visitor): Read =>
    async (path, asked) => {
      try {
        if (gate.isShut()) throw unavailable('database');
        const read = reads.get(path);
        if (!read) throw new Error(`${path} is not a read for all visitors`);
        return { status: 200, text: (await read({ ...asked, visitor })).body.toString() };
      } catch (error) {
        const failure = failureOf(error, path);
        const text = JSON.stringify(errorBodyOf(failure));
        return { status: failure.status, text, retryAfter: failure.retryAfterSeconds?.toString() };
      }
    };

  const endpoints: Endpoint[] = [];
  // All routes are bound before the first request, so the document is built once.
  let document: ReturnType<typeof openApiOf> | undefined;
  const openApi = () => (document ??= openApiOf(endpoints));
  for (const url of ['/openapi.json', '/api/openapi.json'])
    app.get(url, async (_request, reply) => reply.header('access-control-allow-origin', '*').send(openApi()));
  app.get('/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', DOCS_POLICY).send(docsPage(openApi())),
  );
  app.get('/api/docs', async (_request, reply) => reply.redirect('/docs'));
  const publicCache = createPublicCache(stringify, (options.hasCaches ?? true) ? undefined : 0);
  early.observe = metrics.observe;
  finds.push(({ url = '' }) => publicCache.find(url));
  return {
    app,
    answerFrom: (find) => void finds.push(find),
    endpoints,
    reads,
    readAs,
    metrics,
    publicCache,
    replayed: options.replayed ?? (async () => {}),
    idempotency: createIdempotency(options.sql, app.log),
    rateLimit: createRateLimit(options.sql, options.hasRateLimits),
    uploadSpace: createUploadSpace(),
  };
};
