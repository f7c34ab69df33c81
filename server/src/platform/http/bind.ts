import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '@skarb/schema/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { forbidden, unauthorized } from './app-error.ts';
import type { Idempotency } from './idempotency.ts';
import { readMultipart, type UploadedFile } from './multipart.ts';
import { parse } from './validate.ts';

/** The caller, as the access token names him. */
export type Caller = { uuid: string; role: 'USER' | 'CREATOR' | 'ADMIN' };

export type Call<E extends Endpoint> = {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  files: { [K in keyof NonNullable<E['files']>]?: UploadedFile };
  caller: E['access'] extends 'user' | 'admin' ? Caller : Caller | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
};

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<ResponseOf<E> extends undefined ? void : ResponseOf<E>>;

/** What binding needs from the outside, set once by the app. */
export type Binder = { app: FastifyInstance; idempotency: Idempotency; endpoints: Endpoint[] };

/** Gives an endpoint its handler: checks access, parses what came in, answers with the endpoint's status. */
export const bind = <const E extends Endpoint>(binder: Binder, endpoint: E, handler: Handler<E>): void => {
  binder.endpoints.push(endpoint);
  binder.app.route({
    method: endpoint.method,
    url: `/api${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
    handler: async (request, reply) => {
      const caller = request.caller;
      if ((endpoint.access === 'user' || endpoint.access === 'admin') && !caller) throw unauthorized(request.tokenError);
      if (endpoint.access === 'admin' && caller?.role !== 'ADMIN') throw forbidden('admin.only', 'Only an admin may do this');
      // Public answers may be kept by anyone for a moment; what depends on the user is his alone.
      if (request.method === 'GET' && !reply.hasHeader('cache-control'))
        reply.header('cache-control', endpoint.access === 'public' ? 'public, max-age=0, must-revalidate' : 'private, no-cache');
      const params = endpoint.params ? parse(endpoint.params, request.params) : undefined;
      const query = endpoint.query ? parse(endpoint.query, request.query) : undefined;
      const upload = endpoint.files ? await readMultipart(request, endpoint.files) : undefined;
      try {
        const rawBody = upload ? upload.fields : request.body;
        const body = endpoint.body ? parse(endpoint.body, rawBody ?? {}) : undefined;
        upload?.requireFiles();
        const run = () =>
          handler({ params, query, body, files: upload?.files ?? {}, caller, request, reply } as unknown as Call<E>);
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
        return reply.status(endpoint.status ?? 200).send(answer ?? undefined);
      } finally {
        await upload?.dispose();
      }
    },
  });
};

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
    /** Why the bearer token was refused, when one came. */
    tokenError: string | undefined;
  }
}
