import type { z } from 'zod';

/** Who may call: anyone; anyone, but the answer depends on the user; a signed-in user; an admin. */
type Access = 'public' | 'optional' | 'user' | 'admin';

/**
 * One call of the API, defined once: the server binds a handler to it, the OpenAPI document is generated from it, the
 * client takes its types. Paths are below `/api`, parameters as `{id}`.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  summary: string;
  access: Access;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** The body is multipart/form-data; its files by field name. */
  files?: Record<string, { required: boolean }>;
  /** Status of success; 204 and 202 have no body unless `response` says so. */
  status?: number;
  response?: z.ZodType;
  /** The media type of a body that is text instead of JSON; `response` is then `z.string()`. */
  text?: 'text/csv';
  /** Takes an Idempotency-Key. */
  creates?: boolean;
  /** A read that is never cached, not even for a second. */
  fresh?: true;
  /** A read of everybody's that asks the chain, although it may be cached. */
  asksChain?: true;
  /** A POST that changes nothing that public reads show, so that their cache is kept. */
  changesNothingPublic?: true;
};

export const endpoint = <const E extends Endpoint>(spec: E): E => spec;

/** The path of a call below `/api` with its parameters, for an answer that names the next call. */
export const pathTo = ({ path }: Pick<Endpoint, 'path'>, params: Record<string, string>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

type Output<T> = T extends z.ZodType ? z.output<T> : undefined;
export type ParamsOf<E extends Endpoint> = Output<E['params']>;
export type QueryOf<E extends Endpoint> = Output<E['query']>;
export type BodyOf<E extends Endpoint> = Output<E['body']>;
export type ResponseOf<E extends Endpoint> = Output<E['response']>;

/**
 * One call as a caller needs it: where it goes, and, as a type alone, what goes in and comes out. `schema/src/calls` holds one
 * for each endpoint, without zod and without the schemas, so that a browser loads only the calls that it makes.
 */
export type Call<E extends Endpoint = Endpoint> = {
  readonly method: E['method'];
  readonly path: E['path'];
  /** The body is sent as multipart/form-data. */
  readonly isForm?: true;
  /** Never set: it carries the endpoint's types. */
  readonly endpoint?: E;
};
