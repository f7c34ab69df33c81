import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '@skarb/schema/endpoint';
import type { FieldError } from '@skarb/schema/primitive';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { AppError, forbidden, unauthorized } from './app-error.ts';
import { vary } from './conditional.ts';
import type { Idempotency } from './idempotency.ts';
import { ownerOf, readMultipart, type UploadedFile } from './multipart.ts';
import { keyOf, type PublicCache } from './public-cache.ts';
import { type Limit, networkOf, type RateLimit, uploaded } from './rate-limit.ts';
import type { OpenUploadSpace } from './upload-space.ts';
import { parse } from './validate.ts';
import { withDeadline } from '../chain/client.ts';
import { withTimeout } from '../with-timeout.ts';

/** The account of the access token, its current role, and its session. */
export type Caller = { uuid: string; role: 'USER' | 'CREATOR' | 'ADMIN'; session: string };

export type Call<E extends Endpoint> = {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  files: { [K in keyof NonNullable<E['files']>]?: UploadedFile };
  caller: E['access'] extends 'user' | 'admin' ? Caller : Caller | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
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
  binder.app.route({
    method: endpoint.method,
    config: { access: endpoint.access },
    url: `/api${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
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
      if (isRead && !reply.hasHeader('cache-control')) reply.header('cache-control', cacheControl(endpoint, caller));
      const params = endpoint.params ? parse(endpoint.params, request.params) : undefined;
      const query = endpoint.query ? parse(endpoint.query, request.query) : undefined;
      if (limitsOf) await binder.rateLimit(...limitsOf({ caller, request } as unknown as Call<E>));
      const upload = await readUpload(request, endpoint, binder.uploadSpace);
      try {
        if (upload) await binder.rateLimit(...uploaded(request, caller, Object.values(upload.files)));
        const rawBody = upload ? upload.fields : request.body;
        const body = parseForm(endpoint, rawBody, upload?.missing ?? []);
        const handle = async () =>
          handler({ params, query, body, files: upload?.files ?? {}, caller, request, reply } as unknown as Call<E>);
        const run = () => (mayAskChain ? withDeadline(CHAIN_MS, handle) : handle());
        if (isKept && !(mayNeedUser && request.headers.authorization !== undefined)) {
          const key = keyOf(endpoint.path, params, query);
          const kept = await binder.publicCache.once(key, async () => ({
            answer: await withinReadTime(run()),
            cacheControl: String(reply.getHeader('cache-control')),
          }));
          if (request.method === 'GET')
            binder.publicCache.remember(key, request.url, {
              vary: mayNeedUser ? 'Authorization, Accept-Encoding' : 'Accept-Encoding',
              route: request.routeOptions.url ?? 'none',
            });
          return reply
            .header('cache-control', kept.cacheControl)
            .header('etag', kept.etag)
            .type('application/json; charset=utf-8')
            .send(kept.body);
        }
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

const cacheControl = (endpoint: Endpoint, caller: Caller | undefined): string => {
  if (endpoint.fresh || endpoint.access === 'user' || endpoint.access === 'admin') return 'private, no-store';
  return caller ? 'private, no-cache' : 'public, max-age=0, must-revalidate';
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
