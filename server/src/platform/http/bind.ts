import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '@skarb/schema/endpoint';
import type { FieldError } from '@skarb/schema/primitive';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { AppError, forbidden, unauthorized } from './app-error.ts';
import { vary } from './conditional.ts';
import type { Idempotency } from './idempotency.ts';
import { ownerOf, readMultipart, type UploadedFile } from './multipart.ts';
import { KEPT_CACHE_CONTROL, keyOf, type Kept, type PublicCache } from './public-cache.ts';
import { type Limit, networkOf, type RateLimit, uploaded } from './rate-limit.ts';
import type { OpenUploadSpace } from './upload-space.ts';
import { parse } from './validate.ts';
import { withDeadline } from '../chain/client.ts';
import { withTimeout } from '../with-timeout.ts';

/** The account of the access token, its current role, and its session. */
export type Caller = { uuid: string; role: 'USER' | 'CREATOR' | 'ADMIN'; session: string };

/** Who makes a read that is the same for everybody. */
export type Visitor = Pick<FastifyRequest, 'ip'>;
/** A read with one answer for all visitors. Pages make it inside the process, without a request. */
type PublicRead = { method: 'GET'; access: 'public' | 'optional'; fresh?: undefined };
/**
 * Makes such a read.
 * @param asked the parameters and the query are as a request has them: texts, not validated
 * @param asked.target of the request, if it is one
 */
export type ReadPublic = (asked: {
  params: unknown;
  query: unknown;
  visitor: Visitor;
  target?: string | undefined;
}) => Promise<Kept>;

export type Call<E extends Endpoint> = {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  files: { [K in keyof NonNullable<E['files']>]?: UploadedFile };
  caller: E['access'] extends 'user' | 'admin' ? Caller : Caller | undefined;
  request: E extends PublicRead ? Visitor : FastifyRequest;
  reply: E extends PublicRead ? undefined : FastifyReply;
};

export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<ResponseOf<E> extends undefined ? void : ResponseOf<E>>;

/**
 * The limits of an endpoint with files. They count before its form is read: a refused call must not have filled the disk.
 */
type LimitsOf<E extends Endpoint> = (call: Pick<Call<E>, 'caller' | 'request'>) => Limit[];

/** The dependencies of `bind`, created once by the app. */
export type Binder = {
  app: FastifyInstance;
  idempotency: Idempotency;
  endpoints: Endpoint[];
  /** The reads that pages can make, by path. */
  reads: Map<string, ReadPublic>;
  rateLimit: RateLimit;
  publicCache: PublicCache;
  uploadSpace: OpenUploadSpace;
  /** Resolves when reads show what was written. */
  replayed: () => Promise<void>;
};

/** A slower read gets a 503 response, because clients wait 10 s. */
const READ_MS = 9000;
/** How long one request may wait for the chain in total. */
const CHAIN_MS = 9000;

/** Binds a handler to an endpoint: checks access, validates the request, responds with the endpoint's status. */
export const bind = <const E extends Endpoint>(
  binder: Binder,
  endpoint: E,
  handler: Handler<E>,
  ...[limitsOf]: E['files'] extends object ? [LimitsOf<E>] : []
): void => {
  binder.endpoints.push(endpoint);
  const isRead = endpoint.method === 'GET';
  const mayNeedUser = endpoint.access !== 'public';
  /** One answer for all visitors. */
  const isKept = isRead && !endpoint.fresh && (endpoint.access === 'public' || endpoint.access === 'optional');
  const mayAskChain = !isKept || endpoint.asksChain === true;
  const answerOf = (call: Record<keyof Call<E>, unknown>) => {
    const handle = async () => handler(call as Call<E>);
    return mayAskChain ? withDeadline(CHAIN_MS, handle) : handle();
  };
  const url = `/api${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`;
  const readPublic: ReadPublic = async ({ visitor, target, ...asked }) => {
    const { params, query } = validated(endpoint, asked);
    const key = keyOf(endpoint.path, params, query);
    const kept = await binder.publicCache.once(key, () =>
      withinReadTime(
        answerOf({ params, query, body: undefined, files: {}, caller: undefined, request: visitor, reply: undefined }),
      ),
    );
    if (target !== undefined)
      binder.publicCache.remember(key, target, {
        vary: mayNeedUser ? 'Authorization, Accept-Encoding' : 'Accept-Encoding',
        route: url,
      });
    return kept;
  };
  if (isKept) binder.reads.set(endpoint.path, readPublic);
  binder.app.route({
    method: endpoint.method,
    config: { access: endpoint.access },
    url,
    handler: async (request, reply) => {
      const caller = request.caller;
      if ((endpoint.access === 'user' || endpoint.access === 'admin') && !caller)
        throw unauthorized(request.tokenError);
      // With an expired token a signed-in person would act as a visitor, and get a second account.
      if (endpoint.access === 'optional' && !isRead && request.headers.authorization && !caller)
        throw unauthorized(request.tokenError);
      if (endpoint.access === 'admin' && caller?.role !== 'ADMIN')
        throw forbidden('admin.only', 'Only an admin may do this');
      // Caches may keep public responses if they revalidate them; responses that depend on the user are private.
      if (mayNeedUser) vary(reply, 'Authorization');
      if (isKept && !(mayNeedUser && request.headers.authorization !== undefined)) {
        const { params, query } = request;
        const target = request.method === 'GET' ? request.url : undefined;
        const kept = await readPublic({ params, query, visitor: request, target });
        return reply
          .header('cache-control', KEPT_CACHE_CONTROL)
          .header('etag', kept.etag)
          .type('application/json; charset=utf-8')
          .send(kept.body);
      }
      if (isRead) reply.header('cache-control', cacheControl(endpoint, caller));
      const { params, query } = validated(endpoint, request);
      if (limitsOf) await binder.rateLimit(...limitsOf({ caller, request } as unknown as Call<E>));
      const upload = await readUpload(request, endpoint, binder.uploadSpace);
      try {
        if (upload) await binder.rateLimit(...uploaded(request, caller, Object.values(upload.files)));
        const rawBody = upload ? upload.fields : request.body;
        const body = parseForm(endpoint, rawBody, upload?.missing ?? []);
        const run = () => answerOf({ params, query, body, files: upload?.files ?? {}, caller, request, reply });
        if (isRead) return reply.status(endpoint.status ?? 200).send(await withinReadTime(run()));
        const key = request.headers['idempotency-key'];
        const answer =
          endpoint.creates && typeof key === 'string' && caller
            ? await binder.idempotency.once({
                key,
                scope: `${caller.uuid} ${request.method} ${request.url}`,
                bodyHash: createHash('sha256')
                  .update(JSON.stringify(rawBody ?? null))
                  .update(upload?.digest ?? '')
                  .digest('hex'),
                run,
              })
            : await run();
        await binder.replayed();
        // The writer must see the change in the next read, even without a token.
        if (!endpoint.changesNothingPublic) binder.publicCache.clear();
        return reply.status(endpoint.status ?? 200).send(answer ?? undefined);
      } finally {
        await upload?.dispose();
      }
    },
  });
};

const validated = (endpoint: Endpoint, { params, query }: { params: unknown; query: unknown }) => ({
  params: endpoint.params ? parse(endpoint.params, params) : undefined,
  query: endpoint.query ? parse(endpoint.query, query) : undefined,
});

const cacheControl = (endpoint: Endpoint, caller: Caller | undefined): string => {
  if (endpoint.fresh || endpoint.access === 'user' || endpoint.access === 'admin') return 'private, no-store';
  return caller ? 'private, no-cache' : KEPT_CACHE_CONTROL;
};

/** Validates the body together with its required files, so that one response names all invalid fields. */
const parseForm = (endpoint: Endpoint, rawBody: unknown, missing: FieldError[]): unknown => {
  let fields = missing;
  try {
    const body = endpoint.body ? parse(endpoint.body, rawBody ?? {}) : undefined;
    if (!fields.length) return body;
  } catch (error) {
    if (!fields.length || !(error instanceof AppError) || !error.fields) throw error;
    fields = [...error.fields, ...fields];
  }
  throw new AppError(400, 'invalid', 'Some fields are missing or wrong', { fields });
};

/** Reads the form of an endpoint with files. If no file is required, JSON is accepted, too. */
const readUpload = async (request: FastifyRequest, { files }: Endpoint, openSpace: OpenUploadSpace) => {
  if (!files) {
    if (request.isMultipart()) throw new AppError(415, 'body.type', 'Send JSON');
    return undefined;
  }
  if (!request.isMultipart() && !Object.values(files).some(({ required }) => required)) return undefined;
  const space = openSpace(ownerOf(request), networkOf(request));
  try {
    const form = await readMultipart(request, files, space);
    return { ...form, dispose: () => form.dispose().finally(space.free) };
  } catch (error) {
    space.free();
    throw error;
  }
};

/** Responds to a read that hangs before its client stops waiting. */
const withinReadTime = <T>(work: Promise<T>): Promise<T> =>
  withTimeout(
    work,
    READ_MS,
    () => new AppError(503, 'request.slow', 'This took too long, try again', { retryAfterSeconds: 2 }),
  );

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Endpoint['access'];
  }
  interface FastifyRequest {
    caller: Caller | undefined;
    /** The code of the error with the bearer token, if it was rejected. */
    tokenError: string | undefined;
  }
}
